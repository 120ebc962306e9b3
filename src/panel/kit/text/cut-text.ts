import { charEnd } from '@/src/core/text/text-pieces';

/**
 * The start of a text, at most `maxChars` UTF-16 units and `maxLines` lines. Cut at a line's end, unless that would
 * omit half of the characters.
 */
export function cutText(text: string, maxChars: number, maxLines: number): string {
  let end = 0;
  for (let lines = 0; lines < maxLines; lines += 1) {
    const next = text.indexOf('\n', end);
    const lineEnd = next === -1 ? text.length : next + 1;
    if (lineEnd > maxChars) return text.slice(0, end <= maxChars / 2 ? charEnd(text, maxChars) : end);
    end = lineEnd;
    if (next === -1) return text;
  }
  return text.slice(0, end);
}
