import { assertNever } from '@/src/core/assert-never';
import type { AccountingMessage } from '@/src/core/records/message';
import { count } from '../text/count';
import { tokensText } from '../text/tokens-text';
import { MoneyBag } from './money-bag';

/** A line with the tokens that the chat had used at the time of an event, such as a rollback. */
export function AccountingRow({ message }: { message: AccountingMessage }) {
  // Missing means none.
  const { reason, cumulativeTokens, discardedMessages, omittedMessages = 0 } = message;
  return (
    <div className="accounting-row">
      <hr />
      <p className="meta">
        <MoneyBag className="icon" aria-hidden="true" /> <strong>{reason}</strong> ·{' '}
        {tokensText(cumulativeTokens)}
        {discardedMessages > 0 && ` · ${count(discardedMessages, 'message')} discarded`}
        {omittedMessages > 0 && ` · ${omittedText(omittedMessages, message)}`}
      </p>
    </div>
  );
}

/** The effect on later requests, counted from the start of the conversation or its last summary. */
function omittedText(omitted: number, { prunedBy }: AccountingMessage): string {
  switch (prunedBy) {
    case undefined:
      return `${count(omitted, 'message')} no longer sent`;
    case 'tool-memory':
      return `${count(omitted, 'message')} with calls and results no longer sent: forgotten by tool memory`;
    case 'ageing':
      return `${count(omitted, 'old result')} sent shortened`;
    case 'trimming':
      return `${count(omitted, 'old message')} no longer sent: beyond the budget for requests`;
    default:
      return assertNever(prunedBy);
  }
}
