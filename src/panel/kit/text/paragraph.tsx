import type { TextKey } from '@/src/schema/values/said';
import { t } from '@/src/texts/i18n';

/** A paragraph with a text of the catalogue. */
export function Paragraph({ text }: { text: TextKey }) {
  return <p>{t(text)}</p>;
}

/** A paragraph with a text of the catalogue, in the muted colour of explanations. */
export function SecondaryText({ text }: { text: TextKey }) {
  return <p className="secondary">{t(text)}</p>;
}
