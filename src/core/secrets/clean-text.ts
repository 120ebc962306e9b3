import { KEY_REMOVED } from './known-secrets';
import { replaceSecretPatterns, withoutSecretPatterns } from './secret-patterns';

/**
 * Invisible characters, which could hide words or split a key. Those that join letters or select an emoji's form are
 * kept, unless there are many of them or they are between the characters of a key.
 */
export const INVISIBLE =
  /(?!\u200c|\u200d|\ufe0e|\ufe0f)\p{Default_Ignorable_Code_Point}|(?:\u200c|\u200d|\ufe0e|\ufe0f){3,}|(?<=[\w-])(?:\u200c|\u200d|\ufe0e|\ufe0f)+(?=[\w-])/gu;

export const withoutPatterns = (text: string) => withoutSecretPatterns(text, KEY_REMOVED);

/** A text from a page or a file without invisible characters, and without anything that looks like a key. */
export const cleanText = (text: string) => withoutPatterns(text.replace(INVISIBLE, ''));

/** Matches a run of white space or one other character, each with the invisible characters in or after it. */
const UNITS = /(?:\s\p{Default_Ignorable_Code_Point}*)+|\S\p{Default_Ignorable_Code_Point}*/gu;
const MASK = '\0';

/**
 * A part of a text, as `cleanText` returns it. Secrets are found in the whole text, because no pattern recognizes a piece of one: a
 * secret that the part has a piece of is marked as removed.
 */
export function cleanPart(text: string, [from, to]: readonly [from: number, to: number]): string {
  const units = Array.from(text.matchAll(UNITS));
  // One character for each unit, so that a place in this line is the number of a unit. A line break ends the value of a header.
  const line = units.map(({ 0: unit }) => (/^\s/.test(unit) ? (unit.includes('\n') ? '\n' : ' ') : unit[0]));
  const masked = replaceSecretPatterns(line.join(''), ({ length }) => MASK.repeat(length));
  const part = units.map(({ 0: unit, index }, at) => {
    const isIn = index < to && index + unit.length > from;
    return isIn ? (masked[at] === MASK ? MASK : unit) : '';
  });
  // Each piece is cleaned by itself: a piece of a longer word may have the form of a key.
  return part.join('').split(/\0+/).map(cleanText).join(KEY_REMOVED);
}
