import { Fragment } from 'react';
import { isSaidText, type Said, type SaidText, say } from '@/src/schema/values/said';
import { currentWording, wordsOf } from '@/src/texts/i18n';
import { ForeignText } from './foreign-text';

/** What went wrong, and what the user can do about it. */
interface ErrorSentences {
  message: Said;
  remedy: Said;
}

/** Words in the user's language. What they insert from elsewhere is shown as {@link ForeignText}. */
export function SaidWords({ said }: { said: Said }) {
  if (!isSaidText(said)) return <ForeignText text={said} />;
  return currentWording()
    .parts(said.id, said.values)
    .map((part, index) => {
      // A piece is identified only by its position.
      const key = index;
      return (
        <Fragment key={key}>{typeof part === 'string' ? part : <ForeignText text={part.foreign} />}</Fragment>
      );
    });
}

export function ErrorWords({ error }: { error: ErrorSentences }) {
  return <SaidWords said={sentences(error)} />;
}

/** As {@link ErrorWords}, for a place that takes only text. */
export function errorText(error: ErrorSentences): string {
  return wordsOf(sentences(error));
}

function sentences({ message, remedy }: ErrorSentences): SaidText {
  return say('errors.card.both', { message, remedy });
}
