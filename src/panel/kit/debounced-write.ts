/** A write that follows the last change of a text after a pause. */
export interface DebouncedWrite {
  /** Schedules the write; one that was scheduled before is postponed. */
  schedule(): void;
  /** Writes at once if a write is scheduled. */
  flush(): void;
  cancel(): void;
}

/** Calls `write` `delayMs` after the last `schedule`. */
export function createDebouncedWrite(delayMs: number, write: () => void): DebouncedWrite {
  let timer: ReturnType<typeof setTimeout> | null = null;

  function cancel(): void {
    if (timer !== null) clearTimeout(timer);
    timer = null;
  }

  function flush(): void {
    if (timer === null) return;
    cancel();
    write();
  }

  return {
    schedule() {
      cancel();
      timer = setTimeout(flush, delayMs);
    },
    flush,
    cancel,
  };
}
