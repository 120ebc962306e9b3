/** The text that a list completes: a command after a slash, or the name of a part of the page after an at sign. */
export interface TypedToken {
  kind: 'command' | 'part';
  /** Index of its slash or at sign. */
  start: number;
  /** The text after it, up to the caret. */
  query: string;
}

/** The token at the caret; null if there is none. A command begins the text and is all of it. */
export function typedToken(text: string, caret: number): TypedToken | null {
  if (text.startsWith('/') && !text.includes('\n'))
    return { kind: 'command', start: 0, query: text.slice(1) };
  const before = text.slice(0, caret);
  const start = before.lastIndexOf('@');
  const query = before.slice(start + 1);
  // An at sign before white space stands for itself.
  if (start === -1 || /\n|^\s/.test(query)) return null;
  // An address such as ada@example.com names no part.
  if (/[\p{L}\p{N}_.+-]$/u.test(before.slice(0, start))) return null;
  return { kind: 'part', start, query };
}

/** True if the token's slash or at sign was typed just now: only then its list opens. */
export function isBegun({ query }: TypedToken): boolean {
  return query === '';
}
