/** Time after which the work starts even if the panel is never idle, in milliseconds. */
const LATEST_MS = 5_000;

/** Calls each of the functions in an idle period of its own, in this order, so that no key press waits for all of them. */
export function whenIdle(works: readonly (() => unknown)[]): void {
  const [first, ...rest] = works;
  if (first === undefined) return;
  requestIdleCallback(
    () => {
      first();
      whenIdle(rest);
    },
    { timeout: LATEST_MS },
  );
}
