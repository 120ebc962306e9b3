import { oddOffsets } from './odd-characters';

/** A stretch of foreign text as it is shown. */
export interface ForeignPart {
  text: string;
  /** Whether it spells out a character that could deceive. */
  isOdd: boolean;
}

/** Printable ASCII with single spaces: nothing to look for. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/;

/** Characters with a short form of their own. */
const SHORT_FORMS: ReadonlyMap<string, string> = new Map([
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

/**
 * Text from page, endpoint or model for somebody who decides by it: characters by which a name could pose as another
 * are spelled out as `\u…`. Joined, the parts are what is shown.
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

/** The same as one text, where no component can stand: labels, options, announcements. */
export function spellOut(text: string): string {
  return foreignParts(text)
    .map((part) => part.text)
    .join('');
}

/** Several lines, such as indented JSON: unseen characters are spelled out, line breaks and indentation stay. */
export function spellOutLines(text: string): string {
  return text.replace(UNSEEN_IN_LINES, spelled);
}

const UNSEEN_IN_LINES =
  /(?![\n\t])(?:[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs})/gu;

function spelled(character: string): string {
  const hex = (character.codePointAt(0) ?? 0).toString(16);
  return SHORT_FORMS.get(character) ?? (hex.length > 4 ? `\\u{${hex}}` : `\\u${hex.padStart(4, '0')}`);
}
