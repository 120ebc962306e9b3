import { describe, expect, it } from 'vitest';
import { adapters } from '@/src/adapters';
import { dryRunners, toolRunners } from '@/src/adapters/background';
import type { ToolPage } from '@/src/adapters/kit/calls';
import { effectOfState } from '@/src/core/adapter/saving';
import type { ToolResult } from '@/src/schema/tool-result';
import type { Json, JsonObject } from '@/src/schema/values/json';
import type { Said } from '@/src/schema/values/said';

const texts = <Made>(count: number, make: (number: string, index: number) => Made) =>
  Array.from({ length: count }, (_, index) => make(String(index).padStart(6, '0'), index));

const NAMES = texts(10_000, (number, index) => `vendor-${index % 40}/model-${number}`).sort();
const IDS = NAMES.map((name) => `openai/${name}`);

const filterPage = (ignore: string[]) => ({
  provider: 'openai',
  providers: ['openai'],
  models: { openai: IDS },
  drafts: { openai: { ignore, whitelist: [] } },
  saved: {},
  search: '',
  highlight: { rule: null, models: [] },
  loading: false,
  error: null,
});
const cliProxy = (codex: string[]) => ({
  providers: codex.length === 0 ? {} : { codex },
  keys: {},
  entries: [],
  aliases: { codex: NAMES.slice(0, 3_000).map((name) => ({ name, alias: `my-${name}` })) },
  catalogues: { codex: NAMES },
  accounts: null,
});
const llmProxy = (ignore: string[]) => ({
  filters: ignore.length === 0 ? {} : { openai: { ignore, whitelist: [] } },
  providers: { openai: { keys: 1, oauth: 0 } },
  models: IDS,
  aliases: [],
});
const OPEN_WEBUI = {
  disabled: [],
  hidden: [],
  models: NAMES.map((id) => ({ id, name: `The ${id}`, kind: 'base', base: null, access: 'everyone' })),
};

type Case = readonly [what: string, adapter: string, context: JsonObject, tool: string, args: JsonObject];

function pageOf(adapter: string, context: JsonObject): { parsed: Json; page: ToolPage } {
  const definition = adapters.find(({ id }) => id === adapter);
  const parsed = definition?.contextSchema.parse(context) ?? null;
  const done: ToolResult = { success: true, message: 'Done.' };
  return { parsed, page: { read: async () => parsed, look: async () => done, change: async () => done } };
}

function dryRun([, adapter, context, tool, args]: Case) {
  const { parsed, page } = pageOf(adapter, context);
  const calls = [{ executionId: 'e', tool, args, leftOut: [] }];
  return dryRunners.find(({ id }) => id === adapter)?.compute(calls, parsed, page);
}

/** The number of times that other tasks run until the work is done. */
async function turnsDuring(work: () => Promise<unknown> | undefined): Promise<number> {
  let turns = 0;
  let isDone = false;
  const take = () => {
    turns += 1;
    if (!isDone) setImmediate(take);
  };
  setImmediate(take);
  await work();
  isDone = true;
  return turns;
}

const FEW = texts(100, (number) => `*x?${number}*`);
const FEW_STARS = texts(100, (number) => `*x*${number}*`);

const CHANGES: Case[] = [
  [
    'a merge of rules that others cover by their text',
    'model-filter',
    filterPage(['*']),
    'import_rules',
    { ignore: FEW, whitelist: [], mode: 'merge' },
  ],
  [
    'rules that match nothing',
    'model-filter',
    filterPage([]),
    'import_rules',
    { ignore: FEW, whitelist: [], mode: 'replace' },
  ],
  [
    'one rule among many',
    'model-filter',
    filterPage(texts(4_000, (number) => `*-${number}`)),
    'add_ignore_rule',
    { pattern: '*1*' },
  ],
  [
    'patterns for a catalogue',
    'cli-proxy-api',
    cliProxy([]),
    'exclude_models',
    { provider: 'codex', patterns: FEW_STARS },
  ],
  [
    'one pattern beside many',
    'cli-proxy-api',
    cliProxy(FEW_STARS),
    'exclude_models',
    { provider: 'codex', patterns: ['*1'] },
  ],
  [
    'rules for all listed models',
    'llm-api-key-proxy',
    llmProxy(FEW),
    'add_rules',
    { provider: 'openai', list: 'ignore', patterns: ['*1', '*2'] },
  ],
  [
    'exceptions by patterns',
    'open-webui',
    OPEN_WEBUI,
    'set_models_hidden',
    { pattern: '*', except: NAMES.slice(0, 100).map((name) => `*${name.slice(-6)}`), hidden: true },
  ],
];

