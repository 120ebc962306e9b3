// @own-modules
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { withRelease } from '@/scripts/release/changelog';

/** The command that each step of a release runs in the repository. */
let steps: Record<string, () => void>;
vi.mock('@/scripts/run-command.mjs', () => ({
  runScript: async (name: string, options?: object) => {
    if (options === undefined) steps[name]?.();
    return 0;
  },
  runCommand: async () => 0,
}));
vi.mock('@/scripts/release/packages', () => ({ CHECKSUMS: 'SHA256SUMS', RELEASE_FOLDER: 'release' }));

const CHANGELOG = '# Changelog\n\n## [Unreleased]\n\n- A save names the provider.\n';
const before = process.cwd();
let folder: string;

const git = (...args: string[]) =>
  execFileSync('git', args, {
    cwd: folder,
    encoding: 'utf8',
    env: {
      ...process.env,
      GIT_AUTHOR_NAME: 'a',
      GIT_AUTHOR_EMAIL: 'a@b',
      GIT_COMMITTER_NAME: 'a',
      GIT_COMMITTER_EMAIL: 'a@b',
    },
  }).trim();

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'steward-release-'));
  steps = {};
  writeFileSync(join(folder, 'package.json'), '{"version":"0.2.0"}');
  writeFileSync(join(folder, 'CHANGELOG.md'), CHANGELOG);
  writeFileSync(join(folder, 'source.ts'), 'export const safe = true;\n');
  writeFileSync(join(folder, '.gitignore'), '/release/\n');
  git('init', '--quiet', '--initial-branch', 'main');
  git('config', 'user.name', 'a');
  git('config', 'user.email', 'a@b');
  git('add', '.');
  git('commit', '--quiet', '--message', 'first');
  const { mkdirSync } = await import('node:fs');
  const { strToU8, zipSync } = await import('fflate');
  steps.package = () => {
    mkdirSync(join(folder, 'release'), { recursive: true });
    // The sources that checkSources builds again; its checksums are compared.
    const files = { 'release/SHA256SUMS': strToU8('') };
    writeFileSync(join(folder, 'release', 'steward-0.2.0-sources.zip'), zipSync(files));
    writeFileSync(join(folder, 'release', 'SHA256SUMS'), '\n');
  };
  process.chdir(folder);
});
afterEach(() => {
  process.chdir(before);
  rmSync(folder, { recursive: true });
});

const released = async () => (await import('@/scripts/release/release')).release([]);

describe('a release', () => {
  it('is made of the commits that were checked', async () => {
    expect(await released()).toBe(0);
    expect(git('show', '--name-only', '--format=', 'v0.2.0^{commit}')).toBe('CHANGELOG.md');
  });

  it('never has what a check, a build or another program wrote into a tracked file meanwhile', async () => {
    // For example `npm ci`, a snapshot, a formatter, or an editor that stays open for the half hour that the tests take.
    steps.test = () => writeFileSync(join(folder, 'source.ts'), 'export const safe = false;\n');
    await released().catch(() => undefined);
    const tags = git('tag', '--list');
    const shipped = tags === '' ? 'nothing' : git('show', 'v0.2.0:source.ts');
    expect(['nothing', 'export const safe = true;']).toContain(shipped);
  });
});

it('a version that the changelog has already is not released again', () => {
  const changelog = readFileSync(join(folder, 'CHANGELOG.md'), 'utf8');
  const once = withRelease(changelog, '0.2.0', '2027-01-15');
  const more = once.replace('## [Unreleased]\n', '## [Unreleased]\n\n- Another.\n');
  expect(() => withRelease(more, '0.2.0', '2027-02-15')).toThrow();
});
