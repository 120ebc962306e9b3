import type { AccountingMessage } from '@/src/core/chat/message';
import { count } from '../text/count';

/** What the chat had cost when messages left the conversation. */
export function AccountingRow({ message }: { message: AccountingMessage }) {
  const { inputTokens, outputTokens, cacheReadTokens, cacheCreationTokens } = message.cumulativeTokens;
  const parts = [
    count(inputTokens, 'token in', 'tokens in'),
    ...(cacheReadTokens + cacheCreationTokens > 0
      ? [count(cacheReadTokens + cacheCreationTokens, 'cached', 'cached')]
      : []),
    count(outputTokens, 'out', 'out'),
  ];
  return <p className="hairline-row meta">Used until here: {parts.join(' · ')}</p>;
}
