/** Caches the result of the last call by the identity of its arguments. */
export function memoizeLast<Args extends readonly unknown[], Result>(
  compute: (...args: Args) => Result,
): (...args: Args) => Result {
  let last: { args: Args; result: Result } | null = null;
  return (...args) => {
    if (!last?.args.every((value, index) => Object.is(value, args[index]))) {
      last = { args, result: compute(...args) };
    }
    return last.result;
  };
}
