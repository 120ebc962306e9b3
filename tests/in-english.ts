import { isSaidText, type SaidText } from '@/src/schema/values/said';
import { wordsOf } from '@/src/texts/i18n';

/** A value in which each text of the catalogue is a string. */
export type InEnglish<Value> = Value extends SaidText
  ? string
  : Value extends readonly (infer Item)[]
    ? InEnglish<Item>[]
    : Value extends object
      ? { [Name in keyof Value]: InEnglish<Value[Name]> }
      : Value;

/** A copy of a value with the English words of its texts, for comparisons. */
export function inEnglish<Value>(value: Value): InEnglish<Value> {
  return worded(value) as InEnglish<Value>;
}

function worded(value: unknown): unknown {
  if (isSaidText(value)) return wordsOf(value);
  if (Array.isArray(value)) return value.map(worded);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, worded(member)]));
}
