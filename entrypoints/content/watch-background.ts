/** Pause before the second attempt to start the background, in milliseconds; each further pause is twice as long. */
export const FIRST_PAUSE_MS = 1_000;

/** The parts of a port that are used. */
interface BackgroundPort {
  onDisconnect: { addListener(listener: () => void): void };
  disconnect(): void;
}

/**
 * Starts the background again if the browser stops it while it works on this page. A port to the background is kept open while the page
 * is locked. It closes when the background ends, and opening another one starts the background, which continues its runs. Call the
 * returned function with each change of the lock. The attempts end with the lock's leases.
 */
export function watchBackground(connect: () => BackgroundPort): (isLocked: boolean) => void {
  let port: BackgroundPort | null = null;
  let isLocked = false;
  let pauseMs = 0;

  function open(): void {
    if (!isLocked || port !== null) return;
    try {
      port = connect();
    } catch {
      // The extension was updated or removed, which orphans this script.
      return;
    }
    port.onDisconnect.addListener(() => {
      port = null;
      setTimeout(open, pauseMs);
      pauseMs = pauseMs * 2 || FIRST_PAUSE_MS;
    });
  }

  return (isNowLocked) => {
    isLocked = isNowLocked;
    if (isLocked) {
      // The background has just sent a lease, so it runs.
      pauseMs = 0;
      open();
    } else {
      const opened = port;
      port = null;
      try {
        opened?.disconnect();
      } catch {
        // The script is orphaned, too: an update doesn't close the connections of such scripts.
      }
    }
  };
}
