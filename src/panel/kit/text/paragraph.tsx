import type { Said, TextKey } from '@/src/schema/values/said';
import { t } from '@/src/texts/i18n';
import { SaidWords } from './said-words';

/** A paragraph with a text of the catalogue. */
export function Paragraph({ text }: { text: TextKey }) {
  return <p>{t(text)}</p>;
}

/** A paragraph with a text of the catalogue, in the muted colour of explanations. */
export function SecondaryText({ text }: { text: TextKey }) {
  return <p className="secondary">{t(text)}</p>;
}

/** A paragraph with words in the user's language, as {@link SaidWords} shows them. */
export function SaidParagraph({ said }: { said: Said }) {
  return (
    <p>
      <SaidWords said={said} />
    </p>
  );
}

/** As {@link SaidParagraph}, in the muted colour of explanations. */
export function SecondarySaid({ said }: { said: Said }) {
  return (
    <p className="secondary">
      <SaidWords said={said} />
    </p>
  );
}
