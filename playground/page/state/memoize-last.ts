/** Remembers the result for the arguments of the last call, compared by identity. */
export function memoizeLast<Args extends readonly unknown[], Result>(
  compute: (...args: Args) => Result,
): (...args: Args) => Result {
  let last: { args: Args; result: Result } | null = null;
  return (...args) => {
    if (last?.args.every((value, index) => Object.is(value, args[index]))) return last.result;
    const result = compute(...args);
    last = { args, result };
    return result;
  };
}
