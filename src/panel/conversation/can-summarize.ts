import { hasEnded } from '@/src/core/records/transition';
import type { ChatView } from '@/src/store/queries';

/** True if the conversation has something to summarize, no run is open, and no draft waits for a decision. */
export function canSummarize({ landmarks, run }: Pick<ChatView, 'landmarks' | 'run'>): boolean {
  if (run === null || !hasEnded(run.status)) return false;
  const { user, system, summaries } = landmarks;
  if (summaries.some(({ state }) => state === 'draft')) return false;
  const boundary = summaries.findLast(({ state }) => state === 'boundary');
  return [user, system].some(
    (message) => message !== null && (boundary === undefined || message.position > boundary.position),
  );
}
