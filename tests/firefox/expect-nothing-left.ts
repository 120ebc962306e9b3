import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { expect } from 'vitest';

/** Fails unless everything of a closed Firefox is gone: its folder, and every process that was started with it. */
export async function expectNothingLeft(folder: string): Promise<void> {
  expect(existsSync(folder), `${folder} is still there`).toBe(false);
  // Only Linux lets processes be looked up by their environment, which Firefox hands down to all its processes.
  if (process.platform !== 'linux') return;
  await expect
    .poll(() => processesKnowing(folder), { message: 'processes of the closed Firefox', timeout: 10_000 })
    .toEqual([]);
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
    // The process ended meanwhile, or belongs to somebody else.
    const isPassedOver =
      error instanceof Error && 'code' in error && ['ENOENT', 'ESRCH', 'EACCES'].includes(String(error.code));
    if (isPassedOver) return '';
    throw error;
  }
}
