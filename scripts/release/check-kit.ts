import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { runCommand } from '../run-command.mjs';
import { UserError } from '../user-error.mjs';

/** Answers for the scaffold. */
const ANSWERS = {
  ...{ title: 'Team limits', match: 'https://admin.example/limits*', kind: 'rest' },
  ...{ changes: 'live', identity: 'site', noun: 'limit', value: 'number' },
};

/**
 * Makes an adapter by the npm packages in the folder `release`, as an author does, and builds Steward with it. Throws {@link UserError}
 * if a step fails.
 */
export async function checkKit(release: string, version: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'steward-kit-'));
  const kit = resolve(release, `steward-adapter-${version}.tgz`);
  const create = resolve(release, `create-steward-adapter-${version}.tgz`);
  const answers = Object.entries(ANSWERS).flatMap(([name, answer]) => [`--${name}`, answer]);
  const adapter = join(folder, 'team-limits');
  const made = ['--yes', `--package=${create}`, '--', 'create-steward-adapter', adapter, '--kit', kit];
  try {
    await succeed('npm create steward-adapter', ['exec', ...made, ...answers], folder);
    await succeed('steward-adapter build', ['run', 'build'], adapter);
    console.log('An adapter can be made by the npm packages, and Steward be built with it.');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function succeed(name: string, args: string[], cwd: string): Promise<void> {
  if ((await runCommand('npm', args, { cwd })) !== 0) {
    throw new UserError(`${name} failed; see its output above.`);
  }
}
