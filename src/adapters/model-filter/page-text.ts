/** Characters that break or reorder a line, or can't be seen: escaped, so that no reader takes them for our own. */
const UNSEEN = /[\u007f-\u009f\u00ad\p{Cf}\p{Zl}\p{Zp}]/gu;

/** A text of the page as a JSON string, on one line in every reader's eyes. */
export function quotedText(text: string): string {
  return JSON.stringify(text).replace(UNSEEN, (character) =>
    Array.from(
      { length: character.length },
      (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
    ).join(''),
  );
}

/** A name of the page: bare where it can be mistaken for nothing else, or else a JSON string. */
export function nameText(name: string): string {
  // A bare `none` says that a list is empty, and a bare colon at the end makes a heading.
  return /^[A-Za-z0-9._:@/+-]*[A-Za-z0-9._@/+-]$/.test(name) && name !== 'none' ? name : quotedText(name);
}

/** A text of the page as a JSON string, cut after `maxLength` UTF-16 units with the count of what is left out. */
export function clippedText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return quotedText(text);
  return `${quotedText(text.slice(0, maxLength))} and ${text.length - maxLength} more characters`;
}
