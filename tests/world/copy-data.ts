const copyAnything = globalThis.structuredClone;

/**
 * A faster `structuredClone` for plain objects, arrays and primitive values, since a database in memory
 * mostly copies. Other values are passed to the real one.
 */
export function copyData<Value>(value: Value): Value {
  return copyOf(value) as Value;
}

function copyOf(value: unknown): unknown {
  if (typeof value === 'function' || typeof value === 'symbol') return copyAnything(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(copyOf);
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return copyAnything(value);
  const copy: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) {
    // An ordinary key in data, but an assignment would set the prototype.
    if (key !== '__proto__') copy[key] = copyOf(member);
    else
      Object.defineProperty(copy, key, {
        value: copyOf(member),
        enumerable: true,
        writable: true,
        configurable: true,
      });
  }
  return copy;
}
