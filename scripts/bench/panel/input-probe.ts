import type { Page } from 'playwright';

/** Keys that are pressed in a panel all the time, and how long they wait. */
export interface InputProbe {
  /** Resolves to the longest wait of a key while `act` was under way, in milliseconds. */
  longestDelayMs(act: () => Promise<void>): Promise<number>;
}

type ProbeScope = typeof globalThis & { stewardProbe?: { longestMs: number; keys: number } };

/** Time between two keys: no longer block falls between them. */
const KEY_GAP_MS = 15;

/** How long the panel may still work after an act. */
const REST_MS = 500;

/**
 * Presses a key that does nothing (a modifier) over and over, and measures how long it waits for the panel: from when
 * the browser took it until the first listener hears of it.
 */
export async function createInputProbe(page: Page): Promise<InputProbe> {
  // In each document that the panel is loaded into from now on.
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
