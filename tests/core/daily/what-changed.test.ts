import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { adapters } from '@/src/adapters';
import { createAdapterRegistry } from '@/src/core/adapter/adapter-port';
import { contextWithState } from '@/src/core/adapter/context-with-state';
import { type OwnChange, type WhatChanged, whatChanged } from '@/src/core/daily/what-changed';
import { internalError } from '@/src/core/errors';
import { english } from '@/src/core/text/english';
import type { StateDifference } from '@/src/schema/change';
import type { Json, JsonObject } from '@/src/schema/values/json';

const registry = createAdapterRegistry(adapters);

const rules = (ignore: string[], whitelist: string[] = []) => ({ ignore, whitelist });
const filter = (drafts: JsonObject, models: JsonObject = { openai: ['openai/a', 'openai/b'] }) => ({
  ...{ provider: 'openai', providers: ['openai', 'mistral'], models, drafts, saved: drafts, search: '' },
  ...{ highlight: { rule: null, models: [] }, loading: false, error: null },
});
/** A server with these models of Codex and Claude. It serves all of them, or none if it has no account. */
const cliProxy = (codex: string[], claude: string[], accounts: JsonObject = { codex, claude }) => ({
  ...{ providers: {}, keys: {}, entries: [], aliases: {}, accounts },
  catalogues: { codex, claude },
});
const llmProxy = (filters: JsonObject, models: string[] | null) => ({
  ...{ filters, models, aliases: [], providers: { openai: { keys: 1, oauth: 0 } } },
});
const webui = (disabled: string[], ids: string[]) => ({
  ...{ disabled, hidden: [] },
  models: ids.map((id) => ({ id, name: id, kind: 'base', base: null, access: 'everyone' })),
});
const channel = (models: string[], more: JsonObject = {}) => ({
  ...{ id: 1, name: 'main', type: 1, tag: '', priority: 0, on: true, offReason: null, created: 1, models },
  ...{ mapping: '', groups: ['default'], ignored: [], vanished: [], fresh: [], ...more },
});
const newApi = (...channels: JsonObject[]) => ({ channels });

const lines = (all: readonly StateDifference[]) => all.map(({ kind, text }) => `${kind} ${english(text)}`);
const news = (changed: WhatChanged | null) => changed?.news.map(english) ?? null;

/** The change from one context to another by a chat of this browser. */
function ownChange(id: string, from: Json, to: Json): OwnChange {
  const { restorableState } = registry.definitionOf(id);
  return { before: restorableState(from), after: restorableState(to) };
}

type Row = readonly [what: string, adapter: string, from: Json, now: Json, news: readonly string[]];

