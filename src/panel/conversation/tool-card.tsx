import { Check, CircleDashed, CirclePause, ListTodo, X } from 'lucide-react';
import { memo } from 'react';
import { assertNever } from '@/src/core/assert-never';
import { formatDuration } from '../text/format-duration';
import type { ToolCardModel, ToolCardState } from './tool-card-model';
import { ToolData } from './tool-data';
import './tool-card.css';
import { spellOut } from '@/src/core/text/foreign-text';
import { ForeignText } from '../text/foreign-text';

/** One tool call with its result; unfolding it shows arguments and data in full. */
export const ToolCard = memo(
  function ToolCard({ card }: { card: ToolCardModel }) {
    return (
      // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
      <div
        className="card tool-card"
        role="group"
        aria-label={`Tool call ${spellOut(card.name)}`}
        data-state={card.state}
      >
        <details>
          <summary>
            <span className="tool-call">
              <StateIcon state={card.state} />
              <span className="visually-hidden">{stateWord(card.state)}: </span>
              <code className="tool-label">
                <ForeignText text={card.label} />
              </code>
              {card.durationMs !== null && <span className="meta">{formatDuration(card.durationMs)}</span>}
            </span>
            {card.message !== null && (
              <span className="tool-message">
                <ForeignText text={card.message} />
              </span>
            )}
            {card.userDecision !== null && (
              <span className="tool-message meta">
                <ForeignText text={card.userDecision} />
              </span>
            )}
          </summary>
          <ToolData title="Arguments" text={card.argumentsText === '' ? 'none' : card.argumentsText} />
          {card.data !== null && <ToolData title="Result" data={card.data} />}
        </details>
      </div>
    );
  },
  (before, after) => isSameCard(before.card, after.card),
);

/** Data is set once, with the result, so its content isn't compared. */
function isSameCard(before: ToolCardModel, after: ToolCardModel): boolean {
  return (
    before.state === after.state &&
    before.label === after.label &&
    before.message === after.message &&
    before.durationMs === after.durationMs &&
    before.argumentsText === after.argumentsText &&
    (before.data === null) === (after.data === null)
  );
}

function StateIcon({ state }: { state: ToolCardState }) {
  switch (state) {
    case 'running':
      return <CircleDashed className="icon" aria-hidden="true" />;
    case 'awaiting-approval':
      return <CirclePause className="icon" aria-hidden="true" />;
    case 'planned':
      return <ListTodo className="icon" aria-hidden="true" />;
    case 'succeeded':
      return <Check className="icon" aria-hidden="true" />;
    case 'failed':
      return <X className="icon" aria-hidden="true" />;
    default:
      return assertNever(state);
  }
}

function stateWord(state: ToolCardState): string {
  switch (state) {
    case 'running':
      return 'Running';
    case 'awaiting-approval':
      return 'Waiting for approval';
    case 'planned':
      return 'Planned';
    case 'succeeded':
      return 'Done';
    case 'failed':
      return 'Failed';
    default:
      return assertNever(state);
  }
}
