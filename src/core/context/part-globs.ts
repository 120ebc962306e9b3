import picomatch from 'picomatch';
import { comparable, normalForm } from './part-names';

/** Tests the key of a page's part, e.g. `users/table-1`. */
export type MatchesKey = (key: string) => boolean;

/** Splits the text that a user enters, one glob per line. Drops blank lines, and white space around a glob. */
export function globsIn(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/**
 * Returns a test for keys that match one of the globs, in picomatch's syntax: `*` matches any text without `/`, `**` any
 * path, `{a,b}` either alternative. The test ignores case, Unicode variants of a character, and the numbers of sections,
 * so sections with the same name match alike. An empty list matches nothing.
 */
export function matcherOf(globs: readonly string[]): MatchesKey {
  if (globs.length === 0) return () => false;
  const fits = picomatch([...globs.map(comparable), ...globs.map(normalForm)], { dot: true, nonegate: true });
  return (key) => fits(comparable(key)) || fits(normalForm(key));
}

/** The globs that match no key: the part was renamed or removed, or never existed. */
export function globsFittingNothing(globs: readonly string[], keys: readonly string[]): string[] {
  return globs.filter((glob) => !keys.some(matcherOf([glob])));
}
