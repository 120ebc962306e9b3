import type { Texts } from '#texts';

/** A text of the catalogue with its values, which is put into words only where it is read. */
export interface SaidText<Id extends string = string> {
  readonly id: Id;
  readonly values: Readonly<Record<string, SaidValue>>;
}

/** Words for a reader: a text of the catalogue, or words from elsewhere (a page, an endpoint, a row that an older version stored). */
export type Said = string | SaidText;

/** A value inside a text. Several values are joined in the way of the reader's language, e.g. `a, b and c`. */
export type SaidValue = number | Said | readonly Said[] | SaidChoices | SaidSentences;

/** Several values of which one is meant: `a, b or c`. */
export interface SaidChoices {
  readonly anyOf: readonly Said[];
}

/** Sentences, joined in the way of the reader's language. */
interface SaidSentences {
  readonly inTurn: readonly Said[];
}

/** A key of the catalogue. */
export type TextId = keyof Texts;

/** A key whose text needs no values. */
export type TextKey = { [Id in TextId]: Record<never, never> extends Texts[Id] ? Id : never }[TextId];

/** A key whose text needs only a count. */
export type CountedKey = {
  [Id in TextId]: Texts[Id] extends { readonly count: number }
    ? keyof Texts[Id] extends 'count'
      ? Id
      : never
    : never;
}[TextId];

/** The values that a text needs; none for a text without any. */
export type TextValues<Id extends TextId> = Id extends TextKey ? [] : [values: Texts[Id]];

/** A text of the catalogue, to be put into words later. */
export function say<Id extends TextId>(id: Id, ...[values]: TextValues<Id>): SaidText<Id> {
  return { id, values: values === undefined ? {} : (values as SaidText['values']) };
}

export function isSaidText(value: unknown): value is SaidText {
  return typeof value === 'object' && value !== null && 'id' in value && 'values' in value;
}

/** Joins short facts in a line, such as “13 models hidden · not saved”. */
export function factsInLine(first: Said, ...others: readonly Said[]): Said {
  return others.reduce<Said>((line, second) => say('common.facts', { first: line, second }), first);
}

/**
 * Joins independent sentences, each of them once. Null and an empty text are skipped. Sentences within sentences are not nested, so
 * that the depth doesn't grow with their number.
 */
export function sentences(...said: readonly (Said | null)[]): Said {
  const each = said.flatMap((one) => (one === null || one === '' ? [] : sentencesOf(one)));
  const once = [...new Map(each.map((one) => [JSON.stringify(one), one])).values()];
  const [first = '', second] = once;
  return second === undefined ? first : say('said.sentences', { sentences: { inTurn: once } });
}

/** The sentences that were joined, or the only one. */
export function sentencesOf(said: Said): readonly Said[] {
  const value = isSaidText(said) && said.id === 'said.sentences' ? said.values.sentences : undefined;
  return typeof value === 'object' && 'inTurn' in value ? value.inTurn : [said];
}
