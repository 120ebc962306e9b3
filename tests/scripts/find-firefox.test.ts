import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findFirefox } from '@/scripts/find-firefox.mjs';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'steward-find-'));
});

afterEach(() => rm(folder, { recursive: true }));

async function makeProgram(name: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, '');
  await chmod(path, 0o755);
  return path;
}

it('prefers the program that FIREFOX_PATH names', async () => {
  const chosen = await makeProgram('my-fox');
  await makeProgram('firefox');
  expect(findFirefox({ FIREFOX_PATH: chosen, PATH: folder }, 'linux')).toBe(chosen);
});

it('throws for a FIREFOX_PATH that can’t be executed, instead of using another', async () => {
  await makeProgram('firefox');
  expect(() => findFirefox({ FIREFOX_PATH: join(folder, 'nowhere'), PATH: folder }, 'linux')).toThrow(
    /FIREFOX_PATH names .*nowhere/,
  );
});

it('prefers the long-term release on the path', async () => {
  await makeProgram('firefox');
  const longTerm = await makeProgram('firefox-esr');
  const path = ['/nowhere', folder].join(delimiter);
  expect(findFirefox({ FIREFOX_PATH: '', PATH: path }, 'linux')).toBe(longTerm);
});

it('returns null if there is none', () => {
  expect(findFirefox({ PATH: folder }, 'linux')).toBeNull();
});
