import { type LiveSummary, reduceSummary, type SummaryEvent } from '@/src/core/records/live-summary';
import { textPieces } from '@/src/core/text/text-pieces';
import { type LiveMessage, MAX_LIVE_TEXT } from '@/src/messages/live';

/** Interval in milliseconds in which text is joined into one message. */
const FLUSH_MS = 50;

/** Sends summaries to the panels while the model writes them. Stores nothing. */
export interface SummaryStream {
  emit(chatId: string, event: SummaryEvent): void;
  /** Sends the text written so far, for a panel that starts to watch the chat. */
  resend(chatId: string): void;
}

interface Writing {
  summary: LiveSummary;
  unsent: string;
  timer: ReturnType<typeof setTimeout> | null;
}

/** Creates the stream; `send` sends a message to the panels that watch the chat. */
export function createSummaryStream(send: (chatId: string, message: LiveMessage) => void): SummaryStream {
  /** Chats whose summary is being written. */
  const chats = new Map<string, Writing>();

  const sendEvent = (chatId: string, event: SummaryEvent) => send(chatId, { type: 'summary', chatId, event });

  function flush(chatId: string, writing: Writing): void {
    if (writing.timer !== null) clearTimeout(writing.timer);
    writing.timer = null;
    const { unsent } = writing;
    writing.unsent = '';
    sendText(chatId, unsent);
  }

  function sendText(chatId: string, text: string): void {
    for (const piece of textPieces(text, MAX_LIVE_TEXT)) sendEvent(chatId, { type: 'text', text: piece });
  }

  return {
    emit(chatId, event) {
      const before = chats.get(chatId);
      const summary = reduceSummary(before?.summary ?? null, event);
      if (event.type === 'text') {
        if (before === undefined || summary === null) return;
        before.summary = summary;
        before.unsent += event.text;
        before.timer ??= setTimeout(() => flush(chatId, before), FLUSH_MS);
        return;
      }
      if (before !== undefined) flush(chatId, before);
      if (summary?.isWriting === true) chats.set(chatId, { summary, unsent: '', timer: null });
      else chats.delete(chatId);
      sendEvent(chatId, event);
    },

    resend(chatId) {
      const writing = chats.get(chatId);
      if (writing === undefined) {
        sendEvent(chatId, { type: 'ended', isStored: false });
        return;
      }
      // The unsent text is part of the whole text, which is sent below.
      writing.unsent = '';
      const { requestId, messageId, after, text } = writing.summary;
      sendEvent(chatId, { type: 'started', requestId, messageId, after });
      sendText(chatId, text);
    },
  };
}
