import { readSet } from './character-set';

/**
 * The longest text that everything the pattern matches holds somewhere; empty when there is none. Searching for it
 * leaves few texts that the pattern itself has to be tried on.
 */
export function requiredText(pattern: string): string {
  const characters = Array.from(pattern);
  let longest = '';
  let run = '';
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters[at] ?? '';
    const set = character === '[' ? readSet(characters, at + 1) : null;
    // Half a character is not required as text: in a text search it would be found inside a whole one.
    const isText = set === null && character !== '*' && character !== '?' && !LONE_SURROGATE.test(character);
    run = isText ? run + character : '';
    if (run.length > longest.length) longest = run;
    if (set !== null) at = set.lastIndex;
  }
  return longest;
}

const LONE_SURROGATE = /\p{Cs}/u;
