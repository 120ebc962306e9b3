import type { Target } from './intent';
import { readNewest } from './read-newest';
import { takeMarks } from './split-clauses';

const EVERYTHING = /^(?:everything|anything|all)$/;
const SAYS_ALL = /(?:^|\s)(?:all|every|any|each|everything|anything)(?=\s|$)/;
const SAYS_FAMILY =
  /(?:^|\s)(?:all|every|any|each|models?|ones|family|families|versions?|variants?|series|llms?|anything|everything)(?=\s|$)/;
const STARTS = /(?:^|\s)(?:start(?:s|ing)?|begin(?:s|ning)?) with(?=\s|$)/;
const ENDS = /(?:^|\s)end(?:s|ing)? (?:with|in|on)(?=\s|$)/;

/** Words that say nothing about which models are meant. */
const FILLER = new Set(
  `a about again all also an and any anyone anything are as at be called can clients completely contain containing
  contains currently do does each every everyone everything families family following for from have having if in instead is
  it's its just like list llm llms matching me mean model model's models my name named names now of on one ones only
  our page people please provider right rule rules series so some still that the their there too under us users
  variant variants version versions we well where whatever which whose will with word you your`.split(/\s+/),
);

/** Whether a text speaks of all models of a kind, and not of some. */
export function saysAll(text: string): boolean {
  return SAYS_ALL.test(text);
}

/** Words that point at something said before. */
const POINTERS = new Set(['it', 'them', 'this', 'these', 'those', 'they', 'that', 'same', 'nothing', 'none']);

/**
 * Reads which models a piece of a clause names.
 * @param extraFiller words that say nothing in this kind of request.
 */
export function readTargets(
  text: string,
  patterns: readonly string[][],
  extraFiller: RegExp | null = null,
): Target[] {
  const { rest, found } = takeMarks(text, patterns);
  if (found.length > 0) return found.map((pattern) => ({ kind: 'pattern', pattern }));
  const newest = readNewest(rest);
  if (newest !== null) return [newest];
  const place = STARTS.test(rest) ? 'start' : ENDS.test(rest) ? 'end' : 'anywhere';
  const words = rest
    .replace(STARTS, ' ')
    .replace(ENDS, ' ')
    .split(/\s+/)
    .map((word) => word.replace(/^[("']+|[)"'.,;!?]+$|'s$/g, ''))
    .filter((word) => word !== '' && !FILLER.has(word) && extraFiller?.test(word) !== true);
  const named = words.filter((word) => !POINTERS.has(word));
  if (named.length > 0) return [{ kind: 'phrase', words: named, isFamily: SAYS_FAMILY.test(rest), place }];
  if (words.length === 0 && (EVERYTHING.test(rest.trim()) || SAYS_ALL.test(rest)))
    return [{ kind: 'everything' }];
  return [{ kind: 'unnamed' }];
}
