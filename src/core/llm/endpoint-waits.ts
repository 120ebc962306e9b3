/** How long a connection's endpoint may stay silent. Null stands for {@link DEFAULT_WAITS}. */
export interface EndpointWaits {
  /** Until the first text, reasoning or call of an answer, in milliseconds. */
  firstPieceMs: number | null;
  /** Between two pieces after it, in milliseconds. */
  pauseMs: number | null;
}

export const DEFAULT_WAITS = { firstPieceMs: 300_000, pauseMs: 60_000 };

/** What a connection may be set to, in milliseconds. */
export const MIN_WAIT_MS = 1_000;
export const MAX_WAIT_MS = 3_600_000;
