/** The only clock that the core knows. */
export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number;
}

/** Waits. After a death of the worker every wait is computed anew from the record. */
export interface Timer {
  /** Resolves after `delayMs`; rejects with the signal's reason when it aborts. */
  sleep(delayMs: number, signal: AbortSignal): Promise<void>;
}

/** Where random ids come from. */
export interface IdSource {
  /** A UUID. */
  newId(): string;
}
