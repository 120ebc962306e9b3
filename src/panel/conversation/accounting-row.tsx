import type { AccountingMessage, TokenTotals } from '@/src/core/records/message';
import { count } from '../text/count';

/** What happened, where no row above says so. */
const EVENTS = {
  'Rolled back': null,
  Undone: null,
  'Unsaved changes put back': null,
  'Earlier save restored': null,
  Cancelled: 'The answer was cancelled.',
  'Checkpoints let go': 'The oldest checkpoints were let go.',
} as const satisfies Record<AccountingMessage['reason'], string | null>;

/** What the chat had used when something left it. */
export function AccountingRow({ message }: { message: AccountingMessage }) {
  const event = EVENTS[message.reason];
  return (
    <p className="hairline-row meta">
      {event !== null && `${event} `}Used until here: {tokensText(message.cumulativeTokens)}
    </p>
  );
}

/** If requests have unknown counts, the sums are stated as lower bounds, or as unknown if nothing is known. */
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
