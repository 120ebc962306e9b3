/**
 * Listeners of a changing value. `subscribe` has the shape that `useSyncExternalStore` needs. `begin` is called when the first listener
 * subscribes; the function that it returns is called when the last one unsubscribes.
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
