/** Caches `compute` by object, for what several parts need of the same context. */
export function remembered<Key extends object, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const cache = new WeakMap<Key, Value>();
  return (key) => {
    const known = cache.get(key);
    // Looked up twice only if it can be missing.
    if (known !== undefined || cache.has(key)) return known as Value;
    const value = compute(key);
    cache.set(key, value);
    return value;
  };
}
