/** Items of which the one that comes before all others is taken next. */
export interface Heap<Item> {
  push(item: Item): void;
  /** Undefined when it is empty. */
  pop(): Item | undefined;
}

/** A binary heap: pushing and taking cost the logarithm of what it holds. */
export function createHeap<Item>(isBefore: (left: Item, right: Item) => boolean): Heap<Item> {
  const items: Item[] = [];

  /** Puts an item to its place at or above `at`, where there is a gap. */
  function rise(item: Item, from: number): void {
    let at = from;
    while (at > 0) {
      const above = (at - 1) >>> 1;
      const parent = items[above];
      if (parent === undefined || !isBefore(item, parent)) break;
      items[at] = parent;
      at = above;
    }
    items[at] = item;
  }

  /** Puts an item to its place below the top, where there is a gap. */
  function sink(item: Item): void {
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      const [left, right] = [items[below], items[below + 1]];
      if (left === undefined) break;
      let child = left;
      if (right !== undefined && isBefore(right, left)) {
        child = right;
        below += 1;
      }
      if (!isBefore(child, item)) break;
      items[at] = child;
      at = below;
    }
    items[at] = item;
  }

  return {
    push(item) {
      items.push(item);
      rise(item, items.length - 1);
    },
    pop() {
      const [top] = items;
      const last = items.pop();
      if (last !== undefined && items.length > 0) sink(last);
      return top;
    },
  };
}
