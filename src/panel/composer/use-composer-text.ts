import { useEffect, useState } from 'react';
import { type StewardError, textError } from '@/src/core/errors';
import { sendCommand } from '@/src/panel/data/send-command';
import { useShownChat } from '@/src/panel/data/shown-chat';
import { query } from '@/src/panel/data/stored-data';
import { useFlushOnHide, WRITE_DELAY_MS } from '@/src/panel/kit/debounced-write';
import { useCommands } from '@/src/panel/kit/errors/command-errors';
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

  return composerText;
}

function notStored(cause: unknown): StewardError {
  return textError('storage', 'composer.field.notStored', {
    details: cause instanceof Error ? cause.message : String(cause),
    cause,
  });
}
