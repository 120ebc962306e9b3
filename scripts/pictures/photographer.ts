import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright';

/** Sizes of a window's parts in CSS pixels. A line of one pixel is between page and panel. */
interface WindowSize {
  pageWidth: number;
  panelWidth: number;
  height: number;
}

export type Photographer = ReturnType<typeof createPhotographer>;

/** Width of the panel alone, in CSS pixels. */
const ALONE_WIDTH = 360;
/** Time in which nothing may change, and the most pictures until then. */
const REST_MS = 400;
const MOST_TRIES = 20;

/** Writes a picture to a path from the root of the project. */
export type SavePicture = (path: string, picture: Buffer) => void;

/** Takes pictures of the page and of the panel beside it. Paths are from the root of the project. */
export function createPhotographer(context: BrowserContext, page: Page, panel: Page, save: SavePicture) {
  return {
    /** The panel alone, at this height in CSS pixels. */
    async panel(path: string, height: number) {
      await panel.setViewportSize({ width: ALONE_WIDTH, height });
      save(path, await takePicture(panel));
    },
    /** The page and the panel beside it, as in the browser's window. */
    async window(path: string, { pageWidth, panelWidth, height }: WindowSize) {
      await page.setViewportSize({ width: pageWidth, height });
      await panel.setViewportSize({ width: panelWidth, height });
      const images = [await takePicture(page), await takePicture(panel)].map(
        (png) => `<img src="data:image/png;base64,${png.toString('base64')}">`,
      );
      const line = '<div style="border-left: 1px solid #888"></div>';
      const size = { width: pageWidth + 1 + panelWidth, height };
      const body = `<body style="display: flex">${images.join(line)}</body>`;
      save(path, await drawPicture(context, size, body));
    },
  };
}

/** Draws HTML as a picture of this size in CSS pixels. */
export async function drawPicture(
  context: BrowserContext,
  size: { width: number; height: number },
  html: string,
): Promise<Buffer> {
  const frame = await context.newPage();
  await frame.setViewportSize(size);
  await frame.setContent(`<!doctype html><style>body { margin: 0 }</style>${html}`);
  const picture = await frame.screenshot();
  await frame.close();
  return picture;
}

/** Takes a picture of a page at rest: two in a row are the same. */
async function takePicture(shown: Page): Promise<Buffer> {
  // Moves the pointer away, so that nothing is shown as hovered.
  await shown.mouse.move(0, 0);
  const shoot = () => shown.screenshot({ animations: 'disabled' });
  let before = await shoot();
  for (let taken = 1; taken < MOST_TRIES; taken += 1) {
    await pause(REST_MS);
    const picture = await shoot();
    if (picture.equals(before)) return picture;
    before = picture;
  }
  throw new Error(`${shown.url()} did not come to rest.`);
}

/** Thrown when the last picture that is wanted has been written. */
export class LastPictureTaken extends Error {}

/** Returns a function that writes pictures and their folders, and throws {@link LastPictureTaken} after the one with the name `last`. */
export function pictureWriter(last: string | null): SavePicture {
  return (path, picture) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, picture);
    console.log(path);
    if (basename(path, '.png') === last) throw new LastPictureTaken(last);
  };
}
