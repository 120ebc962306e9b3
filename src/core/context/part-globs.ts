import { say } from '@/src/schema/values/said';
import { textError } from '../errors';
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
 * Throws `invalid-message` for a glob with signs of other dialects, such as `[a-z]` or nested braces. They would
 * match only themselves.
 */
export function assertGlobs(globs: readonly string[]): void {
  const refused = globs.find((glob) => /[{}[\]()\\|!]/.test(glob.replace(/\{([^{}]*)\}/g, '$1')));
  if (refused === undefined) return;
  throw textError('invalid-message', say('error.context.glob', { glob: refused }));
}

/**
 * Returns a test for keys that match one of the globs: `*` matches any text without `/`, `**` any path, `?` a character,
 * `{a,b}` either alternative. It takes time linear in the key for each sign of a glob. The test ignores case, Unicode
 * variants of a character, and the numbers of sections, so sections with the same name match alike. An empty list matches
 * nothing.
 */
export function matcherOf(globs: readonly string[]): MatchesKey {
  const all = [...new Set([...globs.map(comparable), ...globs.map(normalForm)])];
  const fits = (key: string) => all.some((glob) => follow(glob, key, [true])[key.length]);
  return (key) => fits(comparable(key)) || fits(normalForm(key));
}

/** Matches the pieces of a glob. `**` counts only if it is a whole segment. An unclosed brace is plain text. */
const PIECES = /\{[^{}]*\}|(?<![^/])\*\*(?:\/|$)|[*?{]|[^*?{]+/g;

/** For each place of a key, true if it is reached. */
type Places = readonly (boolean | undefined)[];

/** The places at which a glob may end, from those at which it may begin. Each piece visits each place once. */
function follow(glob: string, key: string, starts: Places): Places {
  return (glob.match(PIECES) ?? []).reduce((from, piece) => {
    const first = from.indexOf(true);
    if (first < 0) return from;
    const isChoice = piece.length > 1 && piece.startsWith('{');
    const choices = isChoice
      ? piece
          .slice(1, -1)
          .split(',')
          .map((choice) => follow(choice, key, from))
      : [];
    const to: (boolean | undefined)[] = [];
    for (let at = first; at <= key.length; at += 1) {
      const isSlash = key[at - 1] === '/';
      to[at] =
        choices.some((ends) => ends[at]) ||
        (piece === '**' && (from[at] || to[at - 1])) ||
        (piece === '**/' && (from[at] || (isSlash && at > first))) ||
        (piece === '*' && (from[at] || (to[at - 1] && !isSlash))) ||
        (piece === '?' && from[at - 1] && !isSlash) ||
        (from[at - piece.length] && key.endsWith(piece, at));
    }
    return to;
  }, starts);
}

/** The globs that match no key: the part was renamed or removed, or never existed. */
export function globsFittingNothing(globs: readonly string[], keys: readonly string[]): string[] {
  return globs.filter((glob) => !keys.some(matcherOf([glob])));
}
