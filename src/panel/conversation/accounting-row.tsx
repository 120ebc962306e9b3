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
        {omittedMessages > 0 && ` · ${count(omittedMessages, 'message')} no longer sent`}
      </p>
    </div>
  );
}
