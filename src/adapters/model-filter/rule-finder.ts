import { assertNever } from '@/src/core/assert-never';
import { createLiteralTree } from './literal-tree';
import { modelMatcher, patternShape } from './matcher';
import type { StepBudget } from './step-budget';

const NONE = Number.POSITIVE_INFINITY;

/** The first rule of a list that matches a model, or null if none does. `index` counts from 0. */
export type RuleFinder = (id: string, name: string) => { pattern: string; index: number } | null;

/**
 * Compiles a list of rules into one search. Rules with plain texts share prefix trees, so hundreds cost
 * hardly more than a few. Other rules are tried one by one, and only those before the best match so far. Work
 * is charged to `budget`, whose errors are thrown.
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
