import { largestFitting } from '@/src/core/largest-fitting';
import { piecesMatcher } from '../kit/star-pattern';
import { type StepBudget, UNITS_PER_STEP } from './step-budget';

/** One token of a pattern. `?` is represented as a negated set without members. */
export type PatternToken =
  | { kind: 'star' }
  | { kind: 'character'; codePoint: number }
  /** Ranges of code points, both ends inclusive. */
  | { kind: 'set'; ranges: [first: number, last: number][]; isNegated: boolean };

const STAR = codePointOf('*');
const QUESTION_MARK = codePointOf('?');
const OPEN = codePointOf('[');
const CLOSE = codePointOf(']');
const NOT = codePointOf('!');
const HYPHEN = codePointOf('-');

/**
 * Splits a pattern into tokens. Every text is a valid pattern: an unclosed `[` is a literal, `]` right after
 * the opening bracket is a member, there is no escape character, and adjacent stars count as one.
 */
export function parsePattern(pattern: string): PatternToken[] {
  const codePoints = Array.from(pattern, codePointOf);
  const tokens: PatternToken[] = [];
  let at = 0;
  while (at < codePoints.length) {
    const codePoint = codePoints[at] ?? 0;
    at += 1;
    if (codePoint === STAR) {
      if (tokens.at(-1)?.kind !== 'star') tokens.push({ kind: 'star' });
    } else if (codePoint === QUESTION_MARK) {
      tokens.push({ kind: 'set', ranges: [], isNegated: true });
    } else if (codePoint === OPEN) {
      const end = closingBracket(codePoints, at);
      if (end < 0) {
        tokens.push({ kind: 'character', codePoint });
      } else {
        tokens.push(setToken(codePoints.slice(at, end)));
        at = end + 1;
      }
    } else {
      tokens.push({ kind: 'character', codePoint });
    }
  }
  return tokens;
}

/** The index of the bracket that closes the set at `start`, or -1. */
function closingBracket(codePoints: number[], start: number): number {
  const firstMember = codePoints[start] === NOT ? start + 1 : start;
  return codePoints.indexOf(CLOSE, firstMember + 1);
}

function setToken(content: number[]): PatternToken {
  const chunks = withoutBackwardRanges(splitAtRanges(content));
  // Removing a reversed range can make `!` the first character, which then negates, as in Python's `fnmatch`.
  const isNegated = chunks[0]?.[0] === NOT;
  if (isNegated) chunks[0]?.shift();
  const ranges = chunks.flatMap((chunk, index): [number, number][] => {
    const singles = chunk.map((member): [number, number] => [member, member]);
    return index === 0 ? singles : [rangeBetween(chunks[index - 1] ?? [], chunk), ...singles];
  });
  const only = ranges.length === 1 ? ranges[0] : undefined;
  // `[*]` is an escaped star; as a literal character it takes the fast path.
  if (!isNegated && only !== undefined && only[0] === only[1])
    return { kind: 'character', codePoint: only[0] };
  return { kind: 'set', ranges, isNegated };
}

/**
 * Splits a set's content at the hyphens that form ranges: each range goes from the last member of a chunk to
 * the first member of the next.
 */
function splitAtRanges(content: readonly number[]): number[][] {
  const chunks: number[][] = [];
  let start = 0;
  let hyphen = content.indexOf(HYPHEN, content[0] === NOT ? 2 : 1);
  // A hyphen at the end is a member of the set.
  while (hyphen >= 0 && hyphen < content.length - 1) {
    chunks.push(content.slice(start, hyphen));
    start = hyphen + 1;
    // The next member ends the range, so a hyphen right after that member starts no range.
    hyphen = content.indexOf(HYPHEN, hyphen + 3);
  }
  return [...chunks, content.slice(start)];
}

