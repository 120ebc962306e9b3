import { Check, CirclePause, ListTodo, LoaderCircle, X } from 'lucide-react';
import { memo } from 'react';
import { assertNever } from '@/src/core/assert-never';
import { spellOut } from '@/src/core/text/foreign-text';
import { ForeignText } from '@/src/panel/kit/text/foreign-text';
import { formatDuration } from '@/src/panel/kit/text/format-duration';
import { formatNumber } from '@/src/panel/kit/text/format-number';
import { i18n } from '@/src/texts/i18n';
import type { TextKey } from '@/src/texts/text-key';
import { ResultViewList } from './result-views/result-view-list';
import type { ToolCardModel, ToolCardState } from './tool-card-model';
import { ToolData } from './tool-data';
import './tool-card.css';

/** Names of the states, which screen readers read before the call. */
const HEADINGS: Readonly<Record<ToolCardState, TextKey>> = {
  running: 'conversation.call.state.running',
  'awaiting-approval': 'conversation.call.state.waiting',
  planned: 'conversation.call.state.planned',
  succeeded: 'conversation.call.state.done',
  failed: 'conversation.call.state.failed',
};

/** One tool call with its result on a line; unfolding it shows arguments, data and earlier attempts in full. */
export const ToolCard = memo(
  function ToolCard({ card }: { card: ToolCardModel }) {
    const { attempts } = card;
    return (
      // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
      <div
        className="card tool-card"
        role="group"
        aria-label={i18n.t('conversation.call.name', { tool: spellOut(card.name) })}
        data-state={card.state}
      >
        <details>
          <summary className="tool-line">
            <ToolStateIcon state={card.state} />
            <span className="visually-hidden">{i18n.t(HEADINGS[card.state])} </span>
            <code className="tool-label">
              <ForeignText text={card.label} />
            </code>
            {card.message !== null && (
              <span className="tool-message">
                <ForeignText text={card.message} />
              </span>
            )}
            {card.durationMs !== null && <span className="meta">{formatDuration(card.durationMs)}</span>}
            {card.userDecision !== null && (
              <span className="tool-note meta">
                <ForeignText text={card.userDecision} />
              </span>
            )}
          </summary>
          <ToolData
            title={i18n.t('conversation.call.arguments')}
            text={card.argumentsText === '' ? i18n.t('conversation.call.noArguments') : card.argumentsText}
          />
          {card.data !== null && <ToolData title={i18n.t('conversation.call.result')} data={card.data} />}
          {attempts.length > 0 && (
            <details className="tool-attempts">
              <summary className="secondary">
                {i18n.t('conversation.call.attempts', attempts.length, [formatNumber(attempts.length)])}
              </summary>
              {attempts.map((attempt, index) => (
                // Attempts are stored and never change.
                // biome-ignore lint/suspicious/noArrayIndexKey: see above
                <ToolCard key={index} card={attempt} />
              ))}
            </details>
          )}
        </details>
        {card.data !== null && card.state === 'succeeded' && (
          <ResultViewList tool={card.name} data={card.data} />
        )}
      </div>
    );
  },
  (before, after) => isSameCard(before.card, after.card),
);

/** Icon of a call's state. Only the icon of a running call moves, and not with reduced motion. */
function ToolStateIcon({ state }: { state: ToolCardState }) {
  switch (state) {
    case 'running':
      return <LoaderCircle className="icon spinner" aria-hidden="true" />;
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

/** Data is set once, with the result, so its content isn't compared. */
function isSameCard(before: ToolCardModel, after: ToolCardModel): boolean {
  return (
    before.state === after.state &&
    before.label === after.label &&
    before.message === after.message &&
    before.durationMs === after.durationMs &&
    before.argumentsText === after.argumentsText &&
    (before.data === null) === (after.data === null) &&
    before.attempts.length === after.attempts.length
  );
}
