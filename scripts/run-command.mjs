import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile } from 'node:fs/promises';
import { constants } from 'node:os';
import { join } from 'node:path';
import { succeed } from './user-error.mjs';
import { withFolder } from './with-folder.mjs';

/** @import { ChildProcess } from 'node:child_process' */

/**
 * Options of a command. `cwd` is this process's folder by default. `env` is added to this process's environment. `stdout` is the target of
 * the command's output; a file's number takes its errors, too.
 *
 * @typedef {{ cwd?: string; env?: Record<string, string>; stdout?: 'inherit' | NodeJS.WriteStream | number }} CommandOptions
 */

const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
/** Time for a command to end after each signal before the next, stronger one, in milliseconds. */
const GRACE_MS = 8_000;
const isWindows = process.platform === 'win32';

/** Thrown by {@link runCommand} when this process received a signal, after the command has ended. */
export class Interrupted extends Error {
  /** @param {NodeJS.Signals} signal */
  constructor(signal) {
    super(`Stopped by ${signal}.`);
    this.name = 'Interrupted';
    /** The exit code that a shell reports for a program ended by this signal. */
    this.exitCode = 128 + constants.signals[signal];
  }
}

/**
 * Runs a command on this terminal, by default in this process's folder, and resolves with its exit code (128 if a signal ended it). If this process receives
 * SIGINT, SIGTERM or SIGHUP meanwhile, ends the command's process group and then rejects with {@link Interrupted}.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {CommandOptions} options
 * @returns {Promise<number>}
 */
export async function runCommand(command, args, options = {}) {
  const { cwd, env = {}, stdout = 'inherit' } = options;
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', stdout, typeof stdout === 'number' ? stdout : 'inherit'],
    // A separate process group, so that one signal reaches the whole process tree. Windows has no process groups, but
    // needs a shell to find npm and npx.
    detached: !isWindows,
    shell: isWindows && ['npm', 'npx'].includes(command),
  });
  /** @type {Ending} */
  const ending = { signal: null, timers: [] };
  const onSignal = (/** @type {NodeJS.Signals} */ signal) => endCommand(child, signal, ending);
  for (const signal of SIGNALS) process.on(signal, onSignal);
  try {
    const [code] = await once(child, 'exit');
    if (ending.signal !== null) throw new Interrupted(ending.signal);
    return code ?? 128;
  } finally {
    for (const timer of ending.timers) clearTimeout(timer);
    for (const signal of SIGNALS) process.off(signal, onSignal);
  }
}

/** @typedef {{ signal: NodeJS.Signals | null; timers: NodeJS.Timeout[] }} Ending */

/**
 * Runs a script of package.json and resolves with its exit code.
 *
 * @param {string} name
 * @param {CommandOptions} [options]
 * @param {readonly string[]} [args]
 */
export function runScript(name, options, args = []) {
  return runCommand('npm', ['run', '--silent', name, '--', ...args], options);
}

/**
 * Runs a build script of package.json, and prints its output only if it fails: then throws {@link UserError}.
 *
 * @param {string} name
 * @param {Omit<CommandOptions, 'stdout'>} [options]
 */
export async function runBuild(name, options) {
  console.log(`Running ${name} …`);
  await withFolder(async (folder) => {
    const output = await open(join(folder, 'output'), 'w+');
    const exitCode = await runScript(name, { ...options, stdout: output.fd });
    if (exitCode !== 0) console.log((await readFile(join(folder, 'output'), 'utf8')).trimEnd());
    await output.close();
    await succeed('The build', Promise.resolve(exitCode));
  });
}

/**
 * @param {ChildProcess} child
 * @param {NodeJS.Signals} signal
 * @param {Ending} ending
 */
function endCommand(child, signal, ending) {
  // Test runners close their browsers on SIGINT but not on SIGTERM, so SIGINT is always sent first.
  sendSignal(child, 'SIGINT');
  if (ending.signal !== null) return;
  ending.signal = signal;
  ending.timers.push(
    setTimeout(() => sendSignal(child, 'SIGTERM'), GRACE_MS),
    setTimeout(() => sendSignal(child, 'SIGKILL'), 2 * GRACE_MS),
  );
}

/**
 * @param {ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
function sendSignal(child, signal) {
  if (child.pid === undefined || child.exitCode !== null) return;
  if (isWindows) {
    child.kill(signal);
    return;
  }
  try {
    process.kill(-child.pid, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
