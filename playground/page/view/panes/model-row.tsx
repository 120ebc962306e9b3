import { Pin } from 'lucide-react';
import { memo } from 'react';
import { assertNever } from '../../../assert-never';
import type { ModelDecision } from '../../../filter/decide';
import type { RowMark } from '../lists/row-mark';
import { ruleColourStyle } from '../rules/rule-colour';
import { MarkIcon, type MarkIconName } from './mark-icons';

interface ModelRowProps {
  id: string;
  model: ModelDecision;
  /** Its position among the rows, from 1. */
  position: number;
  count: number;
  isActive: boolean;
  mark: RowMark;
  /** True to show the status of the model. */
  showsStatus: boolean;
}

/** One model in a pane. */
export const ModelRow = memo(function ModelRow(props: ModelRowProps) {
  const { model, mark } = props;
  const isChosen = mark === 'chosen';
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the listbox has the focus and names it by id.
    <div
      id={props.id}
      className={`model-row ${props.showsStatus ? model.status : 'plain'}`}
      role="option"
      aria-selected={isChosen}
      aria-posinset={props.position}
      aria-setsize={props.count}
      data-model={model.id}
      data-active={props.isActive}
      data-highlighted={mark !== 'none'}
      data-pinned={isChosen || mark === 'pinned'}
      data-ruled={model.rule !== null}
      style={model.rule ? ruleColourStyle(model.rule) : undefined}
    >
      <span className="model-name mono">{model.name}</span>
      {isChosen && <Pin className="pin" size={12} aria-hidden />}
      {props.showsStatus && <StatusMark model={model} />}
    </div>
  );
});

function StatusMark({ model }: { model: ModelDecision }) {
  switch (model.status) {
    case 'normal':
      return null;
    case 'ignored':
      return <Mark pattern={model.rule?.pattern} icon="hidden" />;
    case 'whitelisted':
      return <Mark pattern={model.rule?.pattern} icon="kept" />;
    default:
      return assertNever(model.status);
  }
}

/** The status of the model by its icon and text, and the deciding rule. */
function Mark({ pattern, icon }: { pattern: string | undefined; icon: MarkIconName }) {
  return (
    <>
      <span className="mark-pattern mono">{pattern}</span>
      <span className="mark-word">
        <MarkIcon name={icon} /> {icon}
      </span>
    </>
  );
}
