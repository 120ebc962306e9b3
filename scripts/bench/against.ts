import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { unpack } from '../release/unpack';
import { runBuild, runCommand } from '../run-command.mjs';
import { ensurePackages, packagesAreCurrent, ROOT, setUp } from '../set-up.mjs';
import { UserError } from '../user-error.mjs';
import { withFolder } from '../with-folder.mjs';
import { type ComparedRow, compareRows, type MeasuredRow, type Pass, printComparison } from './compare-rows';
import type { BenchSuite } from './suites';

/** Measurements of each commit. An even number, so that each comes first as often as the other. */
const PASSES = 4;

/** Rounds of each measurement: all together are those of a run without `--against`. */
const SHARE = `${100 / PASSES}%`;

/** Folders with the code that measures. It is this checkout's for both commits. */
const MEASURING = ['scripts', 'tests'];

/** Suites whose figures have no ratio, with the reason. */
const WITHOUT_RATIO: Readonly<Record<string, string>> = {
  growth: 'its figures are exponents; compare the suites core, store and panel',
};

/** A checkout that is measured. */
interface Side {
  name: string;
  folder: string;
}

/** A measured checkout failed; its output has been printed. */
class MeasuringFailed extends Error {}

/**
 * Builds a commit beside this checkout, measures the suites in both in turn, and prints each row's figures, their ratio and its spread.
 * Resolves with the exit code: 1 if no suite could be compared. Throws {@link UserError} for a commit that isn't there or can't be built.
 */
export async function benchAgainst(
  commit: string,
  suites: readonly BenchSuite[],
  { rounds, json }: { rounds: string | null; json: boolean },
): Promise<number> {
  const hash = commitHash(ROOT, commit);
  await setUp('browser', ['build:playground']);
  return withFolder(async (folder) => {
    const that = { name: commit, folder: join(folder, 'checkout') };
    await prepareCommit(that, hash, folder);
    const compared: { name: string; rows: ComparedRow[] }[] = [];
    for (const { name, parts } of suites) {
      console.log(`\n── ${name}`);
      const reason = WITHOUT_RATIO[name];
      if (reason !== undefined) {
        console.log(`${name} can’t be compared: ${reason}.`);
        continue;
      }
      const only = Object.keys(parts).flatMap((part) => ['--only', `${name}/${part}`]);
      const args = [...only, '--rounds', rounds ?? SHARE];
      const passes = await measureInTurns({ name: 'this checkout', folder: ROOT }, that, args, folder);
      if (passes === null) {
        console.log(
          `${name} can’t be compared: this checkout’s measuring code fails in ${commit}, see above.`,
        );
        continue;
      }
      const { rows, unmatched } = compareRows(passes);
      printComparison(rows);
      for (const what of unmatched) console.log(`${what}: only one of the two has this row.`);
      compared.push({ name, rows });
    }
    const results = `${JSON.stringify({ against: hash, suites: compared }, null, 2)}\n`;
    mkdirSync('bench-results', { recursive: true });
    const path = join('bench-results', `against-${hash.slice(0, 9)}.json`);
    writeFileSync(path, results);
    console.log(`\nEach ratio is this checkout ÷ ${commit}. Figures: ${path}`);
    if (json) process.stdout.write(results);
    return compared.length > 0 ? 0 : 1;
  });
}

/** The hash of a commit in the Git clone at `root`. Throws {@link UserError} outside of a clone, and for an unknown commit. */
export function commitHash(root: string, commit: string): string {
  if (!existsSync(join(root, '.git'))) {
    throw new UserError(
      '--against reads a commit of a Git clone, and this folder is none: clone the repository.',
    );
  }
  try {
    const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${commit}^{commit}`];
    return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  } catch (cause) {
    throw new UserError(
      `This clone has no commit ${commit}. Check the name, or get newer commits with git fetch.`,
      { cause },
    );
  }
}

/** Writes the commit's files to the side's folder, installs its packages, builds it, and gives it this checkout's measuring code. */
async function prepareCommit({ name, folder }: Side, hash: string, temporary: string): Promise<void> {
  console.log(`Building ${name} (${hash.slice(0, 9)}) beside this checkout …`);
  const archive = join(temporary, 'commit.zip');
  execFileSync('git', ['archive', '--format=zip', '--output', archive, hash], { cwd: ROOT });
  unpack(readFileSync(archive), folder);
  await failingAs(`The packages of ${name} can’t be installed`, () => installPackages(folder));
  // Without this checkout's builds, which the environment may name.
  await failingAs(`${name} can’t be built`, () => runBuild('build:playground', { cwd: folder }));
  for (const part of MEASURING) {
    rmSync(join(folder, part), { recursive: true, force: true });
    cpSync(join(ROOT, part), join(folder, part), { recursive: true });
  }
}

async function installPackages(folder: string): Promise<void> {
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');
  if (packagesAreCurrent(folder)) return;
  rmSync(join(folder, 'node_modules'));
  await ensurePackages(folder);
}

/** Runs a step of the preparation. Throws {@link UserError} that begins with `what` if it fails. */
async function failingAs(what: string, step: () => Promise<void>): Promise<void> {
  try {
    await step();
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'UserError') throw error;
    throw new UserError(`${what}, so nothing is compared. ${error.message}`, { cause: error });
  }
}

/**
 * Measures both sides {@link PASSES} times, in the order AB BA AB BA, so that a machine that gets slower or faster changes both alike. Null if
 * it fails in the other commit. Throws {@link UserError} if it fails in this checkout.
 */
async function measureInTurns(
  ours: Side,
  theirs: Side,
  args: readonly string[],
  temporary: string,
): Promise<Pass[] | null> {
  const passes: Pass[] = [];
  for (let pass = 0; pass < PASSES; pass += 1) {
    const measured = new Map<Side, MeasuredRow[]>();
    for (const side of pass % 2 === 0 ? [ours, theirs] : [theirs, ours]) {
      console.log(`${pass + 1} of ${PASSES}: measuring ${side.name} …`);
      try {
        measured.set(side, await measure(side, args, join(temporary, 'output')));
      } catch (error) {
        if (!(error instanceof MeasuringFailed)) throw error;
        if (side === theirs) return null;
        throw new UserError('This checkout can’t be measured; see its output above.', { cause: error });
      }
    }
    passes.push({ ours: measured.get(ours) ?? [], theirs: measured.get(theirs) ?? [] }); // Both were set.
  }
  return passes;
}

/** Measures a checkout in a process of its own. Throws {@link MeasuringFailed}, after it has printed the output. */
async function measure(
  { folder }: Side,
  args: readonly string[],
  outputPath: string,
): Promise<MeasuredRow[]> {
  const output = await open(outputPath, 'w');
  const env = { STEWARD_BUILDS: join(folder, 'dist') };
  const command = [join(folder, 'scripts', 'bench.mjs'), ...args];
  const exitCode = await runCommand(process.execPath, command, { cwd: folder, env, stdout: output.fd });
  await output.close();
  const printed = readFileSync(outputPath, 'utf8');
  const [, samples] = /^\d+ of \d+ goals reached\. Samples: (.+)$/m.exec(printed) ?? [];
  if (exitCode !== 0 || samples === undefined) {
    console.log(printed.trimEnd());
    throw new MeasuringFailed(`bench ended with ${exitCode}`);
  }
  const path = join(folder, samples);
  const { suites } = JSON.parse(readFileSync(path, 'utf8'));
  rmSync(path);
  return suites.flatMap((suite: { rows: MeasuredRow[] }) => suite.rows);
}
