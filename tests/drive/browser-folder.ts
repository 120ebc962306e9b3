import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder for everything that a browser writes. */
export interface BrowserFolder {
  readonly folder: string;
  removeFolder(): Promise<void>;
}

/** The caller's folder, which is kept; or a temporary one, which is removed on request, and at the latest when this process exits. */
export async function folderFor(ownFolder: string | undefined): Promise<BrowserFolder> {
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
