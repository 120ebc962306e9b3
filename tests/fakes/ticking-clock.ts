/** A clock that advances by a millisecond at each reading, and by `pass`. */
export function createTickingClock(startMs: number) {
  let nowMs = startMs;
  return {
    now() {
      nowMs += 1;
      return nowMs;
    },
    pass(ms: number) {
      nowMs += ms;
    },
  };
}

/** Ids in the order of their creation: `id-0001`, `id-0002`. */
export function createNumberedIds() {
  let ids = 0;
  return {
    newId() {
      ids += 1;
      return `id-${String(ids).padStart(4, '0')}`;
    },
  };
}
