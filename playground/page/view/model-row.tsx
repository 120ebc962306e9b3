import { EyeOff, ShieldCheck } from 'lucide-react';
import { memo } from 'react';
import { assertNever } from '../../assert-never';
import type { ModelDecision } from '../../filter/decide';
import { ruleColourStyle } from './rule-colour';

interface ModelRowProps {
  id: string;
  model: ModelDecision;
  /** Where it stands among the rows, from 1. */
  position: number;
  count: number;
  isActive: boolean;
  isHighlighted: boolean;
  /** Whether to say what becomes of the model. */
  showsStatus: boolean;
}

/** One model in a pane. */
export const ModelRow = memo(function ModelRow(props: ModelRowProps) {
  const { model } = props;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: its listbox has the focus and names it by aria-activedescendant.
    <div
      id={props.id}
      className={`model-row ${props.showsStatus ? model.status : 'plain'}`}
      role="option"
      aria-selected={props.isActive}
      aria-posinset={props.position}
      aria-setsize={props.count}
      data-model={model.id}
      data-active={props.isActive}
      data-highlighted={props.isHighlighted}
      style={model.rule ? ruleColourStyle(model.rule) : undefined}
    >
      {model.rule && <span className="edge" aria-hidden />}
      <span className="model-name mono" title={model.id}>
        {model.name}
      </span>
      {props.showsStatus && <StatusMark model={model} />}
    </div>
  );
});

function StatusMark({ model }: { model: ModelDecision }) {
  switch (model.status) {
    case 'normal':
      return null;
    case 'ignored':
      return (
        <span className="mark">
          <DecidingPattern model={model} />
          <span className="mark-word">
            <EyeOff size={14} aria-hidden /> hidden
          </span>
        </span>
      );
    case 'whitelisted':
      return (
        <span className="mark">
          <DecidingPattern model={model} />
          <span className="mark-word">
            <ShieldCheck size={14} aria-hidden /> kept
          </span>
        </span>
      );
    default:
      return assertNever(model.status);
  }
}

function DecidingPattern({ model }: { model: ModelDecision }) {
  return (
    <span className="mark-pattern mono" title={`decided by ${model.rule?.kind} rule ${model.rule?.pattern}`}>
      {model.rule?.pattern}
    </span>
  );
}
