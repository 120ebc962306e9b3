import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright';
import { type RunningBrowser, STEP_TIMEOUT_MS } from './steward-browser';

/** Time limit for a page to load. */
const NAVIGATION_TIMEOUT_MS = 30_000;

/** A folder for everything that a browser writes. */
export interface BrowserFolder {
  readonly folder: string;
  removeFolder(): Promise<void>;
}

/**
 * Starts a browser that writes into the caller's folder, or else into a temporary one. If a step fails, closes the browser
 * and removes the temporary folder.
 */
export async function startInFolder<
  Launched extends { context: BrowserContext },
  Running extends RunningBrowser,
>(
  ownFolder: string | undefined,
  launch: (folder: string) => Promise<Launched>,
  connect: (launched: Launched, place: BrowserFolder) => Promise<Running>,
): Promise<Running> {
  const place = await folderFor(ownFolder);
  try {
    const launched = await launch(place.folder);
    const { context } = launched;
    context.setDefaultTimeout(STEP_TIMEOUT_MS);
    // Playwright's test runner sets no limit for navigations.
    context.setDefaultNavigationTimeout(NAVIGATION_TIMEOUT_MS);
    try {
      return await connect(launched, place);
    } catch (error) {
      await context.close();
      throw error;
    }
  } catch (error) {
    await place.removeFolder();
    throw error;
  }
}

/**
 * The caller's folder, which is kept; or a temporary one, which is removed on request, and at the latest when this
 * process exits.
 */
async function folderFor(ownFolder: string | undefined): Promise<BrowserFolder> {
  if (ownFolder !== undefined) return { folder: ownFolder, removeFolder: () => Promise.resolve() };
  const folder = await mkdtemp(join(tmpdir(), 'steward-browser-'));
  // Retries, since the browser may still be writing while it shuts down.
  const options = { recursive: true, force: true, maxRetries: 10, retryDelay: 100 };
  const onExit = (): void => rmSync(folder, options);
  process.once('exit', onExit);
  return {
    folder,
    async removeFolder() {
      await rm(folder, options);
      process.off('exit', onExit);
    },
  };
}
