import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serverSite } from './server-site';

/** A server with a counter and a process of its own, whose id it tells. */
const SERVER = `
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
let count = Number(process.env.FIRST);
let isReady = false;
setTimeout(() => { isReady = true; }, 300);
createServer((request, response) => {
  if (!isReady) response.writeHead(503);
  if (request.method === 'POST') count += 1;
  response.end(JSON.stringify({ count, child: child.pid, folder: process.cwd() }));
}).listen(Number(process.argv[2]), '127.0.0.1');
`;

let root: string;
let script: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'steward-site-'));
  script = join(root, 'server.mjs');
  writeFileSync(script, SERVER);
});
afterAll(() => rmSync(root, { recursive: true }));

const start = () =>
  serverSite(({ port }) => ({
    ...{ command: process.execPath, args: [script, String(port)], env: { FIRST: '5' } },
    ...{ ready: '/health', url: '/limits', key: null },
  }));
const ask = async (url: string, method: string) => (await fetch(url, { method })).json();

/** True while a process with this id runs. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // One that has ended and that nobody has waited for is still listed.
    return !existsSync('/proc/self/stat') || !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch {
    // No such process.
    return false;
  }
}

it('each opening has a server of its own, which is ready, in a folder of its own', async () => {
  const [one, two] = await Promise.all([start(), start()]);
  expect(await ask(one.url, 'POST')).toMatchObject({ count: 6 });
  expect(await ask(two.url, 'GET')).toMatchObject({ count: 5 });
  expect(one).toMatchObject({ answer: null, key: null, url: expect.stringMatching(/:\d+\/limits$/) });
  await Promise.all([one.close(), two.close()]);
});

it('a closed site leaves no process, also none of the server’s own, and no folder', async () => {
  const site = await start();
  const { child, folder } = await ask(site.url, 'GET');
  expect(isRunning(child)).toBe(true);
  await site.close();
  await expect(fetch(site.url)).rejects.toThrow();
  await expect.poll(() => isRunning(child)).toBe(false);
  expect(existsSync(folder)).toBe(false);
});

it.each([
  [
    'ends at once',
    process.execPath,
    ['-e', 'console.error("no database"); process.exit(3)'],
    /exit code 3\.\n.*no database/s,
  ],
  ['doesn’t exist', join(tmpdir(), 'no-such-server'), [], /ENOENT/],
])('a server that %s is reported with what it said', async (_, command, args, message) => {
  const given = { command, args, env: {}, ready: '/', url: '/', key: null };
  await expect(serverSite(() => given)).rejects.toThrow(message);
});
