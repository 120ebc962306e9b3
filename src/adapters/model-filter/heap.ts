/** A priority queue: `pop` takes the item that comes before all others. */
export interface Heap<Item> {
  push(item: Item): void;
  /** Undefined if the heap is empty. */
  pop(): Item | undefined;
}

/** A binary heap: `push` and `pop` take logarithmic time. */
export function createHeap<Item>(isBefore: (left: Item, right: Item) => boolean): Heap<Item> {
  const items: Item[] = [];

  /** Moves an item up from the gap at `from` to its position. */
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

  /** Moves an item down from the gap at the top to its position. */
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