/** Removes reversed ranges with both their ends, and joins the chunks around them. */
function withoutBackwardRanges(chunks: readonly number[][]): number[][] {
  const [last = [], ...before] = [...chunks].reverse();
  return before.reduce(
    ([right = [], ...rest], left) =>
      (left.at(-1) ?? 0) > (right[0] ?? 0)
        ? [[...left.slice(0, -1), ...right.slice(1)], ...rest]
        : [left, right, ...rest],
    [[...last]],
  );
}

/** The range between two chunks. If the first chunk is empty, there is no range, and its hyphen is a member. */
function rangeBetween(left: readonly number[], right: readonly number[]): [number, number] {
  const first = left.at(-1);
  return first === undefined ? [HYPHEN, HYPHEN] : [first, right[0] ?? first];
}

function codePointOf(character: string): number {
  return character.codePointAt(0) ?? 0;
}

type Step = Exclude<PatternToken, { kind: 'star' }>;

/** Bits per word of a bit set. */
const WORD = 32;
const ASCII_END = 128;
/** Steps charged for a text, in addition to those for its characters. */
const TEXT_STEPS = 8;

/**
 * Compiles the tokens of a pattern. Matching takes time linear in the text, times the words of a bit set for long
 * patterns with sets. Backtracking to the last star would take the product of both lengths.
 */
export function createTokenMatcher(
  tokens: readonly PatternToken[],
  budget: StepBudget,
): (text: string) => boolean {
  const parts = literalParts(tokens);
  if (parts !== null) return createPartsMatcher(parts, budget);
  const { steps, loops } = stepsAndLoops(tokens);
  return loops.length === 1
    ? createShortAutomaton(steps, loops, budget)
    : createAutomaton(steps, loops, budget);
}

/**
 * The literal texts before, between and after the stars of a pattern, empty where there is none. Null for a pattern
 * with a character set or a lone surrogate.
 */
export function literalParts(tokens: readonly PatternToken[]): string[] | null {
  const parts = [''];
  for (const token of tokens) {
    if (token.kind === 'set') return null;
    if (token.kind === 'star') parts.push('');
    else parts.push(`${parts.pop() ?? ''}${String.fromCodePoint(token.codePoint)}`);
  }
  // A lone surrogate would also match half of a surrogate pair, which is another character.
  return parts.some((part) => /\p{Surrogate}/u.test(part)) ? null : parts;
}

/** Finds each part after the previous one with the built-in search, which is fastest. */
function createPartsMatcher(parts: readonly string[], budget: StepBudget): (text: string) => boolean {
  const fits = piecesMatcher(parts);
  return (text) => {
    budget.spend(parts.length + text.length / UNITS_PER_STEP);
    return fits(text);
  };
}

/**
 * Simulates the pattern as an automaton with all states at once: bit i is set if the text so far matches the first i
 * steps. For patterns whose states fit into one word, as nearly all do.
 */
function createShortAutomaton(
  steps: readonly Step[],
  loops: Int32Array,
  budget: StepBudget,
): (text: string) => boolean {
  const accepting = 1 << steps.length;
  const loop = loops[0] ?? 0;
  const masksOf = createMasks(steps, 1);
  const ofAscii: (number | undefined)[] = new Array(ASCII_END);
  return (text) => {
    let state = 1;
    let at = 0;
    while (at < text.length && state !== 0 && (state & loop & accepting) === 0) {
      let codePoint = text.charCodeAt(at);
      let mask = ofAscii[codePoint];
      if (mask === undefined) {
        codePoint = text.codePointAt(at) ?? 0;
        mask = masksOf(codePoint)[0] ?? 0;
        if (codePoint < ASCII_END) ofAscii[codePoint] = mask;
      }
      at += codePoint > 0xffff ? 2 : 1;
      state = ((state & mask) << 1) | (state & loop);
    }
    budget.spend(TEXT_STEPS + at);
    return (state & accepting) !== 0;
  };
}

