#!/usr/bin/env node
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { unzipSync } from 'fflate';

const HELP = `Usage, in the folder of an adapter: npx steward-adapter COMMAND

  new     writes the adapter, of which the folder's name is the id; see new --help
  check   types and texts
  test    the conformance kit; see test --help
  dev     puts the adapter into the development build of Steward; --watch: after each change
  try     opens the fixture page in a browser with Steward beside it
  build   Steward with the adapter: arguments are those of wxt build

The first command writes Steward's sources of the same version to the folder steward/, and installs their packages there.`;

/**
 * The commands, with the scripts of Steward that they run, and the options that take the adapter's folder.
 *
 * @type {ReadonlyMap<string, readonly [script: string, option: string]>}
 */
const COMMANDS = new Map([
  ['new', ['new-adapter', '--folder']],
  ['check', ['check-adapter', '--adapter']],
  ['test', ['test-adapter', '--adapter']],
  ['dev', ['dev-adapter', '--adapter']],
  ['try', ['try-adapter', '--adapter']],
  ['build', ['build', '--adapter']],
]);

const PACKAGE = import.meta.dirname;
const FOLDER = process.cwd();
const STEWARD = join(FOLDER, 'steward');

const [name, ...args] = process.argv.slice(2);
const command = COMMANDS.get(name ?? '');
if (command !== undefined) process.exitCode = await run(command);
else {
  console.log(HELP);
  process.exitCode = name === undefined || name === '--help' ? 0 : 1;
}

/** @param {readonly [script: string, option: string]} command */
async function run([script, option]) {
  if (!(await prepare())) return 1;
  const parts = [join(STEWARD, 'scripts', `${script}.mjs`), option, FOLDER, ...args];
  // 1 if a signal ended it.
  return spawnSync(process.execPath, parts, { stdio: 'inherit' }).status ?? 1;
}

/** Writes Steward's sources, unless they are there in this version, and installs their packages. Returns false if that failed. */
async function prepare() {
  const wanted = versionIn(PACKAGE);
  const present = versionIn(STEWARD);
  if (present !== wanted) {
    rmSync(STEWARD, { recursive: true, force: true });
    const files = Object.entries(unzipSync(readFileSync(join(PACKAGE, 'sources.zip'))));
    // The version is written last, so that an interrupted call is repeated.
    const isVersion = (/** @type {readonly [string, Uint8Array]} */ [path]) => path === 'package.json';
    for (const [path, bytes] of [...files.filter((file) => !isVersion(file)), ...files.filter(isVersion)]) {
      mkdirSync(dirname(join(STEWARD, path)), { recursive: true });
      writeFileSync(join(STEWARD, path), bytes);
    }
  }
  const { packagesAreCurrent } = await import(pathToFileURL(join(STEWARD, 'scripts', 'set-up.mjs')).href);
  if (packagesAreCurrent(STEWARD)) return true;
  console.log('Installing the packages of Steward in steward/ …');
  const install = ['ci', '--include=dev', '--no-audit', '--no-fund'];
  // Windows needs a shell to find npm.
  const shell = process.platform === 'win32';
  return spawnSync('npm', install, { cwd: STEWARD, stdio: 'inherit', shell }).status === 0;
}

/**
 * The version in a folder's package.json; null without one.
 *
 * @param {string} folder
 * @returns {string | null}
 */
function versionIn(folder) {
  const path = join(folder, 'package.json');
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).version : null;
}
