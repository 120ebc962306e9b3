import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';

/**
 * Fails unless a closed browser has left nothing behind: neither its folder nor a process that was started
 * with it.
 */
export async function expectNothingLeft(folder: string): Promise<void> {
  expect(existsSync(folder), `${folder} is still there`).toBe(false);
  // Only Linux can find processes by their arguments without another program.
  if (process.platform !== 'linux') return;
  await expect
    .poll(() => processesNaming(folder), {
      message: 'processes of the closed browser',
      // A browser takes longer to exit while other tests use all cores.
      timeout: 20_000,
    })
    .toEqual([]);
}

async function processesNaming(text: string): Promise<string[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const commandLines = await Promise.all(ids.map(readCommandLine));
  return commandLines.filter((line) => line.includes(text));
}

async function readCommandLine(id: string): Promise<string> {
  try {
    return (await readFile(`/proc/${id}/cmdline`, 'utf8')).replaceAll('\0', ' ');
  } catch (error) {
    // The process ended meanwhile.
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH'))
      return '';
    throw error;
  }
}
