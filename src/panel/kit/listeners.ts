/**
 * The listeners of a value that changes; `subscribe` is as `useSyncExternalStore` needs it. `begin` is called once there is a first
 * listener; the function that it returns, once the last one has left.
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
