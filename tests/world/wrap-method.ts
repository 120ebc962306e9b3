/**
 * Calls `note` with the object before each call of its method; returns a function that restores the method.
 */
export function wrap<Owner extends object>(
  owner: Owner,
  method: keyof Owner,
  note: (self: Owner) => void,
): () => void {
  const real = owner[method] as unknown as (...args: unknown[]) => unknown;
  const watched = function (this: Owner, ...args: unknown[]) {
    note(this);
    return real.apply(this, args);
  };
  Object.assign(owner, { [method]: watched });
  return () => void Object.assign(owner, { [method]: real });
}
