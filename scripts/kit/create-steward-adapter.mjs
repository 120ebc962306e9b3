#!/usr/bin/env node
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { projectFiles } from './project-files.mjs';

const HELP = `Usage: npm create steward-adapter FOLDER -- [--kit PACKAGE] [ANSWERS]

Makes the folder of an adapter for Steward, whose name is the adapter's id, with the package steward-adapter as its kit.
ANSWERS are those of npx steward-adapter new; missing ones are asked for.

  --kit  another package than the published one: the path of a .tgz`;

const [target, ...args] = process.argv.slice(2);
process.exitCode = target === undefined || target.startsWith('-') ? usage() : create(resolve(target));

function usage() {
  console.log(HELP);
  return target === '--help' ? 0 : 1;
}

/** @param {string} folder */
function create(folder) {
  if (existsSync(folder) && readdirSync(folder).length > 0) return fail(`${folder} isn't empty.`);
  const id = basename(folder);
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(id)) {
    return fail(`${id} can't be an id: it needs lower-case letters, digits and single hyphens.`);
  }
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, 'package.json'), 'utf8'));
  const at = args.indexOf('--kit');
  const [, kit] = at === -1 ? [] : args.splice(at, 2);
  if (at !== -1 && kit === undefined) return fail('--kit needs a package.');
  mkdirSync(folder, { recursive: true });
  const files = projectFiles(id, kit === undefined ? version : `file:${resolve(kit)}`);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const kitCommand = (/** @type {string[]} */ ...parts) =>
    run(folder, process.execPath, [join('node_modules', 'steward-adapter', 'steward-adapter.mjs'), ...parts]);
  const install = ['install', '--include=dev', '--no-audit', '--no-fund'];
  // The check also writes the types of the adapter's texts, which an editor needs.
  return run(folder, 'npm', install) || kitCommand('new', ...args) || kitCommand('check');
}

/**
 * Runs a program in the folder. Returns its exit code, 1 if a signal ended it.
 *
 * @param {string} cwd
 * @param {string} program
 * @param {string[]} parts
 */
function run(cwd, program, parts) {
  // Windows needs a shell to find npm.
  const shell = process.platform === 'win32' && program === 'npm';
  return spawnSync(program, parts, { cwd, stdio: 'inherit', shell }).status ?? 1;
}

/** @param {string} message */
function fail(message) {
  console.error(message);
  return 1;
}
