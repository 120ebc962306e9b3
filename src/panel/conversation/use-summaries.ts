import { useMemo } from 'react';
import { sendCommand } from '@/src/panel/data/send-command';
import { useInChat, useShownChat } from '@/src/panel/data/shown-chat';
import { useLive } from '@/src/panel/data/use-live';
import { canSummarize } from './can-summarize';
import type { SummaryActions } from './summary-actions';

/** The commands for summaries of a chat. */
export interface Summaries {
  /** True while the model writes one. */
  isWriting: boolean;
  /** False without messages, and while a run isn't over or a summary is being written. */
  isPossible: boolean;
  actions: SummaryActions;
  summarize(): void;
}

export function useSummaries(): Summaries {
  const { feed, view } = useShownChat();
  const inChat = useInChat();
  const isWriting = useLive(feed, ({ summary }) => summary?.isWriting === true) ?? false;
  const isPossible = view !== null && !isWriting && canSummarize(view);
  return useMemo(() => {
    return {
      isWriting,
      isPossible,
      summarize: () => void inChat((id) => sendCommand({ type: 'summarize', chatId: id })),
      actions: {
        onCancel: () => void inChat((id) => sendCommand({ type: 'cancel-summary', chatId: id })),
        onEdit: (summaryId, text) =>
          inChat((id) => sendCommand({ type: 'edit-summary', chatId: id, summaryId, text })),
        onAccept: (summaryId, text) =>
          inChat((id) => sendCommand({ type: 'accept-summary', chatId: id, summaryId, text })),
        onDiscard: (summaryId) =>
          inChat((id) => sendCommand({ type: 'discard-summary', chatId: id, summaryId })),
        onRemove: (summaryId) =>
          inChat((id) => sendCommand({ type: 'remove-summary', chatId: id, summaryId })),
      },
    };
  }, [inChat, isWriting, isPossible]);
}
