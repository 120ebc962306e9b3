import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CDPSession, Page } from 'playwright';

/** Takes the tour's screenshots and numbers them in order. */
export interface Camera {
  page(name: string): Promise<void>;
  panel(name: string): Promise<void>;
}

/** The panel is small, so it is rendered at twice its size, as on a high-resolution screen. */
const PANEL_SCALE = 2;

export async function createCamera(folder: string, page: Page, panel: Page): Promise<Camera> {
  const panelSession = await panel.context().newCDPSession(panel);
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
      await atRest(panel);
      writeFileSync(nextPath(name), await photograph(panelSession));
    },
  };
}

async function photograph(session: CDPSession): Promise<Buffer> {
  const { cssVisualViewport } = await session.send('Page.getLayoutMetrics');
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'png',
    clip: {
      x: 0,
      y: 0,
      width: cssVisualViewport.clientWidth,
      height: cssVisualViewport.clientHeight,
      scale: PANEL_SCALE,
    },
  });
  return Buffer.from(data, 'base64');
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