describe('the computation of a change', () => {
  it.each(CHANGES)('lets other tasks run: %s on a page of %s', async (...each) => {
    expect(await turnsDuring(() => dryRun(each))).toBeGreaterThan(2);
  });
});

const newApi = (on: boolean) => ({
  channels: texts(100, (name, id) => ({
    ...{ id, name, type: 1, tag: '', priority: 0, on, offReason: null, created: 1 },
    ...{ models: NAMES.slice(id, id + 1_000), mapping: '', groups: [`group-${id % 5}`] },
    ...{ ignored: [], vanished: [], fresh: [] },
  })),
});

/** A page of each adapter before a change of its rules. Open WebUI is left out: it compares its flags in a few milliseconds. */
const RESTORED: [adapter: string, now: JsonObject, before: JsonObject][] = [
  ['model-filter', filterPage(['*']), filterPage(FEW)],
  ['cli-proxy-api', cliProxy(['*']), cliProxy(FEW_STARS)],
  ['llm-api-key-proxy', llmProxy(['*']), llmProxy(FEW)],
  ['new-api', newApi(false), newApi(true)],
];

describe('the effect of a restored state', () => {
  it.each(RESTORED)('lets other tasks run: on a page of %s', async (adapter, ...pages) => {
    const definition = adapters.find(({ id }) => id === adapter) ?? expect.fail(adapter);
    const [now, before] = pages.map((page) => definition.contextSchema.parse(page));
    let effect: Said = '';
    const turns = await turnsDuring(async () => {
      const state = definition.restorableState(before ?? null);
      effect = (await effectOfState(definition, now ?? null, state)).text;
    });
    expect(effect).not.toBe('');
    expect(turns).toBeGreaterThan(2);
  });
});

describe('the use of five hundred rules by ten thousand models', () => {
  it.each([
    ['model-filter', filterPage(texts(500, (number) => `*-${number}*`))],
    ['cli-proxy-api', cliProxy(FEW_STARS)],
    ['llm-api-key-proxy', llmProxy(texts(500, (number) => `*-${number}*`))],
  ])('lets other tasks run: on a page of %s', async (adapter, page) => {
    const definition = adapters.find(({ id }) => id === adapter) ?? expect.fail(adapter);
    const context = definition.contextSchema.parse(page);
    expect(await turnsDuring(async () => definition.ruleUse?.(context))).toBeGreaterThan(2);
  });
});

const MANY_STARS = texts(2_000, (number) => `*a*b*c*d*${number}*`);
const TOO_MANY = { success: false, error_code: 'too_many_to_decide' };

const EXCESSIVE: Case[] = [
  [
    'rules of a list',
    'cli-proxy-api',
    cliProxy(MANY_STARS),
    'exclude_models',
    { provider: 'codex', patterns: ['*1'] },
  ],
  [
    'patterns of a call',
    'cli-proxy-api',
    cliProxy([]),
    'exclude_models',
    { provider: 'codex', patterns: MANY_STARS },
  ],
  [
    'patterns of a call',
    'llm-api-key-proxy',
    llmProxy([]),
    'add_rules',
    { provider: 'openai', list: 'ignore', patterns: texts(2_000, (number) => `*[x-z]*[0-4]*${number}`) },
  ],
  [
    'patterns that name exceptions',
    'open-webui',
    OPEN_WEBUI,
    'set_models_hidden',
    { pattern: '*', except: NAMES.slice(0, 2_000).map((name) => `*${name.slice(-6)}`), hidden: true },
  ],
];

describe('a call whose patterns and models are too many', () => {
  it.each(EXCESSIVE)('fails with the reason: %s on a page of %s', async (...each) => {
    const [call] = (await dryRun(each))?.dryRun.calls ?? []; // Every adapter of these has a dry run.
    expect(call).toMatchObject({ kind: 'failure', result: TOO_MANY });
  });

  it('fails, too, if it only reads', async () => {
    const { page } = pageOf('cli-proxy-api', cliProxy(MANY_STARS));
    const runner = toolRunners.find(({ id }) => id === 'cli-proxy-api');
    expect(await runner?.run('list_models', { provider: 'codex' }, page)).toMatchObject(TOO_MANY);
  });
});
