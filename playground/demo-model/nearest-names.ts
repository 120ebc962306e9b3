import { distance } from 'fastest-levenshtein';
import { squeeze } from './model-words';

const MAX_NEAR = 3;

/**
 * Names that could have been meant by words that no name carries, the nearest first. A name is near when it, or one
 * of its tokens, is at most a third of the words' length away; equally near ones stand in the order of the page.
 */
export function nearestNames(words: string, names: readonly string[]): string[] {
  const wanted = squeeze(words);
  const limit = Math.floor(wanted.length / 3);
  return names
    .map((name) => ({ name, away: distanceTo(wanted, name) }))
    .filter(({ away }) => away <= limit && limit > 0)
    .sort((left, right) => left.away - right.away)
    .slice(0, MAX_NEAR)
    .map(({ name }) => name);
}

function distanceTo(wanted: string, name: string): number {
  const tokens = name.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return Math.min(...[squeeze(name), ...tokens].map((text) => distance(wanted, text)));
}