const ROWS: readonly Row[] = [
  [
    'models that came, and a rule that went',
    'model-filter',
    filter({ openai: rules(['*-preview']) }),
    filter({}, { openai: ['openai/a', 'openai/b', 'openai/c', 'openai/d'] }),
    ['1 rule removed outside of Steward', 'openai: 2 new models'],
  ],
  [
    'models that a rule of somebody else hides',
    'model-filter',
    filter({}),
    filter({ openai: rules(['b']) }),
    ['1 rule added outside of Steward', 'openai: 1 model newly hidden'],
  ],
  [
    'no models of a provider that the page has only loaded now',
    'model-filter',
    filter({}),
    filter(
      { openai: rules([]), mistral: rules(['x']) },
      { openai: ['openai/a', 'openai/b'], mistral: ['m'] },
    ),
    ['1 rule added outside of Steward'],
  ],
  [
    'nothing of the view',
    'model-filter',
    filter({ openai: rules(['x']) }),
    { ...filter({ openai: rules(['x']) }), search: 'gpt', provider: 'mistral' },
    [],
  ],
  [
    'rules in another order',
    'model-filter',
    filter({ openai: rules(['x', 'y']) }),
    filter({ openai: rules(['y', 'x']) }),
    ['1 list of rules reordered outside of Steward'],
  ],
  [
    'models of several providers',
    'cli-proxy-api',
    cliProxy(['a'], ['x', 'y']),
    cliProxy(['a', 'b'], ['y', 'z']),
    ['claude and codex: 2 new models', 'claude: 1 model is gone'],
  ],
  [
    'an account that ended',
    'cli-proxy-api',
    cliProxy(['a'], ['x', 'y']),
    cliProxy(['a'], ['x', 'y'], { codex: ['a'] }),
    ['claude: 2 models newly hidden'],
  ],
  [
    'models of a provider that a server has now',
    'llm-api-key-proxy',
    llmProxy({}, ['openai/a']),
    llmProxy({}, ['openai/a', 'mistral/m']),
    ['mistral: 1 new model'],
  ],
  [
    'no models of a server that doesn’t list them now',
    'llm-api-key-proxy',
    llmProxy({}, ['openai/a']),
    llmProxy({ openai: rules(['b']) }, null),
    ['1 rule added outside of Steward'],
  ],
  [
    'no model that is gone after its own rule hid it',
    'llm-api-key-proxy',
    llmProxy({ openai: rules(['a']) }, ['openai/a', 'openai/b']),
    llmProxy({ openai: rules(['a']) }, ['openai/b']),
    [],
  ],
  [
    'flags as changes, not as rules',
    'open-webui',
    webui([], ['a', 'b']),
    webui(['a'], ['a', 'b']),
    ['1 change outside of Steward'],
  ],
  [
    'a channel that the server switched off',
    'new-api',
    newApi(channel(['a', 'b'])),
    newApi(channel(['a', 'b'], { on: false, offReason: 'quota' })),
    ['1 change outside of Steward', 'default: 2 models newly hidden'],
  ],
];

