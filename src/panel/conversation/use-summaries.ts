import { useMemo } from 'react';
import type { Perform } from '../errors/use-command-error';
import { sendCommand } from '../link/send-command';
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
