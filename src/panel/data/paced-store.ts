/** The interface that `useSyncExternalStore` needs. */
export interface Store<Value> {
  subscribe(listener: () => void): () => void;
  getSnapshot(): Value;
}

/** Clock and timer of a paced store. */
export interface Pace {
  now(): number;
  /** Calls `work` after `delayMs`; the returned function cancels the call. */
  after(delayMs: number, work: () => void): () => void;
}

/** Time for layout and paint after an update, in milliseconds; they may take longer. */
const SETTLE_MS = 16;

/** Idle time after an update as a multiple of its cost: rendering takes at most a quarter of the time. */
const REST_PER_COST = 3;

/**
 * Throttles a store to the rate at which its values can be rendered. The cost of each update is the time that it
 * blocked the page; of the values that arrive during the idle time, only the newest is used.
 */
export function createPacedStore<Value>(source: Store<Value>, pace: Pace): Store<Value> {
  const listeners = new Set<() => void>();
  let shown = source.getSnapshot();
  let isResting = false;
  let cancelWait = () => {};
  let unsubscribe = () => {};

  function update(): void {
    const next = source.getSnapshot();
    if (isResting || Object.is(next, shown)) return;
    shown = next;
    isResting = true;
    const beganAtMs = pace.now();
    for (const listener of listeners) listener();
    cancelWait = pace.after(SETTLE_MS, () => {
      const costMs = Math.max(0, pace.now() - beganAtMs - SETTLE_MS);
      cancelWait = pace.after(costMs * REST_PER_COST, resume);
    });
  }

  function resume(): void {
    isResting = false;
    update();
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      if (listeners.size === 1) {
        unsubscribe = source.subscribe(update);
        update();
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        unsubscribe();
        cancelWait();
        isResting = false;
      };
    },
    getSnapshot: () => shown,
  };
}
