import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { projectFiles } from '@/scripts/kit/project-files.mjs';
import { kitPackages } from '@/scripts/release/kit-packages';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'steward-create-'));
  const file = kitPackages('.', Buffer.from('')).find(({ name }) => name.startsWith('create-'));
  if (file === undefined) throw new Error('There is no such package.');
  writeFileSync(join(root, file.name), file.bytes);
  execFileSync('tar', ['-xzf', file.name], { cwd: root });
});
afterEach(() => rmSync(root, { recursive: true }));

const ANSWERS = {
  ...{ title: 'Team limits', match: 'https://admin.example/limits*', kind: 'rest' },
  ...{ changes: 'live', identity: 'site' },
};

/** Calls the package as an author does without a terminal. Nothing can be installed, since there is no npm. */
function create(name: string, answers: Readonly<Record<string, string>>, env: NodeJS.ProcessEnv) {
  const args = Object.entries(answers).flatMap(([key, answer]) => [`--${key}`, answer]);
  const script = join(root, 'package', 'create-steward-adapter.mjs');
  const { status, stderr } = spawnSync(process.execPath, [script, join(root, name), ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env,
  });
  return { status, stderr };
}
const WITHOUT_NPM = { PATH: '' };

describe('create-steward-adapter, before it installs anything', () => {
  const { kind: _kind, identity: _identity, ...incomplete } = ANSWERS;

  it.each([
    ['missing answers', 'team-limits', incomplete, 'Missing: --kind, --identity.'],
    [
      'an invalid kind',
      'team-limits',
      { ...ANSWERS, kind: 'soap' },
      '--kind "soap" has to be page-protocol or rest',
    ],
    ['an invalid kind beside missing answers', 'team-limits', { kind: 'soap' }, '--kind "soap"'],
    [
      'answers that don’t fit',
      'team-limits',
      { ...ANSWERS, kind: 'rule-list', value: 'text' },
      'leave out --noun',
    ],
    ['an unknown option', 'team-limits', { ...ANSWERS, colour: 'red' }, '--colour'],
    ['an invalid id', 'Team_Limits', ANSWERS, '--id "Team_Limits" has to be'],
    ['the id of one of Steward’s adapters', 'model-filter', ANSWERS, 'The id model-filter is taken'],
    ['the name of what the adapters share', 'kit', ANSWERS, 'The id kit is taken'],
  ])('refuses %s, and leaves no folder', (_, name, answers, message) => {
    const { status, stderr } = create(name, answers, WITHOUT_NPM);
    expect(stderr).toContain(message);
    expect(status).toBe(1);
    expect(existsSync(join(root, name))).toBe(false);
  });

  it.each([
    ['of something else', { 'notes.txt': '' }, 'isn’t empty'],
    ['of another package', { 'package.json': '{}' }, 'isn’t empty'],
    ['that has an adapter', { 'definition.ts': '' }, 'has an adapter already'],
  ])('refuses a folder %s, and changes nothing there', (_, files, message) => {
    const folder = join(root, 'team-limits');
    mkdirSync(folder);
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    expect(create('team-limits', ANSWERS, WITHOUT_NPM).stderr.replace("isn't", 'isn’t')).toContain(message);
    expect(readdirSync(folder)).toEqual(Object.keys(files));
  });

  it('goes on in a folder that an interrupted call has left', () => {
    const folder = join(root, 'team-limits');
    mkdirSync(folder);
    const files = projectFiles('team-limits', '0.0.1');
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    const { status, stderr } = create('team-limits', ANSWERS, WITHOUT_NPM);
    // It comes as far as the installation.
    expect(stderr).toBe('');
    expect(status).toBe(1);
    expect(readdirSync(folder).sort()).toEqual(Object.keys(files).sort());
  });
});
