import { createListeners } from '@/src/panel/kit/listeners';

/** The part of a store that `useSyncExternalStore` needs. */
export interface SnapshotStore<Value> {
  subscribe(listener: () => void): () => void;
  getSnapshot(): Value;
}

/** Clock and timer of a paced store. */
export interface Pace {
  now(): number;
  /** Calls `work` after `delayMs`; the returned function cancels the call. */
  after(delayMs: number, work: () => void): () => void;
}

/** Time in milliseconds that is reserved for layout and paint after an update; they may take longer. */
const SETTLE_MS = 16;

/** Pause after an update, as a multiple of the update's cost: rendering takes at most a quarter of the time. */
const REST_PER_COST = 3;

/**
 * Throttles a store to the rate at which its values can be rendered. The cost of an update is the time for which it blocked the page. Of
 * the values that arrive during the pause, only the newest is used.
 */
export function createPacedStore<Value>(source: SnapshotStore<Value>, pace: Pace): SnapshotStore<Value> {
  let shown = source.getSnapshot();
  let isResting = false;
  let cancelWait = () => {};
  const { subscribe, notify } = createListeners(() => {
    const unsubscribe = source.subscribe(update);
    update();
    return () => {
      unsubscribe();
      cancelWait();
      isResting = false;
    };
  });

  function update(): void {
    const next = source.getSnapshot();
    if (isResting || Object.is(next, shown)) return;
    shown = next;
    isResting = true;
    const beganAtMs = pace.now();
    notify();
    cancelWait = pace.after(SETTLE_MS, () => {
      const costMs = Math.max(0, pace.now() - beganAtMs - SETTLE_MS);
      cancelWait = pace.after(costMs * REST_PER_COST, resume);
    });
  }

  function resume(): void {
    isResting = false;
    update();
  }

  return { subscribe, getSnapshot: () => shown };
}
