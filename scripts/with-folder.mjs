import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Passes a new temporary folder to `use`, and removes it. Resolves with what `use` resolves with.
 *
 * @template Value
 * @param {(folder: string) => Promise<Value>} use
 * @returns {Promise<Value>}
 */
export async function withFolder(use) {
  const folder = await mkdtemp(join(tmpdir(), 'steward-'));
  try {
    return await use(folder);
  } finally {
    // Retries, since a browser may still be writing while it shuts down.
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}
