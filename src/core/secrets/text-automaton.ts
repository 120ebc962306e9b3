/**
 * Finds several texts at once in a stream of UTF-16 units (Aho–Corasick). A state is a number; 0 is the
 * initial state.
 */
export interface TextAutomaton {
  step(state: number, unit: number): number;
  /** Length of the longest text that ends here; 0 if none does. */
  matchLength(state: number): number;
  /** Length of the longest prefix of a text that ends here. */
  prefixLength(state: number): number;
  maxLength: number;
}

interface AutomatonNode {
  next: Map<number, number>;
  fail: number;
  depth: number;
  found: number;
}

/** @param texts must not be empty strings */
export function createTextAutomaton(texts: readonly string[]): TextAutomaton {
  const root: AutomatonNode = { next: new Map(), fail: 0, depth: 0, found: 0 };
  const nodes = [root];
  const at = (state: number): AutomatonNode => nodes[state] ?? root;

  for (const text of texts) {
    let state = 0;
    for (let index = 0; index < text.length; index += 1) {
      const node = at(state);
      const unit = text.charCodeAt(index);
      let next = node.next.get(unit);
      if (next === undefined) {
        next = nodes.length;
        nodes.push({ next: new Map(), fail: 0, depth: node.depth + 1, found: 0 });
        node.next.set(unit, next);
      }
      state = next;
    }
    at(state).found = text.length;
  }

  function step(state: number, unit: number): number {
    let from = state;
    for (;;) {
      const next = at(from).next.get(unit);
      if (next !== undefined) return next;
      if (from === 0) return 0;
      from = at(from).fail;
    }
  }

  // Breadth first, so that shorter suffixes are complete before a node needs them.
  for (let level = [0]; level.length > 0; level = level.flatMap((state) => [...at(state).next.values()])) {
    for (const state of level) {
      for (const [unit, child] of at(state).next) {
        const node = at(child);
        node.fail = state === 0 ? 0 : step(at(state).fail, unit);
        node.found = Math.max(node.found, at(node.fail).found);
      }
    }
  }

  return {
    step,
    matchLength: (state) => at(state).found,
    prefixLength: (state) => at(state).depth,
    maxLength: Math.max(0, ...texts.map((text) => text.length)),
  };
}
