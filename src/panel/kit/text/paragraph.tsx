import { i18n } from '@/src/texts/i18n';
import type { TextKey } from '@/src/texts/text-key';

/** A paragraph of the catalogue. */
export function Paragraph({ text }: { text: TextKey }) {
  return <p>{i18n.t(text)}</p>;
}

/** A paragraph of the catalogue that explains what is beside it. */
export function SecondaryText({ text }: { text: TextKey }) {
  return <p className="secondary">{i18n.t(text)}</p>;
}
