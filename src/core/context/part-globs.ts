import picomatch from 'picomatch';
import { comparable, normalForm } from './part-names';

/** Tests the key of a page's part, e.g. `users/table-1`. */
export type MatchesKey = (key: string) => boolean;

/** Globs as a user enters them: one for each line. Blank lines and blanks around a glob don't count. */
export function globsIn(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/**
 * A test for keys that fit one of the globs: `*` stands for a text without `/`, `**` for any path, `{a,b}` for one of
 * several (the syntax of picomatch). Upper and lower case count as equal, as do the ways to write a character, and sections of the same
 * name. A glob that names numbers fits with or without them. No glob fits nothing.
 */
export function matcherOf(globs: readonly string[]): MatchesKey {
  if (globs.length === 0) return () => false;
  const fits = picomatch([...globs.map(comparable), ...globs.map(normalForm)], { dot: true, nonegate: true });
  return (key) => fits(comparable(key)) || fits(normalForm(key));
}

/** The globs that fit none of the keys: what they name is renamed, gone, or was never there. */
export function globsFittingNothing(globs: readonly string[], keys: readonly string[]): string[] {
  return globs.filter((glob) => !keys.some(matcherOf([glob])));
}
