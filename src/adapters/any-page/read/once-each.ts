/** Memoizes `compute` by key. Use it within one reading only, since the page may change afterwards. */
export function onceEach<Key, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    if (!known.has(key)) known.set(key, compute(key));
    return known.get(key) as Value;
  };
}
