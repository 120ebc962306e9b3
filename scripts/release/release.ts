import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseCommandLine } from '../parse-command-line.mjs';
import { runScript } from '../run-command.mjs';
import { ensurePackages } from '../set-up.mjs';
import { succeed, UserError } from '../user-error.mjs';
import { withFolder } from '../with-folder.mjs';
import { withRelease } from './changelog';
import { CHECKSUMS, RELEASE_FOLDER } from './packages';
import { unpack } from './unpack';

const HELP = `npm run release -- [--dry-run [--offline]] [--tested]

Releases the version of package.json: checks, changelog, packages, commit and tag. It publishes nothing: pushing the tag
starts the workflow that does.

  --dry-run   only the checks and packages; changes no file of the repository
  --offline   of a dry run: leaves out the checks that install packages, for a machine without a network
  --tested    leaves npm test out, for a commit on which it has passed

docs/maintaining.md has the steps before and after.`;

const CHANGELOG = 'CHANGELOG.md';

/** Runs `npm run release` with these arguments, in the root. Returns the exit code. Throws {@link UserError}. */
export async function release(args: string[]): Promise<number> {
  const parsed = parseCommandLine(args, HELP, {
    options: { 'dry-run': { type: 'boolean' }, offline: { type: 'boolean' }, tested: { type: 'boolean' } },
  });
  if (parsed === null) return 0;
  const { 'dry-run': isDry = false, offline: isOffline = false, tested = false } = parsed.values;
  if (isOffline && !isDry)
    throw new UserError('--offline leaves out checks that a release needs: add --dry-run.');
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  const tag = `v${version}`;
  const date = new Date().toISOString().slice(0, 10);
  checkRepository(tag);
  const changelog = withRelease(readFileSync(CHANGELOG, 'utf8'), version, date);
  if (!tested) await runStep('test');
  await runStep('package');
  await runStep('lint:firefox');
  if (!isOffline) {
    await checkSources(version);
    await runStep('test:kit');
  }
  if (isDry) {
    const result = isOffline ? 'passes the checks that need no network' : 'can be released';
    console.log(`Dry run: ${tag} ${result}. Nothing was changed, committed or tagged.`);
    return 0;
  }
  // A file may have changed during the checks, which take many minutes; it was not checked.
  checkRepository(tag);
  writeFileSync(CHANGELOG, changelog);
  git('commit', '--quiet', '--message', `chore: release ${version}`, '--', CHANGELOG);
  git('tag', '--annotate', tag, '--message', `Steward ${version}`);
  // Again: the package of the sources has the changelog.
  await runStep('package');
  console.log(`${tag} is committed and tagged. To publish it: git push --follow-tags`);
  return 0;
}

function checkRepository(tag: string): void {
  const changed = git('status', '--porcelain');
  if (changed !== '')
    throw new UserError(`A release is made of commits only. Commit or remove these first:\n${changed}`);
  if (git('tag', '--list', tag) !== '') {
    throw new UserError(
      `${tag} exists. Raise the version: npm version --no-git-tag-version minor; then commit.`,
    );
  }
}

/** Builds the extension from the package of the sources alone, as reviewers of stores do, and compares the packages byte by byte. */
function checkSources(version: string): Promise<void> {
  return withFolder(async (folder) => {
    unpack(readFileSync(join(RELEASE_FOLDER, `steward-${version}-sources.zip`)), folder);
    await ensurePackages(folder);
    await succeed('npm run package', runScript('package', { cwd: folder }));
    const ours = readFileSync(join(RELEASE_FOLDER, CHECKSUMS), 'utf8').split('\n');
    const theirs = readFileSync(join(folder, RELEASE_FOLDER, CHECKSUMS), 'utf8')
      .trim()
      .split('\n');
    const different = theirs.filter((line) => !ours.includes(line));
    if (different.length > 0)
      throw new UserError(`The sources give other packages:\n${different.join('\n')}`);
    console.log('The package of the sources gives the same packages, byte by byte.');
  });
}

function runStep(script: string): Promise<void> {
  return succeed(`npm run ${script}`, runScript(script));
}

function git(...args: string[]): string {
  return execFileSync('git', args, { encoding: 'utf8' }).trim();
}
