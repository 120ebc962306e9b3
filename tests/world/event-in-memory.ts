type Listener<Args extends unknown[]> = (...args: Args) => unknown;

/** An event of the browser API, with a method to fire it. */
export interface EventInMemory<Args extends unknown[]> {
  addListener(listener: Listener<Args>): void;
  removeListener(listener: Listener<Args>): void;
  hasListener(listener: Listener<Args>): boolean;
  /** Calls every listener; returns their results. */
  fire(...args: Args): unknown[];
  /** Removes all listeners. */
  removeAll(): void;
}

export function createEvent<Args extends unknown[]>(): EventInMemory<Args> {
  const listeners = new Set<Listener<Args>>();
  return {
    addListener: (listener) => void listeners.add(listener),
    removeListener: (listener) => void listeners.delete(listener),
    hasListener: (listener) => listeners.has(listener),
    fire: (...args) => [...listeners].map((listener) => listener(...args)),
    removeAll: () => listeners.clear(),
  };
}
