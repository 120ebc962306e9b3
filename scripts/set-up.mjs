import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { ensureProgram } from './find-program.mjs';
import { runBuild, runCommand } from './run-command.mjs';
import { runMain } from './run-main.mjs';
import { succeed, UserError } from './user-error.mjs';

/** The repository's root. */
export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));

/** @import { ProgramName } from './find-program.mjs' */

/** The least major and minor version of Node. */
const LEAST_NODE = /** @type {const} */ ([20, 19]);

/**
 * Prepares this checkout to build, test and run the demo, and makes it the working folder: checks Node, installs the packages of the
 * lockfile, finds or installs a program of find-program.mjs, unless that is null, and runs build scripts. Skips finished steps but builds,
 * which it skips if STEWARD_BUILDS names the folder of this checkout's builds. Resolves with the program's path. Throws {@link UserError}.
 *
 * @param {ProgramName | null} program
 * @param {readonly string[]} builds
 */
export async function setUp(program = 'browser', builds = []) {
  process.chdir(ROOT);
  checkNode(process.versions.node);
  await ensurePackages(ROOT);
  const path = program === null ? null : await ensureProgram(program);
  // A copy of the checkout with an adapter inherits the variable, but needs builds of its own.
  if (process.env.STEWARD_BUILDS !== join(ROOT, 'dist')) for (const build of builds) await runBuild(build);
  return path;
}

/**
 * Prepares the checkout, builds the playground, and runs Playwright with these arguments. Resolves with the exit code.
 *
 * @param {readonly string[]} args
 * @param {Record<string, string>} [env]
 * @param {ProgramName} [program]
 */
export async function runPlaywright(args, env, program) {
  await setUp(program, ['build:playground']);
  return runCommand('npx', ['playwright', 'test', ...args], env === undefined ? {} : { env });
}

/**
 * Throws unless `version` (as in `20.19.1`) is supported.
 *
 * @param {string} version
 */
export function checkNode(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [leastMajor, leastMinor] = LEAST_NODE;
  if (major > leastMajor || (major === leastMajor && minor >= leastMinor)) return;
  throw new UserError(
    `Node ${LEAST_NODE.join('.')} or newer is needed; this is ${version}. Get one at https://nodejs.org.`,
  );
}

/**
 * True if the folder's node_modules contains exactly the package versions of package-lock.json.
 *
 * @param {string} root
 */
export function packagesAreCurrent(root) {
  const installedPath = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(installedPath)) return false;
  const wanted = readPackages(join(root, 'package-lock.json'));
  const installed = readPackages(installedPath);
  const isWanted = (/** @type {[path: string, entry: LockedPackage]} */ [path, entry]) => {
    const found = installed[path];
    // The lockfile also contains packages for other systems, which are not installed.
    return found === undefined ? entry.optional === true : found.version === entry.version;
  };
  return Object.entries(wanted).every(isWanted) && Object.keys(installed).every((path) => path in wanted);
}

/** @typedef {{ version: string; optional?: boolean }} LockedPackage */

/**
 * The entries of a lockfile by path, without the project itself.
 *
 * @param {string} path
 * @returns {Record<string, LockedPackage>}
 */
function readPackages(path) {
  const { '': _project, ...packages } = JSON.parse(readFileSync(path, 'utf8')).packages;
  return packages;
}

/**
 * Installs the packages of the folder's lockfile unless they are installed.
 *
 * @param {string} root
 */
export async function ensurePackages(root) {
  if (packagesAreCurrent(root)) return;
  console.log(
    `The packages are missing or differ from ${relative(ROOT, join(root, 'package-lock.json'))}: running npm ci.`,
  );
  // The bundler that loads our TypeScript sets NODE_ENV to `production`, for which npm would leave the build's packages out.
  const args = ['ci', '--include=dev'];
  await succeed('npm ci', runCommand('npm', args, { cwd: root }), ' Fix that and start again.');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await runMain(async () => {
    const browser = await setUp();
    console.log(`Ready: Node ${process.versions.node}, packages as locked, browser ${browser}.`);
    return 0;
  });
}
