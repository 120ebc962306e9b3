import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { DemoReply } from '@/playground/demo-model/demo-reply';
import type { DemoRequest } from '@/playground/demo-model/demo-request';
import { createApp } from '@/playground/server/app';
import { createCatalogue, DEFAULT_MODEL_COUNT } from '@/playground/server/catalogue';
import { createEnvFile } from '@/playground/server/env-file';
import type { FaultOptions } from '@/playground/server/faults/apply-faults';
import { readFilters } from '@/playground/server/saved-rules';
import { serveApp } from '@/playground/server/serve-app';
import { createUpstream } from '@/playground/server/upstream/upstream';
import type { UpstreamSettings } from '@/playground/server/upstream/upstream-settings';

/** A response in a test. */
interface Answer {
  status: number;
  body: unknown;
}

/** A real proxy on a free port, with its own env file. It is closed at the end of the test. */
export interface TestProxy {
  url: string;
  envPath: string;
  /** A folder that is removed after the test. */
  folder: string;
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** The ids of `GET /v1/models`. */
  listIds(): Promise<string[]>;
  readEnv(): Promise<string>;
  /** The requests to the demo model, oldest first. */
  requests: DemoRequest[];
  close(): Promise<void>;
}

/**
 * Starts a proxy. `env`: the initial content of its file; without it there is no file. Without `composeReply`
 * its model says hello.
 */
export async function startTestProxy(
  options: {
    env?: string;
    /** The file of another proxy, to restart on it. */
    envPath?: string;
    applyOnRestart?: boolean;
    apiKey?: string;
    latencyMs?: number;
    models?: number;
    composeReply?: (request: DemoRequest) => DemoReply;
    upstream?: UpstreamSettings;
    faults?: FaultOptions;
  } = {},
): Promise<TestProxy> {
  const folder = await mkdtemp(join(tmpdir(), 'steward-proxy-'));
  const envPath = options.envPath ?? join(folder, 'rules.env');
  if (options.env !== undefined) await writeFile(envPath, options.env);
  const requests: DemoRequest[] = [];
  const envFile = createEnvFile(envPath);
  const app = createApp({
    catalogue: createCatalogue({ seed: 1, size: options.models ?? DEFAULT_MODEL_COUNT }),
    envFile,
    rulesAtStart: options.applyOnRestart === true ? readFilters(await envFile.read()) : null,
    composeReply: (request) => {
      requests.push(request);
      return options.composeReply?.(request) ?? { reasoning: '', content: 'Hello.', toolCalls: [] };
    },
    latencyMs: options.latencyMs ?? 0,
    apiKey: options.apiKey ?? null,
    pageFolder: join(folder, 'dist'),
    upstream: options.upstream === undefined ? null : createUpstream(options.upstream),
    faults: options.faults ?? null,
  });
  const server = await serveApp(app, { host: '127.0.0.1', port: 0 });
  onTestFinished(async () => {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });

  const call: TestProxy['call'] = async (method, path, body, headers = {}) => {
    const key = options.apiKey;
    const response = await fetch(server.url + path, {
      method,
      headers: { ...(key === undefined ? {} : { Authorization: `Bearer ${key}` }), ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  };
  return {
    url: server.url,
    envPath,
    folder,
    call,
    listIds: async () => {
      const { body } = await call('GET', '/v1/models');
      return (body as { data: { id: string }[] }).data.map((model) => model.id);
    },
    readEnv: () => readFile(envPath, 'utf8'),
    requests,
    close: server.close,
  };
}
