import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildPackages, filePaths, packed } from '@/scripts/release/packages';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'steward-package-'));
  mkdirSync(join(folder, 'texts'));
  writeFileSync(join(folder, 'manifest.json'), '{}');
  writeFileSync(join(folder, 'texts', 'de.json'), '{"title":"Änderungen"}');
});

afterEach(() => rmSync(folder, { recursive: true }));

describe('the packages of the builds', () => {
  it('have the manifest at their root for the stores, and in one folder for *Load unpacked*', () => {
    for (const browser of ['chrome', 'firefox']) {
      mkdirSync(join(folder, `${browser}-mv3`, 'texts'), { recursive: true });
      writeFileSync(join(folder, `${browser}-mv3`, 'manifest.json'), `{"name":"${browser}"}`);
      writeFileSync(join(folder, `${browser}-mv3`, 'texts', 'de.json'), '{}');
    }
    const contents = buildPackages(folder, '1.2.3').map(({ name, bytes }) => [
      name,
      Object.keys(unzipSync(bytes)),
    ]);
    expect(Object.fromEntries(contents)).toEqual({
      'steward-1.2.3-chrome.zip': ['manifest.json', 'texts/de.json'],
      'steward-1.2.3-chrome-load-unpacked.zip': ['steward/manifest.json', 'steward/texts/de.json'],
      'steward-1.2.3-firefox.zip': ['manifest.json', 'texts/de.json'],
    });
  });
});

describe('a package', () => {
  it('has the files of its folder, with slashes in their paths', () => {
    const paths = filePaths(folder);
    expect(paths.sort()).toEqual(['manifest.json', 'texts/de.json']);
    const files = unzipSync(packed(folder, paths));
    expect(strFromU8(files['texts/de.json'] ?? new Uint8Array())).toBe('{"title":"Änderungen"}');
  });

  it('has the same bytes whenever the files were written, in whatever order, in each time zone', () => {
    const before = packed(folder, ['manifest.json', 'texts/de.json']);
    utimesSync(join(folder, 'manifest.json'), 1, 1);
    const zone = process.env.TZ;
    process.env.TZ = 'Pacific/Kiritimati';
    try {
      expect(packed(folder, ['texts/de.json', 'manifest.json'])).toEqual(before);
    } finally {
      if (zone === undefined) delete process.env.TZ;
      else process.env.TZ = zone;
    }
  });
});
