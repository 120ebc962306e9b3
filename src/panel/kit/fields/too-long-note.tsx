import { MAX_MESSAGE_LENGTH } from '@/src/messages/channels';
import { t } from '@/src/texts/i18n';

/**
 * Number of characters by which a text exceeds the limit of a message; 0 if it fits. White space at both ends doesn't count, since it isn't
 * sent.
 */
export function excessLength(text: string): number {
  return Math.max(0, text.trim().length - MAX_MESSAGE_LENGTH);
}

/** Explains that a message is too long. Screen readers announce only the first sentence, since the counts change with each key. */
export function TooLongNote({ id, excess }: { id: string; excess: number }) {
  const length = MAX_MESSAGE_LENGTH + excess;
  return (
    <p className="composer-note" id={id}>
      <span role="alert">{t('composer.tooLong.note')}</span>{' '}
      {t('composer.tooLong.excess', {
        length,
        excess,
      })}
    </p>
  );
}