describe('what changed names', () => {
  it.each(ROWS)('%s (%s)', async (_, id, from, now, expected) => {
    const changed = await whatChanged(registry.definitionOf(id), from, now, []);
    expect(news(changed)).toEqual(expected);
    expect(changed?.own).toEqual([]);
  });

  it.each(ROWS)('nothing as news if Steward did it: %s (%s)', async (_, id, from, now) => {
    const adapter = registry.definitionOf(id);
    const made = contextWithState(adapter, from, adapter.restorableState(now));
    if (made === null) throw new Error('The state fits no context.');
    const changed = await whatChanged(adapter, from, made, [ownChange(id, from, made)]);
    expect(changed === null ? [] : news(changed)).toEqual([]);
  });

  it('what others did beside Steward’s changes, by the difference that is left', async () => {
    const adapter = registry.definitionOf('model-filter');
    const seen = filter({ openai: rules(['x', 'w']) });
    const [before, after] = [
      filter({ openai: rules(['x', 'v']) }),
      filter({ openai: rules(['x', 'v', 'y']) }),
    ];
    const [later, made] = [filter({ openai: rules(['x']) }), filter({ openai: rules(['x', 'z']) })];
    const now = filter({ openai: rules(['w', 'z']), mistral: rules(['m']) });
    const changed = await whatChanged(adapter, seen, now, [
      ownChange('model-filter', before, after),
      ownChange('model-filter', later, made),
    ]);
    expect(lines(changed?.outside ?? [])).toEqual([
      'added mistral: ignore rule "m"',
      'removed openai: ignore rule "x"',
    ]);
    expect(lines(changed?.own ?? [])).toEqual(['added openai: ignore rule "z"']);
  });

  const unsaved = (drafts: JsonObject, saved: JsonObject) => ({ ...filter(saved), drafts });
  const [none, one] = [{}, { openai: rules(['b']) }];

  it.each<[string, Json, Json, string[]]>([
    ['unsaved changes that a reload lost', unsaved(one, none), filter(none), []],
    ['unsaved changes of another tab', filter(none), unsaved(one, none), []],
    ['unsaved changes that the user saw, and saved since', unsaved(one, none), filter(one), []],
    [
      'what was saved beside unsaved changes',
      filter(none),
      unsaved({ openai: rules(['b', 'c']) }, one),
      ['1 rule added outside of Steward', 'openai: 1 model newly hidden'],
    ],
  ])('only what is saved: %s', async (_, from, to, expected) => {
    const changed = await whatChanged(registry.definitionOf('model-filter'), from, to, []);
    expect(news(changed)).toEqual(expected);
  });

  it('nobody else for what a change of unknown result explains', async () => {
    const adapter = registry.definitionOf('model-filter');
    const [seen, now] = [filter({}), filter({ openai: rules(['b']) })];
    const changed = await whatChanged(adapter, seen, now, [
      { before: adapter.restorableState(seen), after: null },
    ]);
    expect(news(changed)).toEqual([]);
    expect(lines(changed?.own ?? [])).toHaveLength(1);
  });

  it('five models and groups in words, the number of the others, and odd names spelled out', async () => {
    const adapter = registry.definitionOf('llm-api-key-proxy');
    const models = (group: string, count: number) =>
      Array.from({ length: count }, (_, index) => `${group}/m${index}`);
    const others = ['b', 'c', 'd', 'e'].flatMap((group) => models(group, 1));
    const all = [...models('a', 600), ...others, 'f/n\n'];
    const changed = await whatChanged(adapter, llmProxy({}, ['a/x']), llmProxy({}, ['a/x', ...all]), []);
    expect(news(changed)).toEqual(['a, b, c, d, e and 1 more: 605 new models']);
    const [first, last] = [changed?.models.at(0), changed?.models.at(-1)];
    expect(english(first?.text ?? '')).toMatch(/^a: 600 new models \(a\/m0, .*, a\/m4 and 595 more\)$/);
    expect(first?.more).toHaveLength(495);
    expect(english(last?.text ?? '')).toBe('f: 1 new model ("f/n\\n")');
  });

  it('nothing of a page that is never restored, nor of one that is the same', async () => {
    const seen = filter({});
    const adapter = registry.definitionOf('model-filter');
    expect(await whatChanged(adapter, seen, structuredClone(seen), [])).toBeNull();
    const changed = filter({ openai: rules(['x']) });
    expect(await whatChanged({ ...adapter, isNeverRestored: true }, seen, changed, [])).toBeNull();
  });

  it('the rules if deciding on the models is too complex', async () => {
    const adapter = registry.definitionOf('model-filter');
    const failing = (code: 'too-complex' | 'internal') => ({
      ...adapter,
      models: () => Promise.reject(internalError(code, 'It failed.')),
    });
    const [from, to] = [filter({}), filter({ openai: rules(['x']) })];
    const changed = await whatChanged(failing('too-complex'), from, to, []);
    expect(news(changed)).toEqual(['1 rule added outside of Steward']);
    await expect(whatChanged(failing('internal'), from, to, [])).rejects.toMatchObject({ code: 'internal' });
  });
});

const names = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', '__proto__', 'gpt-*', '*-preview'));
const ruleSets = fc.dictionary(
  fc.constantFrom('openai', 'mistral'),
  fc.record({ ignore: names, whitelist: names }),
  { noNullPrototype: true },
);

describe('for any rules and models, what changed is', () => {
  const adapter = registry.definitionOf('model-filter');
  const pages = fc
    .tuple(ruleSets, names)
    .map(([drafts, models]) => filter(drafts, { openai: models.map((name) => `openai/${name}`) }));

  it('nothing from a page to itself', async () => {
    await fc.assert(
      fc.asyncProperty(pages, async (page) => {
        expect(await whatChanged(adapter, page, structuredClone(page), [])).toBeNull();
      }),
    );
  });

  it('never news if Steward alone changed the page, in any number of steps', async () => {
    await fc.assert(
      fc.asyncProperty(pages, fc.array(ruleSets, { minLength: 1, maxLength: 3 }), async (page, steps) => {
        const states = [page, ...steps.map((drafts) => ({ ...page, drafts, saved: drafts }))];
        const own = states.slice(1).map((to, index) => ownChange('model-filter', states[index] ?? page, to));
        const changed = await whatChanged(adapter, page, states.at(-1) ?? page, own);
        expect(news(changed) ?? []).toEqual([]);
      }),
    );
  });
});
