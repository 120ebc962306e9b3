import { useMemo } from 'react';
import { hasEnded } from '@/src/core/records/transition';
import type { CommandOf } from '@/src/messages/commands';
import { sendCommand } from '@/src/panel/data/send-command';
import { useInChat, useShownChat } from '@/src/panel/data/shown-chat';
import { useLive } from '@/src/panel/data/use-live';
import type { ChatView } from '@/src/store/queries';

/** The user's decisions on a summary. Each resolves to true if the command succeeded; the panel shows its error otherwise. */
export interface SummaryActions {
  /** Cancels the summary that is being written. */
  onCancel(): void;
  onEdit(summaryId: string, text: string): Promise<boolean>;
  onAccept(summaryId: string, text: string): Promise<boolean>;
  onDiscard(summaryId: string): Promise<boolean>;
  onRemove(summaryId: string): Promise<boolean>;
}

/** Commands that write, edit, accept and remove a chat's summaries. */
export interface Summaries {
  isWriting: boolean;
  /**
   * True if a summary can be requested: the run has ended, a user's message or an event follows the last accepted summary, and
   * no summary is being written or waits for a decision.
   */
  isPossible: boolean;
  actions: SummaryActions;
  summarize(): void;
}

/** Commands for the shown chat's summaries. `actions` stays the same object until another chat is shown. */
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

/** True if the run has ended, no draft waits for a decision, and a user's message or an event follows the last accepted summary. */
function canSummarize({ landmarks, run }: Pick<ChatView, 'landmarks' | 'run'>): boolean {
  if (run === null || !hasEnded(run.status)) return false;
  const { user, system, summaries } = landmarks;
  if (summaries.some(({ state }) => state === 'draft')) return false;
  const boundary = summaries.findLast(({ state }) => state === 'boundary');
  return [user, system].some(
    (message) => message !== null && (boundary === undefined || message.position > boundary.position),
  );
}
