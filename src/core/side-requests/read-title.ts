import { firstTitle } from '../history/first-title';

/** Marks around a whole title that models add although they are asked not to: quotation marks, emphasis, code. */
const WRAPPINGS = [
  ['"', '"'],
  ["'", "'"],
  ['“', '”'],
  ['‘', '’'],
  ['„', '“'],
  ['«', '»'],
  ['**', '**'],
  ['*', '*'],
  ['`', '`'],
] as const;

/** A heading mark or the word "Title:" before the title. */
const LEAD = /^(?:#{1,6}\s+|title\s*:\s*)/i;

/**
 * Reads the title from a model's answer: its first line with text, without marks around it, of the length of any other title.
 * Null if nothing is left.
 */
export function readTitle(answer: string): string | null {
  const line = answer
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((candidate) => candidate.replace(/\s+/g, ' ').trim())
    .find((candidate) => /[\p{L}\p{N}\p{S}]/u.test(candidate));
  if (line === undefined) return null;
  const title = withoutWrappings(line);
  return /[\p{L}\p{N}\p{S}]/u.test(title) ? firstTitle(title) : null;
}

/** Removes leads, wrappings and a full stop until none is left, in whatever order they were added. */
function withoutWrappings(line: string): string {
  let title = line;
  for (let before = ''; before !== title; ) {
    before = title;
    title = title.replace(LEAD, '').trim();
    const wrapping = WRAPPINGS.find(
      ([start, end]) =>
        title.length > start.length + end.length && title.startsWith(start) && title.endsWith(end),
    );
    if (wrapping !== undefined) title = title.slice(wrapping[0].length, -wrapping[1].length).trim();
    // An ellipsis is part of the title.
    title = title.replace(/(?<!\.)\.$/, '').trim();
  }
  return title;
}
