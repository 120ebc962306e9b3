import { EMOJI, oddOffsets } from './odd-characters';

/** A part of foreign text as it is displayed. */
export interface ForeignPart {
  text: string;
  /** True if it is an escape of a deceptive character. */
  isOdd: boolean;
}

/** Printable ASCII with single spaces needs no check. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/;

/** Printable ASCII and line breaks need no check for invisible characters, whose patterns take milliseconds to compile. */
const VISIBLE = /^[\t\n -~]*$/;

/** Characters with a short escape. */
const SHORT_FORMS: ReadonlyMap<string, string> = new Map([
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

/**
 * Prepares text from page, endpoint or model for display: characters by which a name could imitate another
 * are escaped as `\u…`. Joined, the parts are the displayed text.
 */
export function foreignParts(text: string): ForeignPart[] {
  if (text === '' || PLAIN.test(text)) return [{ text, isOdd: false }];
  const odd = oddOffsets(text);
  const parts: ForeignPart[] = [];
  let offset = 0;
  for (const character of text) {
    const isOdd = odd.has(offset);
    const shown = isOdd ? spelled(character) : character;
    const last = parts.at(-1);
    if (last !== undefined && last.isOdd === isOdd) last.text += shown;
    else parts.push({ text: shown, isOdd });
    offset += character.length;
  }
  return parts;
}

/** The parts of {@link foreignParts} as one text, for places that take only text: labels, options, announcements. */
export function spellOut(text: string): string {
  return foreignParts(text)
    .map((part) => part.text)
    .join('');
}

/**
 * For several lines, such as indented JSON: escapes invisible characters, except those within an emoji. Line breaks and
 * indentation stay.
 */
export function spellOutLines(text: string): string {
  return spellOutFound(text, EMOJI_OR_BLANK);
}

/**
 * For a sentence: escapes invisible characters, except those within an emoji. Line breaks stay, and so do spaces of all kinds,
 * which numbers and times have in many languages.
 */
export function spellOutUnseen(text: string): string {
  return spellOutFound(text, EMOJI_OR_UNSEEN);
}

/** Escapes each match of a pattern that has a group. A match without the group, such as an emoji, stays. */
function spellOutFound(text: string, pattern: RegExp): string {
  if (VISIBLE.test(text)) return text;
  return text.replace(pattern, (found: string, unseen: string | undefined) =>
    unseen === undefined ? found : spelled(found),
  );
}

const UNSEEN = String.raw`(?![\n\t])[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]`;

/** Matches a whole emoji or, as a group, one invisible character. */
const EMOJI_OR_UNSEEN = new RegExp(`${EMOJI}|(${UNSEEN})`, 'gv');

/** Like {@link EMOJI_OR_UNSEEN}, but the group also matches a space that is not the ordinary one. */
const EMOJI_OR_BLANK = new RegExp(String.raw`${EMOJI}|(${UNSEEN}|(?! )\p{Zs})`, 'gv');

function spelled(character: string): string {
  const hex = (character.codePointAt(0) ?? 0).toString(16);
  return SHORT_FORMS.get(character) ?? (hex.length > 4 ? `\\u{${hex}}` : `\\u${hex.padStart(4, '0')}`);
}
