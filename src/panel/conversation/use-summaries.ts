import { useMemo } from 'react';
import { hasEnded } from '@/src/core/records/transition';
import type { CommandOf } from '@/src/messages/commands';
import { sendCommand } from '@/src/panel/data/send-command';
import { useInChat, useShownChat } from '@/src/panel/data/shown-chat';
import { useLive } from '@/src/panel/data/use-live';
import type { ChatView } from '@/src/store/queries';

/** The user's decisions on a summary: each resolves to true if it was accepted. An error is shown by the panel. */
export interface SummaryActions {
  /** Cancels the one that is being written. */
  onCancel(): void;
  onEdit(summaryId: string, text: string): Promise<boolean>;
  onAccept(summaryId: string, text: string): Promise<boolean>;
  onDiscard(summaryId: string): Promise<boolean>;
  onRemove(summaryId: string): Promise<boolean>;
}

/** Commands that write, edit, accept and remove a chat's summaries. */
export interface Summaries {
  /** True while the model writes one. */
  isWriting: boolean;
  /** False without messages, and while a run isn't over or a summary is being written. */
  isPossible: boolean;
  actions: SummaryActions;
  summarize(): void;
}

/** The same actions until another chat is shown. */
export function useSummaries(): Summaries {
  const { feed, view } = useShownChat();
  const inChat = useInChat();
  const isWriting = useLive(feed, ({ summary }) => summary?.isWriting === true) ?? false;
  const actions = useMemo<SummaryActions>(() => {
    const change = (summaryId: string, made: CommandOf<'change-summary'>['change']) =>
      inChat((chatId) => sendCommand({ type: 'change-summary', chatId, summaryId, change: made }));
    return {
      onCancel: () => void inChat((chatId) => sendCommand({ type: 'cancel-summary', chatId })),
      onEdit: (summaryId, text) => change(summaryId, { kind: 'edit', text }),
      onAccept: (summaryId, text) => change(summaryId, { kind: 'accept', text }),
      onDiscard: (summaryId) => change(summaryId, { kind: 'discard' }),
      onRemove: (summaryId) => change(summaryId, { kind: 'remove' }),
    };
  }, [inChat]);
  return {
    isWriting,
    isPossible: view !== null && !isWriting && canSummarize(view),
    actions,
    summarize: () => void inChat((chatId) => sendCommand({ type: 'summarize', chatId })),
  };
}

/** True if the conversation has something to summarize, no run is open, and no draft waits for a decision. */
function canSummarize({ landmarks, run }: Pick<ChatView, 'landmarks' | 'run'>): boolean {
  if (run === null || !hasEnded(run.status)) return false;
  const { user, system, summaries } = landmarks;
  if (summaries.some(({ state }) => state === 'draft')) return false;
  const boundary = summaries.findLast(({ state }) => state === 'boundary');
  return [user, system].some(
    (message) => message !== null && (boundary === undefined || message.position > boundary.position),
  );
}
