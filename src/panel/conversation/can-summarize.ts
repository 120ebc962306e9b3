import { hasEnded } from '@/src/core/records/transition';
import type { ChatView } from '@/src/store/queries';

/** True if the conversation has something to summarize, no run is open, and no draft waits for a decision. */
export function canSummarize({ messages, run }: ChatView): boolean {
  if (run === null || !hasEnded(run.status)) return false;
  if (messages.some((message) => message.role === 'summary' && message.state === 'draft')) return false;
  const boundary = messages.findLastIndex(
    (message) => message.role === 'summary' && message.state === 'boundary',
  );
  return messages.slice(boundary + 1).some(({ role }) => role === 'user' || role === 'system');
}
