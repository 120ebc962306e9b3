import { readFile, writeFile } from 'node:fs/promises';
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
import { temporaryFolder } from '@/tests/temporary-folder';

export const CHAT = '/v1/chat/completions';

export const HELLO: DemoReply = { reasoning: '', content: 'Hello.', toolCalls: [] };

export interface ProxyOptions {
  /** The initial content of its file; without it there is no file. */
  env?: string;
  /** The file of another proxy, to restart on it. */
  envPath?: string;
  applyOnRestart?: boolean;
  apiKey?: string;
  latencyMs?: number;
  models?: number;
  /** Without it, its model says {@link HELLO}. */
  composeReply?: (request: DemoRequest) => DemoReply;
  upstream?: UpstreamSettings;
  faults?: FaultOptions;
}

export type TestProxy = Awaited<ReturnType<typeof startTestProxy>>;

/** Starts a real proxy on a free port, with its own env file. It is closed at the end of the test. */
export async function startTestProxy(options: ProxyOptions = {}) {
  const folder = await temporaryFolder();
  const { env, envPath = `${folder}/rules.env`, apiKey, models = DEFAULT_MODEL_COUNT } = options;
  if (env !== undefined) await writeFile(envPath, env);
  const requests: DemoRequest[] = [];
  const envFile = createEnvFile(envPath);
  const app = createApp({
    catalogue: createCatalogue({ seed: 1, size: models }),
    envFile,
    rulesAtStart: options.applyOnRestart === true ? readFilters(await envFile.read()) : null,
    composeReply: (request) => {
      requests.push(request);
      return options.composeReply?.(request) ?? HELLO;
    },
    latencyMs: options.latencyMs ?? 0,
    apiKey: apiKey ?? null,
    pageFolder: `${folder}/dist`,
    upstream: options.upstream === undefined ? null : createUpstream(options.upstream),
    faults: options.faults ?? null,
  });
  const { url, close } = await serveApp(app, { host: '127.0.0.1', port: 0 });
  onTestFinished(close);

  /** Sends a request with the key, and a body as JSON unless it is a text. */
  const send = (method: string, path: string, body?: unknown, init: RequestInit = {}) =>
    fetch(url + path, {
      method,
      headers: apiKey === undefined ? {} : { Authorization: `Bearer ${apiKey}` },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      ...init,
    });
  const call = async (...request: Parameters<typeof send>) => {
    const response = await send(...request);
    return { status: response.status, body: await response.json() };
  };
  return {
    url,
    envPath,
    /** A folder that is removed after the test. */
    folder,
    send,
    call,
    /** The ids of `GET /v1/models`. */
    listIds: async (): Promise<string[]> =>
      (await call('GET', '/v1/models')).body.data.map(({ id }: { id: string }) => id),
    /** The saved rules as the page gets them. */
    readSaved: async () => (await call('GET', '/v1/admin/catalogue')).body.filters,
    readEnv: () => readFile(envPath, 'utf8'),
    /** The requests to the demo model, oldest first. */
    requests,
    close,
  };
}
