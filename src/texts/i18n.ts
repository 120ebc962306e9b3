import type { Texts } from '#texts';
import { createWording, type Wording } from '@/src/core/text/wording';
import type { Said, SaidText, TextId, TextKey } from '@/src/schema/values/said';
import type { OwnText } from './own-text';

/**
 * Inserted values from which the text stays Steward's own: numbers and Steward's own words. Any other value may be from
 * elsewhere.
 */
type OwnValues = Readonly<Record<string, number | OwnText>>;

/** The text of a key in the language of this document, with the values that it needs. */
interface Translate {
  (key: TextKey): OwnText;
  <Id extends TextId, Values extends Texts[Id]>(
    id: Id,
    values: Values,
  ): Values extends OwnValues ? OwnText : string;
}

let wording: Wording = createWording({}, 'en', ['en']);

/** Sets the texts that this document shows. Called before it shows any. */
export function showTexts(chosen: Wording): void {
  wording = chosen;
}

/** The texts that this document shows. */
export function currentWording(): Wording {
  return wording;
}

/** The catalogue of texts: docs/texts.md. */
export const i18n: { t: Translate } = {
  // The compiler can't follow both signatures.
  t: (id: string, values?: SaidText['values']) => wording.text({ id, values: values ?? {} }) as OwnText,
};

/** Words for a place that takes only text, such as a label. */
export function wordsOf(said: Said): string {
  return wording.text(said);
}

/** A number as the user's language writes it: `1,204`. */
export function formatNumber(amount: number): OwnText {
  return amount.toLocaleString([...wording.locales]) as OwnText;
}
