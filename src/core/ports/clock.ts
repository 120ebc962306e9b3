/** The only clock that the core uses. */
export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number;
}

/** Timed waits. They are not stored: a restarted worker computes the remaining time from the journal. */
export interface Timer {
  /** Resolves after `delayMs`; rejects with the signal's reason when it aborts. `signal`: missing if nothing ends the wait. */
  sleep(delayMs: number, signal?: AbortSignal): Promise<void>;
}

export interface IdSource {
  /** A random UUID. */
  newId(): string;
}
