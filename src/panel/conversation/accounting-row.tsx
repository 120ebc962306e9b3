import type { AccountingMessage } from '@/src/core/chat/message';
import { count } from '../text/count';

/** What happened, where no row above says so. */
const EVENTS = {
  'Rolled back': null,
  Undone: null,
  'Unsaved changes put back': null,
  Cancelled: 'The answer was cancelled.',
  'Checkpoints let go': 'The oldest checkpoints were let go.',
} as const satisfies Record<AccountingMessage['reason'], string | null>;

/** What the chat had cost when something left it. */
export function AccountingRow({ message }: { message: AccountingMessage }) {
  const { inputTokens, outputTokens, cacheReadTokens, cacheCreationTokens } = message.cumulativeTokens;
  const parts = [
    count(inputTokens, 'token in', 'tokens in'),
    ...(cacheReadTokens + cacheCreationTokens > 0
      ? [count(cacheReadTokens + cacheCreationTokens, 'cached', 'cached')]
      : []),
    count(outputTokens, 'out', 'out'),
  ];
  const event = EVENTS[message.reason];
  return (
    <p className="hairline-row meta">
      {event !== null && `${event} `}Used until here: {parts.join(' · ')}
    </p>
  );
}
