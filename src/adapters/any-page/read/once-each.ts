/** Memoizes `compute` by key. Use it within one reading only, since the page may change afterwards. */
export function onceEach<Key, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const values = new Map<Key, Value>();
  return (key) => {
    if (!values.has(key)) values.set(key, compute(key));
    return values.get(key) as Value;
  };
}
