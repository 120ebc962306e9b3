import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { projectFiles } from '@/scripts/kit/project-files.mjs';
import { kitPackages } from '@/scripts/release/kit-packages';

// `npm run test:kit` makes an adapter by the packages, and builds Steward with it.

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'steward-kit-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const made = () => kitPackages('.', Buffer.from('the sources'));

describe.each([
  ['steward-adapter', ['sources.zip', 'steward-adapter.mjs']],
  [
    'create-steward-adapter',
    ['answers.mjs', 'create-steward-adapter.mjs', 'project-files.mjs', 'taken-ids.json'],
  ],
])('the npm package %s', (name, own) => {
  const file = `${name}-${version}.tgz`;
  const bytes = () => made().find((each) => each.name === file)?.bytes ?? expect.fail(`no ${file}`);

  it('unpacks as npm’s own packages do, with a script of its name', () => {
    writeFileSync(join(folder, file), bytes());
    execFileSync('tar', ['-xzf', file], { cwd: folder });
    const listed = execFileSync('tar', ['-tzf', file], { cwd: folder, encoding: 'utf8' });
    const files = ['LICENSE', 'README.md', 'package.json', ...own].map((path) => `package/${path}`);
    expect(listed.trim().split(/\r?\n/).sort()).toEqual(files.sort());
    const manifest = JSON.parse(readFileSync(join(folder, 'package/package.json'), 'utf8'));
    expect(manifest).toMatchObject({ name, version, type: 'module', bin: { [name]: `${name}.mjs` } });
    const script = readFileSync(join(folder, `package/${name}.mjs`), 'utf8');
    expect(script).toBe(readFileSync(`scripts/kit/${name}.mjs`, 'utf8'));
    expect(script.startsWith('#!/usr/bin/env node\n')).toBe(true);
  });

  it('has the same bytes each time', () => {
    expect(bytes()).toEqual(bytes());
  });
});

it('the types of an adapter’s folder have the names of modules that this checkout has', () => {
  const types = JSON.parse(projectFiles('team-limits', version)['tsconfig.json'] ?? '');
  const { paths } = JSON.parse(readFileSync('tsconfig.json', 'utf8')).compilerOptions;
  expect(Object.keys(types.compilerOptions.paths)).toEqual([...Object.keys(paths), 'zod']);
});
