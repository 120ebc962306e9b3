import { assertNever } from '@/src/core/assert-never';
import { type StepBudget, UNITS_PER_STEP } from './step-budget';
import { createTokenMatcher, type PatternToken, parsePattern } from './token-matcher';

/** Steps charged for parsing one character of a pattern. */
const STEPS_TO_PARSE = 20;

interface Matcher {
  /** True if the pattern matches the name or the full id of a model. */
  matchesModel(id: string, name?: string): boolean;
}

/** A model's display name: the part of its id after the first `/`, or the whole id. */
export function modelName(id: string): string {
  return id.slice(id.indexOf('/') + 1);
}

/**
 * The form of a pattern. Most rules have one of the four plain forms, which are compared as text: the whole
 * text, its beginning, its end, or any part of it.
 */
type PatternShape =
  | { kind: 'whole' | 'beginning' | 'end' | 'part'; literal: string }
  | { kind: 'tokens'; tokens: PatternToken[] };

/**
 * Compiles a pattern with the semantics of Python's `fnmatch` on POSIX: anchored at both ends, case-sensitive, by code
 * point; `*` matches any run, `?` one character, `[seq]` and `[!seq]` sets. Never backtracks. Throws only the errors of
 * `budget`; matchers for the same decision share one budget.
 */
export function createMatcher(pattern: string, budget: StepBudget): Matcher {
  return { matchesModel: modelMatcher(patternShape(pattern, budget), budget) };
}

/** Creates a test whether a pattern of this form matches the name or the full id of a model. */
function modelMatcher(shape: PatternShape, budget: StepBudget): (id: string, name?: string) => boolean {
  const matchesText = textMatcher(shape, budget);
  // The name is the end of the id, so a pattern that begins with `*` matches the id whenever it matches the name.
  if (beginsOpen(shape)) return matchesText;
  return (id, name) => matchesText(name ?? modelName(id)) || matchesText(id);
}

function patternShape(pattern: string, budget: StepBudget): PatternShape {
  budget.spend(pattern.length * STEPS_TO_PARSE);
  const tokens = parsePattern(pattern);
  const startsOpen = tokens[0]?.kind === 'star';
  const endsOpen = tokens.length > 1 && tokens.at(-1)?.kind === 'star';
  let literal = '';
  for (const token of tokens.slice(startsOpen ? 1 : 0, endsOpen ? -1 : undefined)) {
    if (token.kind !== 'character') return { kind: 'tokens', tokens };
    literal += String.fromCodePoint(token.codePoint);
  }
  // A lone surrogate would also match half of a surrogate pair, which is another character.
  if (/\p{Surrogate}/u.test(literal)) return { kind: 'tokens', tokens };
  if (startsOpen) return { kind: endsOpen ? 'part' : 'end', literal };
  return { kind: endsOpen ? 'beginning' : 'whole', literal };
}

function beginsOpen(shape: PatternShape): boolean {
  return shape.kind === 'tokens' ? shape.tokens[0]?.kind === 'star' : ['end', 'part'].includes(shape.kind);
}

function textMatcher(shape: PatternShape, budget: StepBudget): (text: string) => boolean {
  const counted = (matches: (text: string) => boolean) => (text: string) => {
    budget.spend(1 + text.length / UNITS_PER_STEP);
    return matches(text);
  };
  switch (shape.kind) {
    case 'whole':
      return counted((text) => text === shape.literal);
    case 'beginning':
      return counted((text) => text.startsWith(shape.literal));
    case 'end':
      return counted((text) => text.endsWith(shape.literal));
    case 'part':
      return counted((text) => text.includes(shape.literal));
    case 'tokens':
      return createTokenMatcher(shape.tokens, budget);
    default:
      return assertNever(shape);
  }
}

const NONE = Number.POSITIVE_INFINITY;

/** The first rule of a list that matches a model, or null if none does. `index` counts from 0. */
type RuleFinder = (id: string, name: string) => { pattern: string; index: number } | null;

