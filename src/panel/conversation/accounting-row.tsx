import type { AccountingMessage, TokenTotals } from '@/src/core/records/message';
import { tokenCount } from '@/src/core/usage/cumulative-usage';
import { count } from '../text/count';
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

/** If some requests have no counts, the sums are shown as lower bounds, or as unknown if all are missing. */
function tokensText(totals: TokenTotals): string {
  const { unknownRequests = 0 } = totals;
  const sums = [
    count(totals.inputTokens, 'input token'),
    count(totals.outputTokens, 'output token'),
    `${count(totals.cacheReadTokens, 'token')} read from cache`,
    `${count(totals.cacheCreationTokens, 'token')} written to cache`,
  ].join(' · ');
  if (unknownRequests === 0) return sums;
  const known = tokenCount(totals) > 0 ? `at least ${sums}` : 'tokens unknown';
  return `${known} (${count(unknownRequests, 'request')} without a token count)`;
}
