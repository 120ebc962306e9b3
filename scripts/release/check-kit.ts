import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { version } from '@/package.json';
import { projectFiles } from '../kit/project-files.mjs';
import { runCommand, runScript } from '../run-command.mjs';
import { ROOT } from '../set-up.mjs';
import { succeed, UserError } from '../user-error.mjs';
import { withFolder } from '../with-folder.mjs';
import { sourcePackages } from './packages';

/** Answers for the scaffold. */
const ANSWERS = {
  ...{ title: 'Team limits', match: 'https://admin.example/limits*', kind: 'rest' },
  ...{ changes: 'live', identity: 'site', noun: 'limit', value: 'number' },
};

/**
 * Runs `npm run test:kit`: makes the npm packages of this checkout, then does as an author: makes an adapter, tries it, and builds Steward with it. Throws
 * {@link UserError} if a step fails, and outside a Git clone.
 */
export async function checkKit(): Promise<void> {
  const packages = sourcePackages(ROOT, version);
  if (packages.length === 0) throw new UserError('The kit is made in a Git clone only.');
  await withFolder(async (folder) => {
    const adapter = join(folder, 'team-limits');
    for (const { name, bytes } of packages) writeFileSync(join(folder, name), bytes);
    // npm exec looks for relative paths in another folder.
    const create = `--package=${join(folder, `create-steward-adapter-${version}.tgz`)}`;
    const kit = ['--kit', `steward-adapter-${version}.tgz`];
    const answers = Object.entries(ANSWERS).flatMap(([name, answer]) => [`--${name}`, answer]);
    // An earlier call was interrupted before it had installed the kit.
    const begun = projectFiles('team-limits', `file:${join(folder, `steward-adapter-${version}.tgz`)}`);
    mkdirSync(adapter);
    for (const [name, text] of Object.entries(begun)) writeFileSync(join(adapter, name), text);
    const made = ['exec', '--yes', create, '--', 'create-steward-adapter', adapter, ...kit, ...answers];
    await succeed('npm create steward-adapter', runCommand('npm', made, { cwd: folder }));
    const tried = ['steward-adapter', 'try', '--screenshots', join(folder, 'tried')];
    await succeed('npx steward-adapter try', runCommand('npx', tried, { cwd: adapter }));
    await succeed('npm run build', runScript('build', { cwd: adapter }));
    console.log('An adapter can be made and tried by the npm packages, and Steward be built with it.');
  });
}
