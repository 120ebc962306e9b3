import type { StepBudget } from './step-budget';

/**
 * Texts with a place each, in a tree by their characters. One walk along a text meets all of them that stand there,
 * however many there are, and none further than the longest of them goes.
 */
export interface LiteralTree {
  add(literal: string, place: number): void;
  /** The least place below `bound` of a literal that the text from `start` on begins with; `bound` if there is none. */
  leastAt(text: string, start: number, bound: number): number;
}

interface Node {
  /** Of the literal that ends here. */
  place: number;
  /** Of all literals that end here or further on: what lies below is worth a look only if this is less. */
  least: number;
  next: Map<number, Node>;
}

/** What a node costs when it is made. */
const STEPS_PER_NODE = 20;
/** What following a node costs. */
const STEPS_PER_LOOKUP = 4;

/**
 * An empty tree, whose walks are counted on `budget`. A `backward` one reads literals and texts from their ends towards
 * their beginnings.
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
