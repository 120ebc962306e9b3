import { readSet } from './character-set';

/**
 * Compiles a pattern to a test of whole texts, in the proxy's dialect: Python 3.11's `fnmatch` on POSIX. `*` matches
 * any run (also an empty one, and across `/` and line breaks), `?` exactly one code point, `[seq]` one of its members,
 * `[!seq]` any other. There is no escape character; an unclosed `[` is an ordinary character; case matters. Any text is
 * a valid pattern. A test takes at most pattern × text steps for any input: within a segment between two stars every
 * element matches exactly one code point, so its leftmost match is always sufficient, and no backtracking is needed.
 */
export function compilePattern(pattern: string): (text: string) => boolean {
  const segments = readSegments(pattern);
  const [first = EMPTY, ...others] = segments;
  const last = others.pop();
  if (last === undefined) return (text) => endOfFit(first, text, 0) === text.length;
  return (text) => {
    let at = endOfFit(first, text, 0);
    if (at < 0) return false;
    const lastStart = startOfTail(last, text);
    if (lastStart < at || endOfFit(last, text, lastStart) !== text.length) return false;
    for (const segment of others) {
      at = endOfLeftmostFit(segment, text, at);
      if (at < 0 || at > lastStart) return false;
    }
    return true;
  };
}

/** The part of a pattern between two stars. */
interface Segment {
  /** One test for each code point of the segment. */
  tests: readonly ((code: number) => boolean)[];
  /** The segment's text if it has no wildcards, since JavaScript's own text search is fastest; otherwise null. */
  text: string | null;
}

const EMPTY: Segment = { tests: [], text: '' };
const LONE_SURROGATE = /\p{Cs}/u;

function readSegments(pattern: string): Segment[] {
  const characters = Array.from(pattern);
  const segments: Segment[] = [];
  let tests: Segment['tests'][number][] = [];
  let text: string | null = '';
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters[at] ?? '';
    const set = character === '[' ? readSet(characters, at + 1) : null;
    if (character === '*') {
      segments.push({ tests, text });
      tests = [];
      text = '';
    } else if (character === '?') {
      tests.push(() => true);
      text = null;
    } else if (set !== null) {
      tests.push(set.has);
      text = null;
      at = set.lastIndex;
    } else {
      const wanted = character.codePointAt(0);
      tests.push((code) => code === wanted);
      // A text search would also match a lone surrogate inside a pair.
      text = text === null || LONE_SURROGATE.test(character) ? null : text + character;
    }
  }
  return [...segments, { tests, text }];
}

/** The end of a match of the segment at exactly this position; -1 if it doesn't match there. */
function endOfFit(segment: Segment, text: string, start: number): number {
  if (segment.text !== null) return text.startsWith(segment.text, start) ? start + segment.text.length : -1;
  let at = start;
  for (const accepts of segment.tests) {
    const code = text.codePointAt(at);
    if (code === undefined || !accepts(code)) return -1;
    at += widthOf(code);
  }
  return at;
}

/** The end of the first match of the segment from `start` on; -1 if there is none. */
function endOfLeftmostFit(segment: Segment, text: string, start: number): number {
  if (segment.text !== null) {
    const found = text.indexOf(segment.text, start);
    return found < 0 ? -1 : found + segment.text.length;
  }
  for (let at = start; at < text.length; at += widthOf(text.codePointAt(at) ?? 0)) {
    const end = endOfFit(segment, text, at);
    if (end >= 0) return end;
  }
  return -1;
}

/** The start of a match of the segment at the end of the text; -1 if the text is too short. */
function startOfTail(segment: Segment, text: string): number {
  if (segment.text !== null) return text.length - segment.text.length;
  let at = text.length;
  for (let left = segment.tests.length; left > 0 && at >= 0; left -= 1) {
    at -= widthOf(text.codePointAt(at - 2) ?? 0) === 2 ? 2 : 1;
  }
  return at;
}

/** Number of UTF-16 units of a code point. */
function widthOf(code: number): number {
  return code > 0xffff ? 2 : 1;
}
