import { useEffect, useState } from 'react';
import { StewardError } from '@/src/core/errors';
import { sendCommand } from '@/src/panel/data/send-command';
import { follow, query } from '@/src/panel/data/stored-data';
import { useFlushOnHide, WRITE_DELAY_MS } from '@/src/panel/kit/use-flush-on-hide';
import { i18n } from '@/src/texts/i18n';
import { type ComposerText, createComposerText } from './composer-text';

/**
 * The composer text of the chat shown; stored before the panel is hidden or closed.
 *
 * @param report shows an error; the function that it returns takes it back, which happens once a text could be stored again
 */
export function useComposerText(
  chatId: string | null,
  initialText: string,
  report: (error: unknown) => () => void,
): ComposerText {
  const [composerText] = useState(() => {
    let takeBack = () => {};
    const onError = (cause: unknown) => {
      takeBack = report(notStored(cause));
    };
    return createComposerText({
      store: {
        read: (id) => query(({ composerTextOf }) => composerTextOf(id)),
        write: (id, text) => sendCommand({ type: 'keep-text', chatId: id, text }),
        watch: (id, onChange) =>
          follow(({ composerTextOf }) => composerTextOf(id), { next: onChange, error: onError }),
      },
      delayMs: WRITE_DELAY_MS,
      initialText,
      onError,
      onStored: () => takeBack(),
    });
  });

  useEffect(() => composerText.open(chatId), [composerText, chatId]);
  useFlushOnHide(composerText.flush);

  return composerText;
}

function notStored(cause: unknown): StewardError {
  return new StewardError('storage', i18n.t('composer.field.notStored'), {
    remedy: i18n.t('composer.field.notStoredRemedy'),
    details: cause instanceof Error ? cause.message : String(cause),
    cause,
  });
}
