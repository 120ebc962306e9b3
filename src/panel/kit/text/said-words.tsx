import { Fragment, type ReactNode } from 'react';
import { isSaidText, type Said, sentences } from '@/src/schema/values/said';
import { partsOf, wordsOf } from '@/src/texts/i18n';
import { ForeignCode, ForeignText } from './foreign-text';

/** An error's message and remedy. */
interface ErrorSentences {
  message: Said;
  remedy: Said;
}

interface SaidPartsProps {
  said: Said;
  own(text: string): ReactNode;
  foreign(text: string): ReactNode;
}

/** A text in the user's language, with an element for each piece. `own` renders Steward's own words, `foreign` those from elsewhere. */
export function SaidParts({ said, own, foreign }: SaidPartsProps) {
  return partsOf(said).map((part, index) => {
    // The same piece may occur several times, so only its position identifies it.
    const key = index;
    return <Fragment key={key}>{typeof part === 'string' ? own(part) : foreign(part.foreign)}</Fragment>;
  });
}

/** A text in the user's language. What it inserts from elsewhere is shown as {@link ForeignText}. */
export function SaidWords({ said }: { said: Said }) {
  return <SaidParts said={said} own={(text) => text} foreign={(text) => <ForeignText text={text} />} />;
}

/** A value from elsewhere as code; Steward's own words as plain text. */
export function SaidCode({ said }: { said: Said }) {
  return isSaidText(said) ? <SaidWords said={said} /> : <ForeignCode text={said} />;
}

export function ErrorWords({ error }: { error: ErrorSentences }) {
  return <SaidWords said={sentences(error.message, error.remedy)} />;
}

/** As {@link ErrorWords}, for a place that takes only text. */
export function errorText(error: ErrorSentences): string {
  return wordsOf(sentences(error.message, error.remedy));
}

/** Props with which `FoldedText` shows a text. Text from elsewhere may be long, so it is spelled out only where it is shown. */
export function foldable(said: Said): { text: string; isSpelledOut: boolean } {
  return isSaidText(said) ? { text: wordsOf(said), isSpelledOut: false } : { text: said, isSpelledOut: true };
}
