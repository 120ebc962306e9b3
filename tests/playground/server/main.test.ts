import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createApp } from '@/playground/server/app';
import { createCatalogue } from '@/playground/server/catalogue';
import { createEnvFile } from '@/playground/server/env-file';
import { ListenError, serveApp } from '@/playground/server/serve-app';
import { startTestUpstream } from './upstream/start-test-upstream';

const MAIN = resolve('playground/server/main.ts');

interface Command {
  child: ChildProcess;
  folder: string;
  /** The output so far. */
  printed: { stdout: string; stderr: string };
  /** Resolves with the exit code, once all output has been read. */
  ended: Promise<number | null>;
}

/** Runs the real command in an empty folder. It is stopped at the latest at the end of the test. */
async function runMain(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Command> {
  const folder = await mkdtemp(join(tmpdir(), 'steward-main-'));
  // Without the `--`, Node 20 would interpret the command's own --env-file.
  const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), '--', MAIN, ...args], {
    cwd: folder,
    // Removes the upstream variables of the user who runs the tests.
    env: { ...process.env, UPSTREAM_BASE_URL: '', UPSTREAM_API_KEY: '', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    printed.stderr += text;
  });
  const ended = once(child, 'close').then(() => child.exitCode);
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
    await rm(folder, { recursive: true, force: true });
  });
  return { child, folder, printed, ended };
}

async function waitForUrl({ child, printed, ended }: Command): Promise<string> {
  while (!printed.stdout.includes('\n')) {
    const outcome = await Promise.race([once(child.stdout ?? child, 'data'), ended.then(() => null)]);
    if (outcome === null) throw new Error(`It ended without listening: ${printed.stderr}`);
  }
  const url = /^Steward playground listening on (http:\/\/127\.0\.0\.1:\d+)\n$/.exec(printed.stdout)?.[1];
  if (url === undefined) throw new Error(`It printed something else: ${printed.stdout}`);
  return url;
}

