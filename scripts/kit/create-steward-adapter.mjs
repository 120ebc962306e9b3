#!/usr/bin/env node
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { ANSWER_NAMES, completeAnswers } from './answers.mjs';
import { projectFiles } from './project-files.mjs';

const HELP = `Usage: npm create steward-adapter FOLDER -- [--kit PACKAGE] [ANSWERS]

Makes the folder of an adapter for Steward, whose name is the adapter's id, with the package steward-adapter as its kit.
ANSWERS are those of npx steward-adapter new; missing ones are asked for. All are checked before anything is installed. If
it is interrupted, call it again.

  --kit  another package than the published one: the path of a .tgz`;

const [target, ...args] = process.argv.slice(2);
process.exitCode = target === undefined || target.startsWith('-') ? usage() : await create(resolve(target));

function usage() {
  console.log(HELP);
  return target === '--help' ? 0 : 1;
}

/**
 * Checks everything before it installs anything, and goes on where an earlier call was interrupted.
 *
 * @param {string} folder
 */
async function create(folder) {
  if (existsSync(folder) && !statSync(folder).isDirectory()) return fail(`${folder} is a file.`);
  const present = existsSync(folder) ? readdirSync(folder) : [];
  if (present.includes('definition.ts'))
    return fail(`${folder} has an adapter already. Next: cd ${target}, npm test.`);
  if (present.length > 0 && !isBegun(folder)) return fail(`${folder} isn't empty.`);
  let answers;
  let kit;
  try {
    const text = /** @type {const} */ ({ type: 'string' });
    const options = Object.fromEntries(ANSWER_NAMES.map((name) => [name, text]));
    const given = parseArgs({ args, options: { ...options, kit: text } }).values;
    kit = given.kit;
    if (kit !== undefined && !existsSync(kit)) return fail(`--kit ${kit}: there is no such file.`);
    answers = await withTerminal((ask) =>
      completeAnswers({ ...given, id: basename(folder) }, takenIds(), ask),
    );
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, 'package.json'), 'utf8'));
  mkdirSync(folder, { recursive: true });
  const files = projectFiles(answers.id, kit === undefined ? version : `file:${resolve(kit)}`);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const kitCommand = (/** @type {string[]} */ ...parts) =>
    run(folder, process.execPath, [join('node_modules', 'steward-adapter', 'steward-adapter.mjs'), ...parts]);
  const install = ['install', '--include=dev', '--no-audit', '--no-fund'];
  const { id: _, ...others } = answers;
  const named = Object.entries(others).filter(
    ([name]) => others.kind !== 'rule-list' || !['noun', 'value'].includes(name),
  );
  const given = named.flatMap(([name, answer]) => [`--${name}`, answer]);
  // The check also writes the types of the adapter's texts, which an editor needs.
  return run(folder, 'npm', install) || kitCommand('new', ...given) || kitCommand('check');
}

/**
 * True for a folder that an interrupted call has left.
 *
 * @param {string} folder
 */
function isBegun(folder) {
  const path = join(folder, 'package.json');
  if (!existsSync(path)) return false;
  try {
    return JSON.parse(readFileSync(path, 'utf8')).devDependencies?.['steward-adapter'] !== undefined;
  } catch {
    // The package.json of something else.
    return false;
  }
}

/** The ids of Steward's own adapters. */
function takenIds() {
  return JSON.parse(readFileSync(join(import.meta.dirname, 'taken-ids.json'), 'utf8'));
}

/**
 * Calls `work` with a function that asks the user; null without a terminal.
 *
 * @template Result
 * @param {(ask: ((text: string) => Promise<string>) | null) => Promise<Result>} work
 */
async function withTerminal(work) {
  if (!process.stdin.isTTY) return work(null);
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await work((text) => terminal.question(`${text}: `));
  } finally {
    terminal.close();
  }
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
