import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Hono } from 'hono';
import { createCatalogueApi } from '@/playground/page/api/catalogue-api';
import { servePageProtocol } from '@/playground/page/protocol/serve-page-protocol';
import { createStore } from '@/playground/page/state/create-store';
import { createPageController } from '@/playground/page/state/page-controller';
import { INITIAL_PAGE_STATE } from '@/playground/page/state/page-state';
import { reducePage } from '@/playground/page/state/reduce-page';
import { createApp } from '@/playground/server/app';
import { catalogueOf } from '@/playground/server/catalogue';
import { createEnvFile } from '@/playground/server/env-file';
import { serveApp } from '@/playground/server/serve-app';
import type { ToolPage } from '@/src/adapters/kit/calls';
import { createPageProtocolClient, type PageProtocolClient } from '@/src/adapters/kit/page-protocol';
import { modelFilterCalls } from '@/src/adapters/model-filter/calls';
import { modelFilter } from '@/src/adapters/model-filter/definition';
import { createModelFilterPage } from '@/src/adapters/model-filter/page';
import type { PageHalf } from '@/src/core/adapter/page-half';
import type { DryRun, DryRunRequest } from '@/src/schema/dry-run';
import type { ToolResult } from '@/src/schema/tool-result';
import type { JsonObject } from '@/src/schema/values/json';
import { createBareDocument } from '@/tests/world/bare-document';
import type { RulesByProvider } from './filter-call';

/** The models of each provider, by name. */
export type Names = Readonly<Record<string, readonly string[]>>;

/** The filter page of a new proxy, as the adapter and a client of the proxy use it. */
export interface OpenPage {
  /** The adapter's half in the page. */
  half: PageHalf;
  /** Runs a tool as the background does. Rejects if it would change the page by more than one step. */
  run(tool: string, args: JsonObject): Promise<ToolResult>;
  /** The steps by which tools changed the page, in order. */
  steps: JsonObject[];
  /** The dry run of calls, computed as in the background. */
  compute(calls: readonly DryRunRequest[]): Promise<DryRun>;
  /** The page's whole state with its revision, read by the page protocol. */
  readState(): Promise<{ revision: number; state: Record<string, unknown> }>;
  /** The ids in the proxy's list for clients, without the demo model's. */
  listIds(): Promise<string[]>;
  /** The rules that the page shows. */
  readDrafts(): Promise<RulesByProvider>;
  /** The rules in the proxy's file. */
  readSaved(): Promise<RulesByProvider>;
}

/**
 * The real parts in one process: the proxy over HTTP, the page without its view, and the adapter's page half,
 * connected by the page protocol.
 */
export interface FilterRig {
  /**
   * Opens a proxy with these models, without saved rules, and a page that has loaded. Closes the page opened
   * before.
   *
   * @param options.applyOnRestart true if the proxy applies saved rules only after a restart
   */
  open(names: Names, options?: { applyOnRestart: boolean }): Promise<OpenPage>;
  close(): Promise<void>;
}

const SERVER_TIMEOUT_MS = 10_000;

/** Starts the server on a free port, with its file in a temporary folder. */
export async function startFilterRig(): Promise<FilterRig> {
  const folder = await mkdtemp(join(tmpdir(), 'steward-filter-'));
  const envPath = join(folder, 'rules.env');
  let app = new Hono();
  const front = new Hono();
  front.all('*', (context) => app.fetch(context.req.raw));
  const server = await serveApp(front, { host: '127.0.0.1', port: 0 });
  let lifetime = new AbortController();

  async function readJson(path: string): Promise<unknown> {
    return (await fetch(server.url + path)).json();
  }

  return {
    async open(names, { applyOnRestart } = { applyOnRestart: false }) {
      lifetime.abort();
      lifetime = new AbortController();
      await rm(envPath, { force: true });
      app = createProxy(names, envPath, applyOnRestart);
      const { signal } = lifetime;
      const { half, client } = await openPage(server.url, signal);
      const steps: JsonObject[] = [];
      return {
        half,
        steps,
        run: (tool, args) => runTool(handsOn(half, tool, steps, signal), tool, args),
        async compute(calls) {
          const { read, look } = handsOn(half, 'compute', steps, signal);
          return (await modelFilterCalls.dryRun.compute(calls, await read(), { read, look })).dryRun;
        },
        async readState() {
          const answer = await client.request('get-state', {}, { timeoutMs: SERVER_TIMEOUT_MS, signal });
          if (!answer.ok) throw new Error(answer.message);
          return answer.result as { revision: number; state: Record<string, unknown> };
        },
        async listIds() {
          const { data } = (await readJson('/v1/models')) as { data: { id: string }[] };
          return data.map(({ id }) => id).filter((id) => !id.startsWith('demo/'));
        },
        async readDrafts() {
          return (half.stateOf(await half.getContext(lifetime.signal)) as { drafts: RulesByProvider }).drafts;
        },
        async readSaved() {
          return ((await readJson('/v1/admin/catalogue')) as { filters: RulesByProvider }).filters;
        },
      };
    },
    async close() {
      lifetime.abort();
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function createProxy(names: Names, envPath: string, applyOnRestart: boolean): Hono {
  const models = Object.entries(names)
    .flatMap(([provider, own]) =>
      own.map((name) => ({ id: `${provider}/${name}`, provider, createdS: null })),
    )
    .sort((left, right) => (left.id < right.id ? -1 : 1));
  return createApp({
    catalogue: catalogueOf(models),
    envFile: createEnvFile(envPath),
    rulesAtStart: applyOnRestart ? new Map() : null,
    upstream: null,
    faults: null,
    composeReply: () => ({ reasoning: '', content: '', toolCalls: [] }),
    latencyMs: 0,
    apiKey: null,
    pageFolder: 'none',
  });
}

/** The page's state and protocol on one side, the adapter's half on the other. */
async function openPage(
  url: string,
  signal: AbortSignal,
): Promise<{ half: PageHalf; client: PageProtocolClient }> {
  const document = createBareDocument();
  const api = createCatalogueApi({
    fetch: (path, init) => fetch(url + path, init),
    readKey: () => null,
    timeoutMs: SERVER_TIMEOUT_MS,
  });
  const store = createStore(reducePage, INITIAL_PAGE_STATE);
  const controller = createPageController({
    store,
    api,
    keys: { read: () => null, write: () => undefined },
  });
  servePageProtocol({ document, store, controller, title: 'Model filter', signal });
  await controller.start();
  const client = createPageProtocolClient(document);
  const half = createModelFilterPage(document);
  if ((await half.detect(signal)) === null) throw new Error('The adapter doesn’t know the page.');
  return { half, client };
}

/**
 * Does the background's part of a call, without the messages in between; their content is parsed and copied.
 */
function handsOn(half: PageHalf, tool: string, steps: JsonObject[], signal: AbortSignal): ToolPage {
  return {
    read: async () => modelFilter.contextSchema.parse(await half.getContext(signal)),
    look: (operation) => half.query(tool, structuredClone(operation), signal),
    async change(step) {
      steps.push(structuredClone(step));
      return (await half.execute(tool, structuredClone(step), signal)).result;
    },
  };
}

async function runTool(hands: ToolPage, tool: string, args: JsonObject): Promise<ToolResult> {
  let changes = 0;
  return modelFilterCalls.tools.run(tool, args, {
    ...hands,
    async change(step) {
      changes += 1;
      if (changes > 1) throw new Error(`${tool} changes the page twice: ${JSON.stringify(step)}`);
      return hands.change(step);
    },
  });
}
