import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findProgram } from '@/scripts/find-program.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'steward-find-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function addProgram(name: string): string {
  const path = join(folder, name);
  writeFileSync(path, '', { mode: 0o755 });
  return path;
}

describe.each([
  ['browser', 'CHROME_PATH', 'chromium', 'microsoft-edge'],
  ['firefox', 'FIREFOX_PATH', 'firefox-esr', 'firefox'],
] as const)('the program %s', (name, variable, preferred, other) => {
  it(`is the one that ${variable} names, before all others`, () => {
    addProgram(preferred);
    const chosen = addProgram('my-program');
    expect(findProgram(name, { [variable]: chosen, PATH: folder }, 'linux')).toBe(chosen);
  });

  it(`is not replaced by another one if ${variable} is wrong`, () => {
    addProgram(preferred);
    const wrong = join(folder, 'gone');
    expect(() => findProgram(name, { [variable]: wrong, PATH: folder }, 'linux')).toThrow(
      `${variable} names ${wrong}`,
    );
  });

  it(`is ${preferred} before ${other}, wherever they are on the path`, () => {
    addProgram(other);
    const path = addProgram(preferred);
    const PATH = ['/nowhere', folder].join(delimiter);
    expect(findProgram(name, { [variable]: '', PATH }, 'linux')).toBe(path);
  });

  it('is null if there is none', () => {
    expect(findProgram(name, { PATH: folder }, 'linux')).toBeNull();
  });
});
