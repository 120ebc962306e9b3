import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FixtureSite } from './adapter-case';

/** Time limit for a server to answer, and for its processes to end, in milliseconds. */
const START_MS = 60_000;
const END_MS = 5_000;
/** Interval between two requests to a server that starts. */
const INTERVAL_MS = 100;
/** Longest part of a server's output in an error, in UTF-16 units. */
const MAX_OUTPUT_LENGTH = 2_000;

/** A place of its own for one start of a server. */
interface ServerPlace {
  /** A free port of 127.0.0.1. */
  port: number;
  /** A new folder, also the process's working folder; removed when the site is closed. */
  folder: string;
}

/** A real server that is started for each check of the conformance kit. */
interface ServerStart {
  command: string;
  args: readonly string[];
  /** Added to this process's environment. */
  env: Readonly<Record<string, string>>;
  /** Path that answers with a status below 500 once the server is ready. */
  ready: string;
  /** Path of the page. */
  url: string;
  /** The key of the server's API; null for an adapter that needs none. */
  key: string | null;
}

/**
 * Starts a real server for {@link AdapterCase.open}, with data of its own each time. `startIn` says how to start it in its place. When the
 * site is closed, the process ends with those that it has started. Rejects with the server's output if it doesn't start.
 */
export async function serverSite(startIn: (place: ServerPlace) => ServerStart): Promise<FixtureSite> {
  const place = { port: await freePort(), folder: mkdtempSync(join(tmpdir(), 'steward-server-')) };
  const { command, args, env, ready, url, key } = startIn(place);
  const origin = `http://127.0.0.1:${place.port}`;
  const log = join(place.folder, 'steward-server.log');
  const output = openSync(log, 'a');
  const server = spawn(command, args, {
    cwd: place.folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', output, output],
    // A process group, so that what the server has started ends with it.
    detached: process.platform !== 'win32',
  });
  closeSync(output);
  const failure = new Promise<string>((resolve) => {
    server.once('error', (error) => resolve(error.message));
    server.once('exit', (code) => resolve(`It ended with the exit code ${code}.`));
  });
  // The kit itself may be ended.
  const endNow = () => endGroup(server, 'SIGKILL');
  process.once('exit', endNow);
  const close = async () => {
    process.off('exit', endNow);
    await end(server);
    rmSync(place.folder, { recursive: true, force: true, maxRetries: 3 });
  };
  const waiting = new AbortController();
  const problem = await Promise.race([failure, readyProblem(`${origin}${ready}`, waiting.signal)]);
  waiting.abort();
  if (problem !== null) {
    const said = readFileSync(log, 'utf8').slice(-MAX_OUTPUT_LENGTH);
    await close();
    throw new Error(`${command} ${args.join(' ')} did not start a server: ${problem}\n${said}`);
  }
  return { url: `${origin}${url}`, answer: null, key, close };
}

/** Waits until an address answers. Resolves with null, or with the problem if it doesn't. */
async function readyProblem(url: string, signal: AbortSignal): Promise<string | null> {
  let last = '';
  for (
    const deadline = Date.now() + START_MS;
    Date.now() < deadline && !signal.aborted;
    await sleep(INTERVAL_MS)
  ) {
    try {
      const { status } = await fetch(url, { redirect: 'manual', signal });
      if (status < 500) return null;
      last = `${url} answers ${status}.`;
    } catch (error) {
      // It doesn't listen yet.
      last = `${url}: ${error}`;
    }
  }
  return `it was not ready after ${START_MS / 1_000} s. ${last}`;
}

/** Ends a server and what it has started. */
async function end(server: ChildProcess): Promise<void> {
  const isOver = () => server.pid === undefined || server.exitCode !== null || server.signalCode !== null;
  const exit = isOver() ? Promise.resolve() : once(server, 'exit');
  endGroup(server, 'SIGTERM');
  const timer = new AbortController();
  await Promise.race([exit, sleep(END_MS, null, { signal: timer.signal }).catch(() => null)]);
  timer.abort();
  // Processes of the group may outlive the first one.
  endGroup(server, 'SIGKILL');
  await exit;
}

function endGroup(server: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): void {
  const { pid } = server;
  if (pid === undefined) return;
  try {
    if (process.platform === 'win32') server.kill(signal);
    else process.kill(-pid, signal);
  } catch (error) {
    // No process of the group is left.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('There is no free port.');
  return address.port;
}
