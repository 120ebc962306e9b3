import { useMemo } from 'react';
import { sendCommand } from '@/src/panel/data/send-command';
import type { Perform } from '@/src/panel/kit/errors/use-command-error';
import type { SummaryActions } from './summary-actions';

/** The commands for summaries of a chat. `perform` shows their errors. */
export interface Summaries {
  /** True while the model writes one. */
  isWriting: boolean;
  actions: SummaryActions;
  summarize(): void;
}

export function useSummaries(chatId: string | null, isWriting: boolean, perform: Perform): Summaries {
  return useMemo(() => {
    const inChat = async (work: (id: string) => Promise<unknown>) =>
      chatId !== null && (await perform(() => work(chatId)));
    return {
      isWriting,
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
  }, [chatId, isWriting, perform]);
}
