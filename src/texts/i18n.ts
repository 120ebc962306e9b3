import { createI18n } from '@wxt-dev/i18n';
import type { GeneratedI18nStructure } from '#i18n';
import type { TextKey } from './text-key';

/** Something to insert into a text. A number appears without separators, as in an id. */
type Value = string | number;

/** As many values as a text has of `$1`, `$2` and so on. */
type Values<Count> = Count extends 1
  ? [Value]
  : Count extends 2
    ? [Value, Value]
    : Count extends 3
      ? [Value, Value, Value]
      : Value[];

type NumberedValues<Features> = Features extends { substitutions: 0 }
  ? []
  : Features extends { substitutions: infer Count }
    ? [values: Values<Count>]
    : never;

type NamedValues<Features> = Features extends { namedSubstitutions: readonly string[] }
  ? [named: Readonly<Record<Features['namedSubstitutions'][number], Value>>]
  : [];

type Arguments<Features> = Features extends { plural: true }
  ? [count: number, ...NumberedValues<Features>, ...NamedValues<Features>]
  : [...NumberedValues<Features>, ...NamedValues<Features>];

/** The text of a key in the browser's language, with the values that it needs. A count chooses the form of a plural. */
interface Translate {
  (key: TextKey): string;
  <Key extends keyof GeneratedI18nStructure>(
    key: Key,
    ...values: Arguments<GeneratedI18nStructure[Key]>
  ): string;
}

/**
 * The catalogue of the user interface's texts: docs/texts.md. It has types of its own, since those of `#i18n` compare each call
 * with all keys: for 1,300 keys the compiler then takes minutes.
 */
export const i18n = createI18n() as { t: Translate };