describe('the command', { timeout: 30_000 }, () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'prints only its address, serves, and exits cleanly on %s, even with an open stream',
    async (signal) => {
      const command = await runMain([
        '--port',
        '0',
        '--latency',
        '60000',
        '--api-key',
        'k',
        '--models',
        '50',
      ]);
      const url = await waitForUrl(command);
      const headers = { Authorization: 'Bearer k' };
      const list = await fetch(`${url}/v1/models`, { headers });
      expect((await list.json()).data).toHaveLength(51);
      const response = await fetch(`${url}/v1/chat/completions`, {
        method: 'POST',
        headers,
        body: JSON.stringify({
          model: 'demo/assistant',
          messages: [{ role: 'user', content: 'Hello' }],
          stream: true,
        }),
      });
      const reader = response.body?.getReader();
      await reader?.read();
      const cut = expect(reader?.read()).rejects.toThrow();

      const startedAtMs = performance.now();
      command.child.kill(signal);
      command.child.kill(signal);
      expect(await command.ended).toBe(0);
      expect(performance.now() - startedAtMs).toBeLessThan(2_000);
      await cut;
      expect(command.printed.stderr).toBe('');
      expect(await readdir(command.folder)).toEqual([]);
    },
  );

  it('keeps the rules in playground.env of its folder, read for each request with --apply-at-once', async () => {
    const command = await runMain(['--port', '0', '--apply-at-once']);
    const url = await waitForUrl(command);
    const countModels = async () => (await (await fetch(`${url}/v1/models`)).json()).data.length;
    const before = await countModels();
    await writeFile(join(command.folder, 'playground.env'), 'IGNORE_MODELS_OPENAI=*\n');
    expect(await countModels()).toBeLessThan(before - 40);
  });

  it('lists one provider only with that option, by the rules of its start', async () => {
    const command = await runMain(['--port', '0', '--models', '300', '--single-provider', 'openrouter']);
    const url = await waitForUrl(command);
    await writeFile(join(command.folder, 'playground.env'), 'IGNORE_MODELS_OPENROUTER=*\n');
    const { data } = await (await fetch(`${url}/v1/models`)).json();
    const ids: string[] = data.map(({ id }: { id: string }) => id);
    expect(ids).toHaveLength(301);
    expect(ids.filter((id) => id.startsWith('openrouter/'))).toHaveLength(300);
  });

  it('reports that the port is in use and exits with 1', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void other.close());
    await once(other, 'listening');
    const address = other.address();
    if (address === null || typeof address === 'string') throw new Error('No port.');
    const command = await runMain(['--port', String(address.port)]);
    expect(await command.ended).toBe(1);
    expect(command.printed.stderr).toMatch(
      new RegExp(`^Port ${address.port} on 127\\.0\\.0\\.1 is in use\\..*\\n$`),
    );
    expect(command.printed.stdout).toBe('');
  });

  it('reports that the file can’t be read and exits with 1', async () => {
    const command = await runMain(['--port', '0', '--env-file', '.']);
    expect(await command.ended).toBe(1);
    expect(command.printed).toEqual({ stdout: '', stderr: expect.stringContaining('can’t be read') });
  });

  it('forwards to the upstream in its environment', async () => {
    const upstream = await startTestUpstream((response, call) => response.end(call.headers.authorization));
    const command = await runMain(['--port', '0', '--models', '1'], {
      UPSTREAM_BASE_URL: upstream.baseUrl,
      UPSTREAM_API_KEY: 'key',
    });
    const url = await waitForUrl(command);
    const body = JSON.stringify({ model: 'upstream/x', messages: [] });
    const response = await fetch(`${url}/v1/chat/completions`, { method: 'POST', body });
    expect(await response.text()).toBe('Bearer key');
    expect(command.printed.stderr).toBe('');
  });

  it('reports that the upstream’s address is invalid and exits with 1', async () => {
    const command = await runMain(['--port', '0'], { UPSTREAM_BASE_URL: 'nowhere' });
    expect(await command.ended).toBe(1);
    expect(command.printed).toEqual({
      stdout: '',
      stderr: expect.stringMatching(/^UPSTREAM_BASE_URL has to be .*\n$/),
    });
  });

  it('reports invalid arguments and exits with 2', async () => {
    const command = await runMain(['--models', 'many']);
    expect(await command.ended).toBe(2);
    expect(command.printed).toEqual({ stdout: '', stderr: expect.stringContaining('--models takes') });
  });

  it('prints its options on --help and exits with 0', async () => {
    const command = await runMain(['--help']);
    expect(await command.ended).toBe(0);
    expect(command.printed.stdout).toContain('--env-file FILE');
  });
});

describe('serving', () => {
  const app = createApp({
    catalogue: createCatalogue({ seed: 1, size: 10 }),
    envFile: createEnvFile('never-written.env'),
    rulesAtStart: null,
    upstream: null,
    faults: null,
    composeReply: () => ({ reasoning: '', content: '', toolCalls: [] }),
    latencyMs: 0,
    apiKey: null,
    pageFolder: 'none',
  });

  it('reports a reachable address, whatever it listens on', async () => {
    const server = await serveApp(app, { host: '0.0.0.0', port: 0 });
    onTestFinished(() => server.close());
    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect((await fetch(`${server.url}/v1/health`)).status).toBe(200);
  });

  it('rejects with a sentence if the address isn’t this machine’s', async () => {
    const error = await serveApp(app, { host: '192.0.2.1', port: 0 }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ListenError);
    expect(error).toMatchObject({ message: expect.stringContaining('--host') });
  });

  it('may be closed twice', async () => {
    const server = await serveApp(app, { host: '127.0.0.1', port: 0 });
    await Promise.all([server.close(), server.close()]);
    await expect(fetch(`${server.url}/v1/health`)).rejects.toThrow();
  });
});
