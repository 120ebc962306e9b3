import type { AccountingMessage, TokenTotals } from '@/src/core/records/message';
import { count } from '../text/count';

/** Texts for events that have no row of their own. */
const EVENTS = {
  'Rolled back': null,
  Undone: null,
  'Unsaved changes restored': null,
  'Earlier save restored': null,
  Cancelled: 'The answer was cancelled.',
  'Message edited': 'A message was edited.',
  'Retry after error': 'A failed answer was requested again.',
  Pruned: 'Older messages are no longer sent.',
  Summarized: 'A summary stands for the messages before it.',
  'Checkpoints deleted': 'The oldest checkpoints were deleted.',
} as const satisfies Record<AccountingMessage['reason'], string | null>;

/** The chat's token totals at the time of an event, such as a rollback. */
export function AccountingRow({ message }: { message: AccountingMessage }) {
  const event = EVENTS[message.reason];
  return (
    <p className="hairline-row meta">
      {event !== null && `${event} `}Used until here: {tokensText(message.cumulativeTokens)}
    </p>
  );
}

/** If some requests have no counts, the sums are shown as lower bounds, or as unknown if all are missing. */
function tokensText(totals: TokenTotals): string {
  const { inputTokens, outputTokens, cacheReadTokens, cacheCreationTokens, unknownRequests = 0 } = totals;
  const cachedTokens = cacheReadTokens + cacheCreationTokens;
  const sums = [
    count(inputTokens, 'token in', 'tokens in'),
    ...(cachedTokens > 0 ? [count(cachedTokens, 'cached', 'cached')] : []),
    count(outputTokens, 'out', 'out'),
  ].join(' · ');
  if (unknownRequests === 0) return sums;
  const known = inputTokens + cachedTokens + outputTokens > 0 ? `at least ${sums}` : 'tokens unknown';
  return `${known} (${count(unknownRequests, 'request')} without a token count)`;
}
