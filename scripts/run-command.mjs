import { spawn } from 'node:child_process';
import { once } from 'node:events';

const SIGNALS = ['SIGINT', 'SIGTERM'];
/** How long a command may take to end after each signal, before the next and stronger one. */
const GRACE_MS = 8_000;
const isWindows = process.platform === 'win32';

/** Thrown by {@link runCommand} when this process was asked to end; the command has ended by then. */
export class Interrupted extends Error {
  constructor(signal) {
    super(`Stopped by ${signal}.`);
    this.name = 'Interrupted';
    /** As a shell reports a program that a signal ended. */
    this.exitCode = signal === 'SIGINT' ? 130 : 143;
  }
}

/**
 * Runs a command on this terminal and answers with its exit code (128 if a signal ended it). While it runs, SIGINT
 * and SIGTERM end the command and all that it started, by its process group, and then reject with
 * {@link Interrupted}. `env` is added to this process's own.
 */
export async function runCommand(command, args, { cwd, env = {} }) {
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
    // A group of its own, so that one signal reaches the whole tree. Windows has none, but finds npm only by a shell.
    detached: !isWindows,
    shell: isWindows,
  });
  const ending = { signal: null, timers: [] };
  const onSignal = (signal) => endCommand(child, signal, ending);
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

/** Runs one of package.json's scripts. */
export function runScript(name, options) {
  return runCommand('npm', ['run', '--silent', name], options);
}

function endCommand(child, signal, ending) {
  // Runners close their browsers on SIGINT and leave them behind on SIGTERM, so it is the first in either case.
  sendSignal(child, 'SIGINT');
  if (ending.signal !== null) return;
  ending.signal = signal;
  ending.timers.push(
    setTimeout(() => sendSignal(child, 'SIGTERM'), GRACE_MS),
    setTimeout(() => sendSignal(child, 'SIGKILL'), 2 * GRACE_MS),
  );
}

function sendSignal(child, signal) {
  if (child.pid === undefined || child.exitCode !== null) return;
  if (isWindows) {
    child.kill(signal);
    return;
  }
  try {
    process.kill(-child.pid, signal);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}
