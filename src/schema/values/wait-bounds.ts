/** Bounds of a connection's time limits, in milliseconds. */
export const MIN_WAIT_MS = 1_000;

export const MAX_WAIT_MS = 3_600_000;
