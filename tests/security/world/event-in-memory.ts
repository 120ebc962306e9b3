type Listener<Args extends unknown[]> = (...args: Args) => unknown;

/** One of the browser's events, and the one who fires it. */
export interface EventInMemory<Args extends unknown[]> {
  addListener(listener: Listener<Args>): void;
  removeListener(listener: Listener<Args>): void;
  hasListener(listener: Listener<Args>): boolean;
  /** Calls every listener; answers with what they returned. */
  fire(...args: Args): unknown[];
  /** Whoever listened is gone. */
  forgetAll(): void;
}

export function createEvent<Args extends unknown[]>(): EventInMemory<Args> {
  const listeners = new Set<Listener<Args>>();
  return {
    addListener: (listener) => void listeners.add(listener),
    removeListener: (listener) => void listeners.delete(listener),
    hasListener: (listener) => listeners.has(listener),
    fire: (...args) => [...listeners].map((listener) => listener(...args)),
    forgetAll: () => listeners.clear(),
  };
}
