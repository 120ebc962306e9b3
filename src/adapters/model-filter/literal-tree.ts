import type { StepBudget } from './step-budget';

/**
 * A prefix tree of texts, each with its index in a list. One walk along a text finds all literals at a
 * position, in time bounded by the longest literal rather than by their number.
 */
export interface LiteralTree {
  add(literal: string, place: number): void;
  /**
   * The smallest index below `bound` of a literal that starts at `start` of the text; `bound` if there is
   * none.
   */
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

/** Steps to create a node. */
const STEPS_PER_NODE = 20;
/** Steps to follow an edge. */
const STEPS_PER_LOOKUP = 4;

/**
 * An empty tree whose work is charged to `budget`. A `backward` tree reads literals and texts from their
 * ends.
 */
export function createLiteralTree(direction: 'forward' | 'backward', budget: StepBudget): LiteralTree {
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
