import { readSet } from './character-set';

/**
 * The longest text that every match of the pattern contains; empty if there is none. A search for it leaves
 * few texts to match the pattern against.
 */
export function requiredText(pattern: string): string {
  const characters = Array.from(pattern);
  let longest = '';
  let run = '';
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters[at] ?? '';
    const set = character === '[' ? readSet(characters, at + 1) : null;
    // A lone surrogate is not required as text: a text search would also find it inside a pair.
    const isText = set === null && character !== '*' && character !== '?' && !LONE_SURROGATE.test(character);
    run = isText ? run + character : '';
    if (run.length > longest.length) longest = run;
    if (set !== null) at = set.lastIndex;
  }
  return longest;
}

const LONE_SURROGATE = /\p{Cs}/u;
