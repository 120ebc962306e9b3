import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { adapters } from '@/src/adapters';
import { contextWithState } from '@/src/core/adapter/context-with-state';
import type { JsonObject } from '@/src/schema/values/json';

function adapterOf(id: string) {
  const adapter = adapters.find((one) => one.id === id);
  if (adapter?.portableState === undefined) throw new Error(`${id} makes nothing alike.`);
  return { ...adapter, portableState: adapter.portableState };
}

const rules = (ignore: string[], whitelist: string[] = []) => ({ ignore, whitelist });
const filter = (drafts: JsonObject, providers = ['openai', 'mistral'], view = 'openai') => ({
  ...{ provider: view, providers, models: {}, drafts, saved: {}, search: view },
  ...{ highlight: { rule: null, models: [] }, loading: false, error: null },
});
const key = (id: string, isAddressable = true) => ({
  ...{ id, channel: 'gemini-api-key', index: 0, host: null, prefix: null, models: null },
  isAddressable,
});
const cliProxy = (providers: JsonObject, keys: JsonObject = {}, entries = Object.keys(keys)) => ({
  ...{ providers, keys, entries: entries.map((id) => key(id)), aliases: {}, catalogues: {}, accounts: null },
});
const webui = (disabled: string[], hidden: string[], ids: string[]) => ({
  ...{ disabled, hidden },
  models: ids.map((id) => ({ id, name: id, kind: 'base', base: null, access: 'everyone' })),
});
const llmProxy = (filters: JsonObject, providers: string[]) => ({
  ...{ filters, models: [], aliases: [] },
  providers: Object.fromEntries(providers.map((name) => [name, { keys: 1, oauth: 0 }])),
});
const channel = (id: number, name: string, models: string[], more: JsonObject = {}) => ({
  ...{ id, name, type: 1, tag: '', priority: 0, on: true, offReason: null, created: id, models, mapping: '' },
  ...{ groups: [`group-${id}`], ignored: [], vanished: [], fresh: [], ...more },
});
const newApi = (...channels: JsonObject[]) => ({ channels });

type Row = readonly [
  what: string,
  adapter: string,
  from: JsonObject,
  now: JsonObject,
  state: JsonObject,
  left: readonly string[],
];

const ROWS: readonly Row[] = [
  [
    'rules of providers that both have, and not the view',
    'model-filter',
    filter({ openai: rules(['a'], ['b']), other: rules(['c']) }, ['openai', 'other', 'mistral'], 'other'),
    filter({ openai: rules(['old']), mistral: rules(['gone']), own: rules(['d']) }, [
      'openai',
      'mistral',
      'own',
    ]),
    { provider: 'openai', search: 'openai', drafts: { openai: rules(['a'], ['b']), own: rules(['d']) } },
    ['other'],
  ],
  [
    'rules of OAuth providers and of keys that both have',
    'cli-proxy-api',
    cliProxy({ codex: ['a*'], 'gemini-cli': ['b'] }, { 'g:1': ['c'], 'g:2': ['d'] }),
    cliProxy({ claude: ['old'] }, { 'g:1': ['x'], 'g:3': ['own'] }),
    { providers: { codex: ['a*'] }, keys: { 'g:1': ['c'], 'g:3': ['own'] } },
    ['gemini-cli', 'g:2'],
  ],
  [
    'flags of models that both have',
    'open-webui',
    webui(['a', 'x'], ['b'], ['a', 'b', 'c', 'x']),
    webui(['b', 'own'], ['own'], ['a', 'b', 'c', 'own']),
    { disabled: ['a', 'own'], hidden: ['b', 'own'] },
    ['x'],
  ],
  [
    'rules of providers that both know',
    'llm-api-key-proxy',
    llmProxy({ openai: rules(['a']), other: rules(['b']) }, ['openai', 'gemini']),
    llmProxy({ gemini: rules(['old']), own: rules(['c']) }, ['openai', 'gemini', 'own']),
    { filters: { openai: rules(['a']), own: rules(['c']) } },
    ['other'],
  ],
  [
    'lists and switch of channels of the same name and kind, and not id, groups and age',
    'new-api',
    newApi(
      channel(1, 'main', ['a', 'b'], { on: false, mapping: '{"a":"b"}', ignored: ['c'] }),
      channel(2, 'other', ['x']),
    ),
    newApi(channel(7, 'main', ['old']), channel(8, 'own', ['y'])),
    {
      7: {
        ...{ models: ['a', 'b'], mapping: '{"a":"b"}', ignored: ['c'], on: false },
        ...{ groups: ['group-7'], created: 7, name: 'main' },
      },
      8: expect.objectContaining({ models: ['y'] }),
    },
    ['other (OpenAI)'],
  ],
  [
    'nothing for channels that can’t be told apart, and no switch that a server flipped',
    'new-api',
    newApi(channel(1, 'twice', ['a']), channel(2, 'failed', ['b'], { on: false, offReason: '' })),
    newApi(channel(3, 'twice', ['c']), channel(4, 'twice', ['d']), channel(5, 'failed', ['e'])),
    {
      3: expect.objectContaining({ models: ['c'] }),
      4: expect.objectContaining({ models: ['d'] }),
      5: expect.objectContaining({ models: ['b'], on: true }),
    },
    ['twice (OpenAI)'],
  ],
];

