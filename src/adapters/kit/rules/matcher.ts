import type { Steps } from '../slices';
import type { StepBudget } from '../step-budget';
import { createTokenMatcher, literalParts, type PatternToken, parsePattern } from './token-matcher';

/** Steps charged for parsing one character of a pattern. */
const STEPS_TO_PARSE = 20;

/** True if a pattern matches the name or the full id of a model. */
type Matcher = (id: string, name?: string) => boolean;

/** A model's display name: the part of its id after the first `/`, or the whole id. */
export function modelName(id: string): string {
  return id.slice(id.indexOf('/') + 1);
}

/**
 * Compiles a pattern with the semantics of Python's `fnmatch` on POSIX: anchored at both ends, case-sensitive, by code
 * point; `*` matches any run, `?` one character, `[seq]` and `[!seq]` sets. Never backtracks. Throws only the errors of
 * `budget`; matchers for the same decision share one budget.
 */
export function createMatcher(pattern: string, budget: StepBudget): Matcher {
  return modelMatcher(tokensOf(pattern, budget), budget);
}

function tokensOf(pattern: string, budget: StepBudget): PatternToken[] {
  budget.spend(pattern.length * STEPS_TO_PARSE);
  return parsePattern(pattern);
}

function modelMatcher(tokens: readonly PatternToken[], budget: StepBudget): Matcher {
  const matchesText = createTokenMatcher(tokens, budget);
  // The name is the end of the id, so a pattern that begins with `*` and matches the name also matches the id.
  if (tokens[0]?.kind === 'star') return matchesText;
  return (id, name) => matchesText(name ?? modelName(id)) || matchesText(id);
}

/**
 * A pattern with a single literal text: the pattern matches texts that equal it, begin or end with it, or contain it.
 */
interface PlainForm {
  kind: 'whole' | 'beginning' | 'end' | 'part';
  literal: string;
}

/** The plain form of a pattern, which most rules have; null if the pattern has none. */
function plainForm(tokens: readonly PatternToken[]): PlainForm | null {
  const parts = literalParts(tokens);
  if (parts === null) return null;
  const [first = '', second = '', third = ''] = parts;
  if (parts.length === 1) return { kind: 'whole', literal: first };
  if (parts.length === 2 && second === '') return { kind: 'beginning', literal: first };
  if (parts.length === 2 && first === '') return { kind: 'end', literal: second };
  return parts.length === 3 && first === '' && third === '' ? { kind: 'part', literal: second } : null;
}

const NONE = Number.POSITIVE_INFINITY;

/** The first rule of a list that matches a model, or null if none does. `index` counts from 0. */
type RuleFinder = (id: string, name: string) => { pattern: string; index: number } | null;

/**
 * Compiles a list of rules into one search. Rules with plain texts share prefix trees, so hundreds cost hardly more
 * than a few. Other rules are tried one by one, and only those before the best match so far. Charges the work to
 * `budget` and throws its errors. Compiles one rule in each step.
 */
export function* createRuleFinder(patterns: readonly string[], budget: StepBudget): Steps<RuleFinder> {
  const wholes = new Map<string, number>();
  const trees = {
    beginning: createLiteralTree('forward', budget),
    part: createLiteralTree('forward', budget),
    end: createLiteralTree('backward', budget),
  };
  const others: { index: number; matches: Matcher }[] = [];
  for (const [index, pattern] of patterns.entries()) {
    const tokens = tokensOf(pattern, budget);
    const form = plainForm(tokens);
    if (form === null) others.push({ index, matches: modelMatcher(tokens, budget) });
    else if (form.kind !== 'whole') trees[form.kind].add(form.literal, index);
    else if (!wholes.has(form.literal)) wholes.set(form.literal, index);
    yield;
  }

  return (id, name) => {
    let first = Math.min(wholes.get(name) ?? NONE, wholes.get(id) ?? NONE);
    first = trees.beginning.leastAt(name, 0, first);
    first = trees.beginning.leastAt(id, 0, first);
    // The name is the end of the id, so endings and parts need to be searched in the id only.
    first = trees.end.leastAt(id, id.length - 1, first);
    for (let start = 0; start < id.length; start += 1) first = trees.part.leastAt(id, start, first);
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
