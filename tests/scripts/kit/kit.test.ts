import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { projectFiles } from '@/scripts/kit/project-files.mjs';
import { npmPackage } from '@/scripts/release/kit-packages';
import { sourcePackages } from '@/scripts/release/packages';

/** The kit copies the sources, compiles, and bundles. */
const TIMEOUT_MS = 120_000;

const ANSWERS = ['--title', 'Team limits', '--match', 'https://admin.example/limits*', '--kind', 'rest'];
const MORE_ANSWERS = ['--changes', 'live', '--identity', 'site', '--noun', 'limit', '--value', 'number'];

let folder: string;
let adapter: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'steward-kit-'));
  adapter = join(folder, 'team-limits');
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  const kit = sourcePackages('.', version).find(({ name }) => name.startsWith('steward-adapter-'));
  if (kit === undefined) return;
  // As npm installs it.
  const packages = join(adapter, 'node_modules');
  mkdirSync(packages, { recursive: true });
  writeFileSync(join(folder, 'kit.tgz'), kit.bytes);
  execFileSync('tar', ['-xzf', join(folder, 'kit.tgz'), '-C', packages]);
  renameSync(join(packages, 'package'), join(packages, 'steward-adapter'));
  symlinkSync(resolve('node_modules/fflate'), join(packages, 'fflate'), 'junction');
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs a command of the kit in the folder of the adapter. Returns its output. Throws with it if the command fails. */
function kit(...args: string[]): string {
  const script = 'node_modules/steward-adapter/steward-adapter.mjs';
  // The test runner's mode would be that of the build.
  const { NODE_ENV: _testing, VITEST: _runner, ...env } = process.env;
  return execFileSync(process.execPath, [script, ...args], {
    cwd: adapter,
    env,
    encoding: 'utf8',
    stdio: 'pipe',
  });
}

it('a package is the same on each machine, with the names and sizes of its files', () => {
  const files = [{ name: 'package.json', bytes: Buffer.from('{}') }];
  expect(npmPackage(files)).toEqual(npmPackage(files));
  writeFileSync(join(folder, 'any.tgz'), npmPackage(files));
  const listed = execFileSync('tar', ['-tvzf', join(folder, 'any.tgz')], { encoding: 'utf8' });
  expect(listed).toMatch(/^-rw-r--r-- .* 2 .* package\/package\.json\n$/);
});

it.skipIf(!existsSync('.git'))(
  'an adapter outside of a checkout is written, compiled and put into a development build by the kit alone',
  () => {
    // As after npm create, without the packages from the registry.
    for (const [name, text] of Object.entries(projectFiles('team-limits', '0.0.0'))) {
      writeFileSync(join(adapter, name), text);
    }
    mkdirSync(join(adapter, 'steward'));
    symlinkSync(resolve('node_modules'), join(adapter, 'steward/node_modules'), 'junction');

    expect(kit('new', ...ANSWERS, ...MORE_ANSWERS)).toContain(`Written: ${adapter}`);
    kit('check');

    // In place of the development build, which a browser story makes.
    const extension = join(adapter, 'steward/dist/chrome-mv3-adapters');
    for (const name of ['adapters', 'content-scripts']) mkdirSync(join(extension, name), { recursive: true });
    writeFileSync(join(extension, 'content-scripts/content.js'), '');
    expect(kit('dev')).toContain(`${adapter} is in ${extension}.`);
    expect(readFileSync(join(extension, 'adapters/definitions.js'), 'utf8')).toContain('"team-limits"');
  },
  TIMEOUT_MS,
);
