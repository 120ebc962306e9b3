import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import type { SidePanel } from './steward-browser';

/** Takes the tour's screenshots and numbers them in order. */
export interface Camera {
  page(name: string): Promise<void>;
  panel(name: string): Promise<void>;
}

/** The panel is small, so it is rendered at twice its size, as on a high-resolution screen. */
const PANEL_SCALE = 2;

export function createCamera(folder: string, page: Page, sidePanel: SidePanel): Camera {
  let taken = 0;
  const nextPath = (name: string): string => {
    taken += 1;
    return join(folder, `${String(taken).padStart(2, '0')}-${name}.png`);
  };
  return {
    async page(name) {
      await atRest(page);
      await page.screenshot({ path: nextPath(name) });
    },
    async panel(name) {
      await atRest(sidePanel.page);
      writeFileSync(nextPath(name), await sidePanel.picture(PANEL_SCALE));
    },
  };
}

/** Waits until all finite animations have ended. */
async function atRest(page: Page): Promise<void> {
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
        .map((animation) => animation.finished),
    ),
  );
}