/** As {@link createShortAutomaton}, for states of several words. */
function createAutomaton(
  steps: readonly Step[],
  loops: Int32Array,
  budget: StepBudget,
): (text: string) => boolean {
  const words = loops.length;
  const accepting = steps.length;
  const masksOf = createMasks(steps, words);
  const endsOpen = isBit(loops, accepting);
  let state = new Int32Array(words);
  let next = new Int32Array(words);

  return (text) => {
    state.fill(0);
    state[0] = 1;
    let at = 0;
    let alive = 1;
    while (at < text.length && alive !== 0 && !(endsOpen && isBit(state, accepting))) {
      const codePoint = text.codePointAt(at) ?? 0;
      at += codePoint > 0xffff ? 2 : 1;
      const masks = masksOf(codePoint);
      let carry = 0;
      alive = 0;
      for (let word = 0; word < words; word += 1) {
        const now = state[word] ?? 0;
        const moved = now & (masks[word] ?? 0);
        const after = (moved << 1) | carry | (now & (loops[word] ?? 0));
        carry = moved >>> (WORD - 1);
        next[word] = after;
        alive |= after;
      }
      const before = state;
      state = next;
      next = before;
    }
    budget.spend(TEXT_STEPS + at * words);
    return isBit(state, accepting);
  };
}

/** The pattern's single-character steps, and a bit set of the positions with a star (one bit more than steps). */
function stepsAndLoops(tokens: readonly PatternToken[]): { steps: Step[]; loops: Int32Array } {
  const steps = tokens.filter((token): token is Step => token.kind !== 'star');
  const loops = new Int32Array(Math.ceil((steps.length + 1) / WORD));
  let at = 0;
  for (const token of tokens) {
    if (token.kind === 'star') setBit(loops, at);
    else at += 1;
  }
  return { steps, loops };
}

/**
 * Bit sets of the steps that accept a character. Computed lazily, once for each class of characters that the
 * steps distinguish.
 */
function createMasks(steps: readonly Step[], words: number): (codePoint: number) => Int32Array {
  const starts = [...new Set(steps.flatMap(classStarts))].sort((left, right) => left - right);
  const byClass = new Map<number, Int32Array>();
  const ofAscii: (Int32Array | undefined)[] = new Array(ASCII_END);

  function masksOf(codePoint: number): Int32Array {
    const ofClass = countUpTo(starts, codePoint);
    const known = byClass.get(ofClass);
    if (known !== undefined) return known;
    const masks = new Int32Array(words);
    for (const [index, step] of steps.entries()) if (takes(step, codePoint)) setBit(masks, index);
    byClass.set(ofClass, masks);
    return masks;
  }

  return (codePoint) => {
    if (codePoint >= ASCII_END) return masksOf(codePoint);
    const known = ofAscii[codePoint] ?? masksOf(codePoint);
    ofAscii[codePoint] = known;
    return known;
  };
}

/** The code points at which acceptance by a step starts or ends. */
function classStarts(step: Step): number[] {
  return step.kind === 'character'
    ? [step.codePoint, step.codePoint + 1]
    : step.ranges.flatMap(([first, last]) => [first, last + 1]);
}

/** Number of the sorted numbers that are at most `value`. */
function countUpTo(sorted: readonly number[], value: number): number {
  return largestFitting(0, sorted.length + 1, (count) => (sorted[count - 1] ?? 0) <= value);
}

function takes(step: Step, codePoint: number): boolean {
  if (step.kind === 'character') return step.codePoint === codePoint;
  const isMember = step.ranges.some(([first, last]) => codePoint >= first && codePoint <= last);
  return isMember !== step.isNegated;
}

function isBit(bits: Int32Array, at: number): boolean {
  return ((bits[at >>> 5] ?? 0) & (1 << (at & 31))) !== 0;
}

function setBit(bits: Int32Array, at: number): void {
  bits[at >>> 5] = (bits[at >>> 5] ?? 0) | (1 << (at & 31));
}
