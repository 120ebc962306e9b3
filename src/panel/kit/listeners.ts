/**
 * The listeners of a value that changes; `subscribe` is as `useSyncExternalStore` needs it. `begin` is called when the first
 * listener subscribes, and the function that it returns when the last one unsubscribes.
 */
export function createListeners(begin?: () => () => void) {
  const listeners = new Set<() => void>();
  let end: (() => void) | undefined;
  return {
    subscribe(listener: () => void) {
      listeners.add(listener);
      if (listeners.size === 1) end = begin?.();
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) end?.();
      };
    },
    notify() {
      for (const listener of listeners) listener();
    },
  };
}
