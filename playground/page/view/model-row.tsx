import { EyeOff, Pin, ShieldCheck } from 'lucide-react';
import { memo } from 'react';
import type { ModelDecision } from '../../filter/decide';
import { ruleColourStyle } from './rule-colour';
import { modelTip } from './words';

interface ModelRowProps {
  id: string;
  model: ModelDecision;
  /** Its position among the rows, from 0. */
  index: number;
  count: number;
  /** Offset from the top of the list, in CSS pixels. */
  top: number;
  isActive: boolean;
  isHighlighted: boolean;
  isPinned: boolean;
  isShown: boolean;
  /** True to show the model's status and the deciding rule. */
  showsStatus: boolean;
}

/** One model in a pane. */
export const ModelRow = memo(function ModelRow(props: ModelRowProps) {
  const { model, top, showsStatus } = props;
  const { rule, status } = model;
  const isHidden = status === 'ignored';
  const Icon = isHidden ? EyeOff : ShieldCheck;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the listbox has the focus and names it by id.
    <div
      id={props.id}
      className={`model-row ${showsStatus ? status : 'plain'}`}
      role="option"
      title={modelTip(model)}
      aria-selected={props.isPinned}
      aria-posinset={props.index + 1}
      aria-setsize={props.count}
      data-model={model.id}
      data-active={props.isActive}
      data-highlighted={props.isHighlighted}
      data-shown={props.isShown}
      data-ruled={rule !== null}
      style={{ top, ...ruleColourStyle(rule) }}
    >
      <span className="model-name mono">{model.name}</span>
      {props.isPinned && <Pin className="pin" size={12} aria-hidden />}
      {showsStatus && rule && (
        <>
          <span className="mark-pattern mono">{rule.pattern}</span>
          <span className="mark-word">
            <Icon size={14} aria-hidden /> {isHidden ? 'hidden' : 'kept'}
          </span>
        </>
      )}
    </div>
  );
});
