/**
 * Runs tasks of the same key one after the other, in the order of the calls; tasks of different keys don't wait for
 * each other. A failing task fails for its caller only.
 */
export function createSerializer(): <Result>(key: string, task: () => Promise<Result>) => Promise<Result> {
  const tails = new Map<string, Promise<unknown>>();
  return (key, task) => {
    const run = (tails.get(key) ?? Promise.resolve()).then(task, task);
    const tail = run
      // The caller gets the error from `run`; the next task only waits.
      .catch(() => undefined)
      .then(() => {
        if (tails.get(key) === tail) tails.delete(key);
      });
    tails.set(key, tail);
    return run;
  };
}