/**
 * Compiles a list of rules into one search. Rules with plain texts share prefix trees, so hundreds cost hardly more
 * than a few. Other rules are tried one by one, and only those before the best match so far. Charges the work to
 * `budget` and throws its errors.
 */
export function createRuleFinder(patterns: readonly string[], budget: StepBudget): RuleFinder {
  const wholes = new Map<string, number>();
  const beginnings = createLiteralTree('forward', budget);
  const parts = createLiteralTree('forward', budget);
  const ends = createLiteralTree('backward', budget);
  const others: { index: number; matches: (id: string, name: string) => boolean }[] = [];
  for (const [index, pattern] of patterns.entries()) {
    const shape = patternShape(pattern, budget);
    switch (shape.kind) {
      case 'whole':
        if (!wholes.has(shape.literal)) wholes.set(shape.literal, index);
        break;
      case 'beginning':
        beginnings.add(shape.literal, index);
        break;
      case 'end':
        ends.add(shape.literal, index);
        break;
      case 'part':
        parts.add(shape.literal, index);
        break;
      case 'tokens':
        others.push({ index, matches: modelMatcher(shape, budget) });
        break;
      default:
        assertNever(shape);
    }
  }

  return (id, name) => {
    let first = Math.min(wholes.get(name) ?? NONE, wholes.get(id) ?? NONE);
    first = beginnings.leastAt(name, 0, first);
    first = beginnings.leastAt(id, 0, first);
    // The name is the end of the id, so endings and parts need to be searched in the id only.
    first = ends.leastAt(id, id.length - 1, first);
    for (let start = 0; start < id.length; start += 1) first = parts.leastAt(id, start, first);
    for (const { index, matches } of others) {
      if (index >= first) break;
      if (matches(id, name)) first = index;
    }
    const pattern = patterns[first];
    return pattern === undefined ? null : { pattern, index: first };
  };
}

/**
 * A prefix tree of texts, each with its index in a list. One walk along a text finds all literals at a
 * position, in time bounded by the longest literal rather than by their number.
 */
interface LiteralTree {
  add(literal: string, place: number): void;
  /** The smallest index below `bound` of a literal that starts at `start` of the text; `bound` if there is none. */
  leastAt(text: string, start: number, bound: number): number;
}

interface Node {
  /** Index of the literal that ends at this node. */
  place: number;
  /**
   * Smallest index of the literals in this subtree; lets a walk skip subtrees that can't improve the result.
   */
  least: number;
  next: Map<number, Node>;
}

/** Steps charged for creating a node. */
const STEPS_PER_NODE = 20;
/** Steps charged for following an edge. */
const STEPS_PER_LOOKUP = 4;

/**
 * Creates an empty tree that charges its work to `budget`. A `backward` tree reads literals and texts from their ends.
 */
function createLiteralTree(direction: 'forward' | 'backward', budget: StepBudget): LiteralTree {
  const root = emptyNode();
  const step = direction === 'forward' ? 1 : -1;
  return {
    add(literal, place) {
      budget.spend(literal.length * STEPS_PER_NODE);
      let node = root;
      for (let index = 0; index < literal.length; index += 1) {
        node.least = Math.min(node.least, place);
        const unit = literal.charCodeAt(step > 0 ? index : literal.length - 1 - index);
        const next = node.next.get(unit) ?? emptyNode();
        node.next.set(unit, next);
        node = next;
      }
      node.least = Math.min(node.least, place);
      node.place = Math.min(node.place, place);
    },
    leastAt(text, start, bound) {
      budget.spend(1);
      if (root.least >= bound) return bound;
      let least = bound;
      let at = start;
      for (let node: Node | undefined = root; node !== undefined && node.least < least; at += step) {
        if (node.place < least) least = node.place;
        node = node.next.get(text.charCodeAt(at));
      }
      budget.spend(Math.abs(at - start) * STEPS_PER_LOOKUP);
      return least;
    },
  };
}

function emptyNode(): Node {
  return { place: Number.POSITIVE_INFINITY, least: Number.POSITIVE_INFINITY, next: new Map() };
}
