import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { checkNode, ensurePackages, packagesAreCurrent, ROOT } from '@/scripts/set-up.mjs';

type Packages = Record<string, { version?: string; optional?: boolean }>;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'steward-set-up-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the required version of Node', () => {
  it.each(['20.19.0', '20.20.2', '22.0.0'])('is met by %s', (version) => {
    expect(() => checkNode(version)).not.toThrow();
  });

  it.each(['20.18.9', '18.20.0'])('is not met by %s', (version) => {
    expect(() => checkNode(version)).toThrow(`Node 20.19 or newer is needed; this is ${version}.`);
  });
});

describe('installed packages', () => {
  function writeLockfiles(wanted: Packages, installed: Packages): void {
    mkdirSync(join(folder, 'node_modules'));
    const write = (path: string, packages: Packages) =>
      writeFileSync(join(folder, path), JSON.stringify({ packages }));
    write('package-lock.json', { '': { version: '1.0.0' }, ...wanted });
    write('node_modules/.package-lock.json', installed);
  }

  it.each<[string, boolean, Packages, Packages]>([
    ['the same ones', true, { a: { version: '1.0.0' } }, { a: { version: '1.0.0' } }],
    ['another version', false, { a: { version: '1.0.1' } }, { a: { version: '1.0.0' } }],
    [
      'a missing one',
      false,
      { a: { version: '1.0.0' }, b: { version: '1.0.0' } },
      { a: { version: '1.0.0' } },
    ],
    ['a missing one for another system', true, { a: { version: '1.0.0', optional: true } }, {}],
    ['one that is no longer wanted', false, {}, { a: { version: '1.0.0' } }],
  ])('with %s: current is %s', (_, isCurrent, wanted, installed) => {
    writeLockfiles(wanted, installed);
    expect(packagesAreCurrent(folder)).toBe(isCurrent);
  });

  it('are not current before the first installation', () => {
    expect(packagesAreCurrent(folder)).toBe(false);
  });

  // `npm run bench` and others run in such an environment: the bundler that loads their TypeScript sets it.
  it('include those of the build if NODE_ENV is production', async () => {
    const local = { name: 'local', version: '1.0.0' };
    const project = { name: 'project', version: '1.0.0', devDependencies: { local: 'file:local' } };
    const write = (path: string, content: object) =>
      writeFileSync(join(folder, path), JSON.stringify(content));
    mkdirSync(join(folder, 'local'));
    write('local/package.json', local);
    write('package.json', project);
    write('package-lock.json', {
      ...project,
      lockfileVersion: 3,
      packages: {
        '': project,
        local: { version: '1.0.0', dev: true },
        'node_modules/local': { resolved: 'local', link: true },
      },
    });
    vi.stubEnv('NODE_ENV', 'production');
    await ensurePackages(folder).finally(() => vi.unstubAllEnvs());
    expect(existsSync(join(folder, 'node_modules', 'local', 'package.json'))).toBe(true);
  });

  it('are current here, where these tests run', () => {
    expect(packagesAreCurrent(ROOT)).toBe(true);
  });
});
