import { compilePattern } from '../filter/matcher';
import type { NamedModels } from './read-sentence';

/** Pattern forms to try, the simplest first; `§` stands for the words. */
const FRAMES = ['§/*', '§*', '§-*', '*-§*', '*:§*', '*/§*', '*§*'];

const WORD_START = '(?<![\\p{L}\\p{N}])';
/** Also matches between letters and digits: `gpt-4o` belongs to "gpt-4", but `gpt-40` doesn't. */
const WORD_END = '(?:(?![\\p{L}\\p{N}])|(?<=\\p{N})(?=\\p{L})|(?<=\\p{L})(?=\\p{N}))';

/**
 * The pattern for models that are named by words: the name itself if the words spell one exactly; else the first form
 * that matches all names with these words and no others; else the first form that matches all of them. Null if no name
 * contains the words.
 */
export function choosePattern(
  { words, isFamily }: NamedModels,
  provider: string,
  names: readonly string[],
): string | null {
  const text = words.join('-').toLowerCase();
  const isExact = (name: string) => [name, `${provider}/${name}`].some((id) => id.toLowerCase() === text);
  const exact = isFamily ? undefined : names.find(isExact);
  if (exact !== undefined) return literalPattern(exact);
  const found = findWords(words, names);
  if (found.size === 0) return null;
  const spellings = [...found.values()];
  const core = words.map((_, at) => mergeSpellings(spellings.map((words) => words[at] ?? ''))).join('*');
  const fitting = FRAMES.map((frame) => frame.replace('§', () => core))
    .map((pattern) => ({ pattern, matched: matching(pattern, provider, names) }))
    .filter(({ matched }) => [...found.keys()].every((name) => matched.has(name)));
  const precise = fitting.find(({ matched }) => matched.size === found.size);
  return (precise ?? fitting[0])?.pattern ?? `*${core}*`;
}

/** The names that a pattern matches, by name or by full id. */
export function matching(pattern: string, provider: string, names: readonly string[]): Set<string> {
  const matches = compilePattern(pattern);
  return new Set(names.filter((name) => matches(name) || matches(`${provider}/${name}`)));
}

/** A pattern that finds all names which may contain these words, with any separators. */
export function loosePattern(words: readonly string[]): string {
  return `*${words
    .join('*')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}*]/gu, '?')}*`;
}

/** A pattern that matches exactly this name. */
function literalPattern(name: string): string {
  return name.replaceAll(/[*?[]/g, '[$&]').replaceAll(/[,\r\n]/g, '?');
}

/** The names with these words in this order, each with its spelling of them. */
function findWords(words: readonly string[], names: readonly string[]): Map<string, string[]> {
  const separated = words.map((word) => word.split(/[^\p{L}\p{N}]/u).join('[^\\p{L}\\p{N}]'));
  const parts = separated.map((word) => `${WORD_START}(${word})${WORD_END}`);
  const expression = new RegExp(parts.join('.*?'), 'iu');
  const found = new Map<string, string[]>();
  for (const name of names) {
    const match = expression.exec(name);
    if (match !== null) found.set(name, match.slice(1));
  }
  return found;
}

/** One pattern for several spellings, with `?` where they differ ("3.5" and "3-5"). */
function mergeSpellings(spellings: readonly string[]): string {
  const isShared = (character: string, at: number) =>
    spellings.every((spelling) => spelling[at] === character);
  const characters = (spellings[0] ?? '').split('');
  return characters
    .map((character, at) => (isShared(character, at) ? literalPattern(character) : '?'))
    .join('');
}
