import { assertNever } from '../assert-never';
import { matchesModel } from '../filter/matcher';
import type { Target } from './intent';
import { findCarriers, type Occurrence, squeeze } from './model-words';
import { nearestNames } from './nearest-names';
import { commonSpelling, literalPattern } from './pattern-text';

/** Where a pattern is to be found for: the provider in view, the others, and the names to choose among. */
export interface Names {
  provider: string;
  providers: readonly string[];
  /** All names of the provider, or at least those that may carry the words. */
  names: readonly string[];
}

/**
 * The pattern for a target. `how` tells where it comes from, `carriers` which names the request means, `matches`
 * which ones the pattern matches (they may be more).
 */
export type PatternChoice =
  | {
      kind: 'chosen';
      pattern: string;
      how: 'as-given' | 'exact' | 'family' | 'everything';
      named: string;
      carriers: string[];
      matches: string[];
    }
  | { kind: 'no-model'; named: string; near: string[] }
  | { kind: 'other-provider'; named: string }
  | { kind: 'unnamed' | 'newest' };

/** Words for what names spell in another way. Tried when the word itself isn't found. */
const SYNONYMS: ReadonlyMap<string, string> = new Map([
  ['experimental', 'exp'],
  ['experiments', 'exp'],
  ['chatgpt', 'gpt'],
]);

/**
 * Chooses the pattern for a target. A given pattern stays as it is. Words become the name itself if they equal one
 * and no family is meant; else the first of {@link FRAMES} that matches all names carrying them and no other;
 * else the first that matches all of them. A word that no name carries may be the provider, the one in view (then
 * everything is meant) or another.
 */
export function choosePattern(target: Target, among: Names): PatternChoice {
  switch (target.kind) {
    case 'unnamed':
    case 'newest':
      return { kind: target.kind };
    case 'everything':
      return chosen('*', 'everything', 'everything', [...among.names], among);
    case 'pattern': {
      const carriers = matchesOf(target.pattern, among);
      return chosen(target.pattern, 'as-given', target.pattern, carriers, among);
    }
    case 'phrase':
      return chooseForPhrase(target, among);
    default:
      return assertNever(target);
  }
}

/** The names that a pattern matches on the page, by name or by full id. */
export function matchesOf(pattern: string, { provider, names }: Names): string[] {
  return names.filter((name) => matchesModel(pattern, `${provider}/${name}`));
}

/** The name that a phrase spells out in full, with or without the provider before it, or with no vendor if only one has it. */
export function exactName(words: readonly string[], { provider, names }: Names): string | null {
  const text = words.join('-').toLowerCase();
  const whole = names.find((name) => [name, `${provider}/${name}`].some((id) => id.toLowerCase() === text));
  if (whole !== undefined) return whole;
  const [only, ...others] = names.filter((name) => name.toLowerCase().endsWith(`/${text}`));
  return only !== undefined && others.length === 0 ? only : null;
}

type Phrase = Extract<Target, { kind: 'phrase' }>;

function chooseForPhrase(phrase: Phrase, among: Names): PatternChoice {
  const named = phrase.words.join(' ');
  const exact = phrase.isFamily ? null : exactName(phrase.words, among);
  if (exact !== null) return chosen(literalPattern(exact), 'exact', named, [exact], among);
  const carriers = findInPlace(phrase, among);
  if (carriers.length > 0) {
    const { pattern, isPrecise } = bestCandidate(phrase, carriers, among);
    const names = carriers.map(({ name }) => name);
    // Full ids carry the provider's name too, so a word that is both may leave no narrower pattern.
    if (isPrecise || !isProvider(phrase.words, among)) return chosen(pattern, 'family', named, names, among);
    return chosen('*', 'everything', named, [...among.names], among);
  }
  const withoutProvider = phrase.words.filter((word) => word !== among.provider.toLowerCase());
  if (withoutProvider.length === 0) return chosen('*', 'everything', named, [...among.names], among);
  if (withoutProvider.length < phrase.words.length) {
    return chooseForPhrase({ ...phrase, words: withoutProvider }, among);
  }
  const other = among.providers.find((provider) => phrase.words.includes(provider.toLowerCase()));
  if (other !== undefined) return { kind: 'other-provider', named: other };
  return { kind: 'no-model', named, near: nearestNames(named, among.names) };
}

function findInPlace({ words, place }: Phrase, { names }: Names): Occurrence[] {
  const synonyms = words.map((word) => SYNONYMS.get(word) ?? word);
  const found = findCarriers(words, names);
  const carriers = found.length > 0 ? found : findCarriers(synonyms, names);
  switch (place) {
    case 'anywhere':
      return carriers;
    case 'start':
      return carriers.filter(({ spans }) => spans[0]?.start === 0);
    case 'end':
      return carriers.filter(({ name, spans }) => spans.at(-1)?.end === name.length);
    default:
      return assertNever(place);
  }
}

function isProvider(words: readonly string[], { provider }: Names): boolean {
  return words.length === 1 && words[0] === provider.toLowerCase();
}

function bestCandidate(
  phrase: Phrase,
  carriers: readonly Occurrence[],
  among: Names,
): { pattern: string; isPrecise: boolean } {
  const patterns = candidates(phrase, carriers);
  const fitting = patterns
    .map((pattern) => ({ pattern, matched: new Set(matchesOf(pattern, among)) }))
    .filter(({ matched }) => carriers.every(({ name }) => matched.has(name)));
  const precise = fitting.find(({ matched }) => matched.size === carriers.length);
  const widest = patterns.at(-1) ?? literalPattern(phrase.words.join(' '));
  return { pattern: (precise ?? fitting[0])?.pattern ?? widest, isPrecise: precise !== undefined };
}

/** The patterns worth trying, the simplest to read first; `§` stands for the words. */
const FRAMES = ['§/*', '§*', '§-*', '*-§*', '*:§', '*:§*', '*/§*', '*§*'];
const FRAMES_AT_END = ['*-§', '*:§', '*§'];

function candidates({ place }: Phrase, carriers: readonly Occurrence[]): string[] {
  const cores = [commonSpelling(carriers, false), commonSpelling(carriers, true)];
  const frames = place === 'end' ? FRAMES_AT_END : FRAMES;
  return frames.flatMap((frame) => [...new Set(cores)].map((core) => frame.replace('§', () => core)));
}

function chosen(
  pattern: string,
  how: 'as-given' | 'exact' | 'family' | 'everything',
  named: string,
  carriers: string[],
  among: Names,
): PatternChoice {
  return { kind: 'chosen', pattern, how, named, carriers, matches: matchesOf(pattern, among) };
}

/** Whether a rule's text or a name has to do with these words: it carries them as tokens. */
export function carriesWords(words: readonly string[], text: string): boolean {
  return words.every((word) => squeeze(word) !== '') && findCarriers(words, [text]).length > 0;
}
