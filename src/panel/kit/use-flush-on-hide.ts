import { useEffect } from 'react';

/** Delay after the last change until a typed text is stored, in milliseconds. */
export const WRITE_DELAY_MS = 300;

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
