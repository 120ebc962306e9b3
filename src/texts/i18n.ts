import { createI18n } from '@wxt-dev/i18n';
import type { GeneratedI18nStructure } from '#i18n';
import type { OwnText } from './own-text';
import type { TextKey } from './text-key';

/** Something to insert into a text. A number appears without separators, as in an id. */
type Value = string | number;

type NamedValues<Features> = Features extends { namedSubstitutions: readonly string[] }
  ? [named: Readonly<Record<Features['namedSubstitutions'][number], Value>>]
  : [];

type Arguments<Features> = Features extends { plural: true }
  ? [count: number, ...NamedValues<Features>]
  : NamedValues<Features>;

/**
 * Inserted values from which the text stays Steward's own: numbers and Steward's own words. Any other value may be from
 * elsewhere.
 */
type OwnValues = readonly (number | Readonly<Record<string, number | OwnText>>)[];

/** The text of a key in the browser's language, with the values that it needs. A count chooses the form of a plural. */
interface Translate {
  (key: TextKey): OwnText;
  <Key extends keyof GeneratedI18nStructure, Values extends Arguments<GeneratedI18nStructure[Key]>>(
    key: Key,
    ...values: Values
  ): Values extends OwnValues ? OwnText : string;
}

/** A number as the user's language writes it: `1,204`. */
export function formatNumber(amount: number): string {
  return amount.toLocaleString();
}

const catalogue = createI18n() as { t(key: string, ...values: readonly unknown[]): OwnText };

/**
 * The catalogue of the user interface's texts: docs/texts.md. It has types of its own, since those of `#i18n` compare each call
 * with all keys: for 1,300 keys the compiler then takes minutes.
 */
export const i18n: { t: Translate } = {
  t: (key: string, ...values: readonly unknown[]) =>
    catalogue.t(key, ...values, typeof values[0] === 'number' ? [formatNumber(values[0])] : null),
};
