import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ListenError, serveApp } from '@/playground/server/serve-app';
import { temporaryFolder } from '@/tests/temporary-folder';
import { CHAT, startTestProxy } from './start-test-proxy';
import { startTestUpstream } from './upstream/start-test-upstream';

const MAIN = resolve('playground/server/main.ts');

/** Runs the real command in an empty folder. It is stopped at the latest at the end of the test. */
async function runMain(args: string[], environment: Readonly<Record<string, string>> = {}) {
  const folder = await temporaryFolder();
  // Without the `--`, Node 20 would interpret the command's own --env-file.
  const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), '--', MAIN, ...args], {
    cwd: folder,
    // Removes the upstream variables of the user who runs the tests.
    env: { ...process.env, UPSTREAM_BASE_URL: '', UPSTREAM_API_KEY: '', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const closed = once(child, 'close');
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await closed;
  });
  return {
    child,
    folder,
    /** The exit code and all output. */
    ended: closed.then(async ([code]) => [code, ...(await output)]),
    /** The address that it prints alone. */
    async url() {
      const [chunk] = await once(child.stdout, 'data');
      return /^Steward playground listening on (http:\/\/127\.0\.0\.1:\d+)\n$/.exec(String(chunk))?.[1] ?? '';
    },
  };
}

describe('the command', { timeout: 30_000 }, () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'prints only its address, serves, and exits cleanly on %s, even with an open stream',
    async (signal) => {
      const args = ['--port', '0', '--latency', '60000', '--api-key', 'k', '--models', '50'];
      const { child, folder, ended, url } = await runMain(args);
      const origin = await url();
      const headers = { Authorization: 'Bearer k' };
      const list = await fetch(`${origin}/v1/models`, { headers });
      expect((await list.json()).data).toHaveLength(51);
      const messages = [{ role: 'user', content: 'Hello' }];
      const body = JSON.stringify({ model: 'demo/assistant', messages, stream: true });
      const reader = (await fetch(origin + CHAT, { method: 'POST', headers, body })).body?.getReader();
      await reader?.read();
      const cut = expect(reader?.read()).rejects.toThrow();

      const startedAtMs = performance.now();
      child.kill(signal);
      child.kill(signal);
      expect(await ended).toEqual([0, expect.stringMatching(/^.*\n$/), '']);
      expect(performance.now() - startedAtMs).toBeLessThan(2_000);
      await cut;
      expect(await readdir(folder)).toEqual([]);
    },
  );

  it.each([
    ['the rules of its start', [], 301],
    ['the rules of each request', ['--apply-at-once'], 1],
  ])('keeps rules in playground.env of its folder, and applies %s', async (_, more, count) => {
    const command = await runMain([
      '--port',
      '0',
      '--models',
      '300',
      '--single-provider',
      'openrouter',
      ...more,
    ]);
    const url = await command.url();
    await writeFile(`${command.folder}/playground.env`, 'IGNORE_MODELS_OPENROUTER=*\n');
    expect((await (await fetch(`${url}/v1/models`)).json()).data).toHaveLength(count);
  });

  it('forwards to the upstream in its environment', async () => {
    const upstream = await startTestUpstream((response, call) => response.end(call.headers.authorization));
    const settings = { UPSTREAM_BASE_URL: upstream.baseUrl, UPSTREAM_API_KEY: 'key' };
    const url = await (await runMain(['--port', '0', '--models', '1'], settings)).url();
    const body = JSON.stringify({ model: 'upstream/x', messages: [] });
    expect(await (await fetch(url + CHAT, { method: 'POST', body })).text()).toBe('Bearer key');
  });

  it.each([
    [['--port', '0', '--env-file', '.'], 1, 'can’t be read'],
    [['--port', '0'], 1, 'UPSTREAM_BASE_URL has to be'],
    [['--models', 'many'], 2, '--models takes'],
  ])('with %j exits with %i and one line of its reason: %s', async (args, code, words) => {
    const { ended } = await runMain(args, {
      UPSTREAM_BASE_URL: code === 1 && args.length === 2 ? 'nowhere' : '',
    });
    expect(await ended).toEqual([code, '', expect.stringContaining(words)]);
  });

  it('prints its options on --help and exits with 0', async () => {
    expect(await (await runMain(['--help'])).ended).toEqual([
      0,
      expect.stringContaining('--env-file FILE'),
      '',
    ]);
  });

  it('reports that the port is in use and exits with 1', async () => {
    const { port } = new URL((await startTestProxy()).url);
    const { ended } = await runMain(['--port', port]);
    const reason = new RegExp(`^Port ${port} on 127\\.0\\.0\\.1 is in use\\..*\\n$`);
    expect(await ended).toEqual([1, '', expect.stringMatching(reason)]);
  });
});

it('a server reports a reachable address, and may be closed twice', async () => {
  const server = await serveApp({ fetch: () => new Response('ok') } as never, { host: '0.0.0.0', port: 0 });
  expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect((await fetch(server.url)).status).toBe(200);
  await Promise.all([server.close(), server.close()]);
  await expect(fetch(server.url)).rejects.toThrow();
});

it('a server rejects with a sentence if the address isn’t this machine’s', async () => {
  const app = { fetch: () => new Response('ok') } as never;
  const error = await serveApp(app, { host: '192.0.2.1', port: 0 }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ListenError);
  expect(error).toMatchObject({ message: expect.stringContaining('--host') });
});
