import { useMemo } from 'react';
import { sendCommand } from '@/src/panel/data/send-command';
import { useInChat, useShownChat } from '@/src/panel/data/shown-chat';
import { useLive } from '@/src/panel/data/use-live';
import { canSummarize } from './can-summarize';
import type { SummaryActions } from './summary-actions';

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
  const actions = useMemo<SummaryActions>(
    () => ({
      onCancel: () => void inChat((chatId) => sendCommand({ type: 'cancel-summary', chatId })),
      onEdit: (summaryId, text) =>
        inChat((chatId) => sendCommand({ type: 'edit-summary', chatId, summaryId, text })),
      onAccept: (summaryId, text) =>
        inChat((chatId) => sendCommand({ type: 'accept-summary', chatId, summaryId, text })),
      onDiscard: (summaryId) =>
        inChat((chatId) => sendCommand({ type: 'discard-summary', chatId, summaryId })),
      onRemove: (summaryId) => inChat((chatId) => sendCommand({ type: 'remove-summary', chatId, summaryId })),
    }),
    [inChat],
  );
  return {
    isWriting,
    isPossible: view !== null && !isWriting && canSummarize(view),
    actions,
    summarize: () => void inChat((chatId) => sendCommand({ type: 'summarize', chatId })),
  };
}
