import type { Page } from 'playwright';

/** Presses keys in a panel continuously, and measures their delay. */
export interface InputProbe {
  /** Resolves with the longest delay of a key press while `act` was running, in milliseconds. */
  longestDelayMs(act: () => Promise<void>): Promise<number>;
}

type ProbeScope = typeof globalThis & { stewardProbe?: { longestMs: number; keys: number } };

/** Time between two key presses; a longer block always delays one. */
const KEY_GAP_MS = 15;

/** Time for the panel to finish its work after an act. */
const REST_MS = 500;

/**
 * Repeatedly presses a key without effect (a modifier), and measures the delay from the browser receiving it
 * until the first listener is called.
 */
export async function createInputProbe(page: Page): Promise<InputProbe> {
  // In each document that is loaded into the panel from now on.
  await page.addInitScript(watchKeys);
  return {
    async longestDelayMs(act) {
      await page.evaluate(watchKeys);
      let isOver = false;
      const pressing = (async () => {
        while (!isOver) {
          await page.keyboard.press('Shift');
          await new Promise((resolve) => setTimeout(resolve, KEY_GAP_MS));
        }
      })();
      try {
        await act();
        await new Promise((resolve) => setTimeout(resolve, REST_MS));
      } finally {
        isOver = true;
        await pressing;
      }
      const { longestMs, keys } = await page.evaluate(readProbe);
      if (keys === 0) throw new Error('No key reached the panel, so nothing was measured.');
      return longestMs;
    },
  };
}

function watchKeys(): void {
  const scope = globalThis as ProbeScope;
  const isWatching = scope.stewardProbe !== undefined;
  scope.stewardProbe = { longestMs: 0, keys: 0 };
  if (isWatching) return;
  const listen = (event: Event) => {
    const probe = scope.stewardProbe;
    if (probe === undefined || !event.isTrusted) return;
    probe.keys += 1;
    probe.longestMs = Math.max(probe.longestMs, performance.now() - event.timeStamp);
  };
  for (const type of ['keydown', 'keyup']) window.addEventListener(type, listen, { capture: true });
}

function readProbe(): { longestMs: number; keys: number } {
  return (globalThis as ProbeScope).stewardProbe ?? { longestMs: 0, keys: 0 };
}