describe('a site that is made like another one takes', () => {
  it.each(ROWS)('%s (%s)', (_, id, from, now, state, left) => {
    const adapter = adapterOf(id);
    expect(adapter.portableState(from, now)).toEqual({ state, left });
    expect(adapter.stateSchema.safeParse(adapter.portableState(from, now).state).success).toBe(true);
  });

  it('nothing from itself', () => {
    for (const [, id, from] of ROWS) {
      const adapter = adapterOf(id);
      const { state } = adapter.portableState(from, from);
      expect(state).toEqual(adapter.restorableState(from));
    }
  });
});

const name = fc.constantFrom('a', 'b', 'c', '__proto__', '1');
const names = fc.uniqueArray(name, { maxLength: 4 });
const byName = <Value>(value: fc.Arbitrary<Value>) =>
  fc.array(fc.tuple(name, value), { maxLength: 4 }).map((entries) => Object.fromEntries(entries));
const someRules = byName(fc.tuple(names, names).map(([ignore, whitelist]) => rules(ignore, whitelist)));
const lists = byName(fc.uniqueArray(name, { minLength: 1, maxLength: 3 }));

const CONTEXTS: Record<string, fc.Arbitrary<JsonObject>> = {
  'model-filter': fc.tuple(someRules, names).map(([drafts, providers]) => filter(drafts, providers)),
  'cli-proxy-api': fc.tuple(lists, lists, names).map((parts) => cliProxy(...parts)),
  'open-webui': names.chain((ids) =>
    fc
      .tuple(fc.subarray(ids), fc.subarray(ids))
      .map(([disabled, hidden]) => webui(disabled.sort(), hidden.sort(), ids)),
  ),
  'llm-api-key-proxy': fc.tuple(someRules, names).map(([filters, known]) => llmProxy(filters, known)),
  'new-api': fc
    .array(fc.tuple(name, names, fc.boolean(), fc.boolean()), { maxLength: 4 })
    .map((made) =>
      newApi(
        ...made.map(([called, models, on, isFailed], id) =>
          channel(id, called, models, { on, offReason: !on && isFailed ? '' : null }),
        ),
      ),
    ),
};

it.each(Object.entries(CONTEXTS))(
  'a site that was made alike stays as it is when it is made alike again (%s)',
  (id, context) => {
    const adapter = adapterOf(id);
    fc.assert(
      fc.property(context, context, (from, now) => {
        const { state } = adapter.portableState(from, now);
        const after = contextWithState(adapter, now, state);
        expect(after).not.toBeNull();
        expect(adapter.portableState(from, after).state).toEqual(state);
      }),
    );
  },
);
