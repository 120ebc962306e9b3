import { useEffect, useRef, useState } from 'react';

/** Time in milliseconds from the last change until a typed text is stored. */
export const WRITE_DELAY_MS = 300;

/** A write that is delayed until a text hasn't changed for a while. */
export interface DebouncedWrite {
  /** Schedules the write, and postpones one that is already scheduled. */
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

/** Calls `flush` before the panel is hidden or closed. `flush` must be the same function in each render. */
export function useFlushOnHide(flush: () => void): void {
  useEffect(() => {
    document.addEventListener('visibilitychange', flush);
    window.addEventListener('pagehide', flush);
    return () => {
      document.removeEventListener('visibilitychange', flush);
      window.removeEventListener('pagehide', flush);
    };
  }, [flush]);
}

/**
 * Calls `write` of the newest render {@link WRITE_DELAY_MS} after the last `schedule`, or earlier if the panel is hidden or closed or the
 * component is removed.
 */
export function useDebouncedWrite(write: () => unknown): DebouncedWrite {
  const newest = useRef(write);
  newest.current = write;
  const [writing] = useState(() => createDebouncedWrite(WRITE_DELAY_MS, () => void newest.current()));
  useFlushOnHide(writing.flush);
  useEffect(() => writing.flush, [writing]);
  return writing;
}
