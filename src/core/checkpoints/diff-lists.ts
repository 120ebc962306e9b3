import { diffIndices } from 'node-diff3';

/** `from[start, end)` is replaced by `to[toStart, toEnd)`. */
export interface ListHunk {
  start: number;
  end: number;
  toStart: number;
  toEnd: number;
}

/**
 * The replacements that turn one list into another, in order. No two hunks touch; the items between them are equal in both
 * lists. Items are texts, e.g. canonical JSON.
 */
export function diffLists(from: readonly string[], to: readonly string[]): ListHunk[] {
  const most = Math.min(from.length, to.length);
  // Most edits change one place, so equal items at the start and the end need no search.
  let front = 0;
  while (front < most && from[front] === to[front]) front += 1;
  let back = 0;
  while (back < most - front && from.at(-1 - back) === to.at(-1 - back)) back += 1;
  const hunks = diffIndices(from.slice(front, from.length - back), to.slice(front, to.length - back));
  return hunks.map(({ buffer1: [start, length], buffer2: [toStart, toLength] }) => ({
    start: front + start,
    end: front + start + length,
    toStart: front + toStart,
    toEnd: front + toStart + toLength,
  }));
}
