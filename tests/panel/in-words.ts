import { isSaidText } from '@/src/schema/values/said';
import { wordsOf } from '@/src/texts/i18n';

/** A value with the words of each text of the catalogue in its place. */
export function inWords(value: unknown): unknown {
  if (isSaidText(value)) return wordsOf(value);
  if (Array.isArray(value)) return value.map(inWords);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, inWords(part)]));
}
