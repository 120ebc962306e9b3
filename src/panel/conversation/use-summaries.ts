import { hasEnded } from '@/src/core/records/transition';
import type { CommandOf } from '@/src/messages/commands';
import { useSendInChat, useShownChat } from '@/src/panel/data/shown-chat';
import { useLive } from '@/src/panel/data/use-live';
import type { ChatView } from '@/src/store/queries';

/** State of the chat's summary, and the command that requests one. */
export interface Summaries {
  isWriting: boolean;
  /**
   * True if a summary can be requested: the run has ended, a user's message or an event follows the last accepted summary, and
   * no summary is being written or waits for a decision.
   */
  isPossible: boolean;
  summarize(): void;
}

export function useSummaries(): Summaries {
  const { feed, view } = useShownChat();
  const sendInChat = useSendInChat();
  const isWriting = useLive(feed, ({ summary }) => summary?.isWriting === true) ?? false;
  return {
    isWriting,
    isPossible: view !== null && !isWriting && canSummarize(view),
    summarize: () => void sendInChat({ type: 'summarize' }),
  };
}

/** Returns a function that sends the user's decision on a summary. Its promise resolves to true if the command succeeded. */
export function useSummaryChange(summaryId: string) {
  const sendInChat = useSendInChat();
  return (change: CommandOf<'change-summary'>['change']) =>
    sendInChat({ type: 'change-summary', summaryId, change });
}

/** True if the stored chat meets the conditions of `isPossible`. */
function canSummarize({ landmarks, run }: Pick<ChatView, 'landmarks' | 'run'>): boolean {
  if (run === null || !hasEnded(run.status)) return false;
  const { user, system, summaries } = landmarks;
  if (summaries.some(({ state }) => state === 'draft')) return false;
  const boundary = summaries.findLast(({ state }) => state === 'boundary');
  return [user, system].some(
    (message) => message !== null && (boundary === undefined || message.position > boundary.position),
  );
}
