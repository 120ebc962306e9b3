import { useEffect, useState } from 'react';
import { StewardError } from '@/src/core/errors';
import { composerTextOf } from '@/src/store/queries';
import { sendCommand } from '../link/send-command';
import { type ComposerText, createComposerText } from './composer-text';

const WRITE_DELAY_MS = 300;

/** The composer's draft for the chat shown; written before the panel is hidden or closed. */
export function useComposerText(
  chatId: string | null,
  initialText: string,
  onError: (error: unknown) => void,
): ComposerText {
  const [composerText] = useState(() =>
    createComposerText({
      store: {
        read: composerTextOf,
        write: (id, text) => sendCommand({ type: 'keep-text', chatId: id, text }),
      },
      delayMs: WRITE_DELAY_MS,
      initialText,
      onError: (cause) => onError(notKept(cause)),
    }),
  );

  useEffect(() => composerText.open(chatId), [composerText, chatId]);

  useEffect(() => {
    const flush = () => composerText.flush();
    document.addEventListener('visibilitychange', flush);
    window.addEventListener('pagehide', flush);
    return () => {
      document.removeEventListener('visibilitychange', flush);
      window.removeEventListener('pagehide', flush);
    };
  }, [composerText]);

  return composerText;
}

function notKept(cause: unknown): StewardError {
  return new StewardError('storage', 'What you are writing can’t be kept while the panel is closed.', {
    remedy: 'Send it, or copy it elsewhere, before you close the panel.',
    details: cause instanceof Error ? cause.message : String(cause),
    cause,
  });
}
