import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { expect, vi } from 'vitest';

/**
 * Fails unless a closed Firefox has left nothing behind: neither its folder nor a process that was started
 * with it.
 */
export async function expectNothingLeft(folder: string): Promise<void> {
  expect(existsSync(folder), `${folder} is still there`).toBe(false);
  // Only Linux can find processes by their environment, which Firefox passes to all its processes.
  if (process.platform !== 'linux') return;
  // Not expect.poll, which works only within a test.
  const expectNone = async () =>
    expect(await processesKnowing(folder), 'processes of the closed Firefox').toEqual([]);
  await vi.waitFor(expectNone, { timeout: 10_000 });
}

async function processesKnowing(text: string): Promise<string[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const environments = await Promise.all(ids.map(readEnvironment));
  return ids.filter((_, index) => environments[index]?.includes(text));
}

async function readEnvironment(id: string): Promise<string> {
  try {
    return await readFile(`/proc/${id}/environ`, 'utf8');
  } catch (error) {
    // The process ended meanwhile, or belongs to another user.
    const isPassedOver =
      error instanceof Error && 'code' in error && ['ENOENT', 'ESRCH', 'EACCES'].includes(String(error.code));
    if (isPassedOver) return '';
    throw error;
  }
}
