/** What `useSyncExternalStore` reads. */
export interface Store<Value> {
  subscribe(listener: () => void): () => void;
  getSnapshot(): Value;
}

/** The time that a paced store measures and waits with. */
export interface Pace {
  now(): number;
  /** Calls `work` after `delayMs`; the returned function cancels that. */
  after(delayMs: number, work: () => void): () => void;
}

/** The browser lays out and paints what a listener rendered within this time, unless that takes long. */
const SETTLE_MS = 16;

/** Idle time after an update, as a multiple of what the update cost: the panel works a quarter of the time at most. */
const REST_PER_COST = 3;

/**
 * Passes on a store's values at the rate at which they can be rendered. Each update is measured by how long it kept the
 * page busy; values that arrive while it rests are dropped but for the newest.
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
      cancelWait = pace.after(costMs * REST_PER_COST, goOn);
    });
  }

  function goOn(): void {
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
