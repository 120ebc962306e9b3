import { useEffect, useRef, useState } from 'react';
import { type StewardError, textError } from '@/src/core/errors';
import { sendCommand } from '@/src/panel/data/send-command';
import { useShownChat } from '@/src/panel/data/shown-chat';
import { query } from '@/src/panel/data/stored-data';
import { useFlushOnHide, WRITE_DELAY_MS } from '@/src/panel/kit/debounced-write';
import { useCommands } from '@/src/panel/kit/errors/command-errors';
import type { ChatView } from '@/src/store/queries';
import { type ComposerText, createComposerText } from './composer-text';

/** The composer text of the chat shown; stored before the panel is hidden or closed. */
export function useComposerText(initialText: string): ComposerText {
  const { chatId } = useShownChat();
  const { report } = useCommands();
  const [composerText] = useState(() => {
    let takeBack = () => {};
    return createComposerText({
      store: {
        read: (id) => query(({ composerTextOf }) => composerTextOf(id)),
        write: (id, text) => sendCommand({ type: 'keep-text', chatId: id, text }),
      },
      delayMs: WRITE_DELAY_MS,
      initialText,
      onError(cause) {
        takeBack = report(notStored(cause));
      },
      // Removes the error once a text could be stored again.
      onStored: () => takeBack(),
    });
  });

  useEffect(() => composerText.open(chatId), [composerText, chatId]);
  useFlushOnHide(composerText.flush);
  useSentElsewhere(composerText);

  return composerText;
}

/**
 * Removes the chat's stored text from the field when the chat gets it as a message: another panel sent it, or this one before it was
 * loaded again.
 */
function useSentElsewhere(composerText: ComposerText): void {
  const { view } = useShownChat();
  const last = useRef<SentMessage | null>(null);
  useEffect(() => {
    const sent = view === null ? null : newestMessage(view);
    const before = last.current;
    last.current = sent;
    if (sent === null || sent.chatId !== before?.chatId) return;
    // After a rollback, the newest message is an older one.
    if (sent.atMs > before.atMs) composerText.removeSentElsewhere(sent.text);
  }, [view, composerText]);
}

interface SentMessage {
  chatId: string;
  text: string;
  atMs: number;
}

/** The user's newest message of the chat, which may be queued. */
function newestMessage({ chat, landmarks }: ChatView): SentMessage {
  const { id: chatId, pendingMessage } = chat;
  if (pendingMessage !== null) return { chatId, text: pendingMessage.text, atMs: pendingMessage.queuedAtMs };
  return { chatId, text: landmarks.user?.content ?? '', atMs: landmarks.user?.createdAtMs ?? 0 };
}

function notStored(cause: unknown): StewardError {
  return textError('storage', 'composer.field.notStored', {
    details: cause instanceof Error ? cause.message : String(cause),
    cause,
  });
}
