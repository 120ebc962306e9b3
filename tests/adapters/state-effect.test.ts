import { describe, expect, it } from 'vitest';
import { adapters } from '@/src/adapters';
import { effectOfState } from '@/src/core/adapter/saving';
import { english } from '@/src/core/text/english';
import type { JsonObject } from '@/src/schema/values/json';
import type { ModelStrip } from '@/src/schema/values/model-strip';

const filter = (ignore: string[], models: JsonObject = { openai: ['openai/a', 'openai/b'] }) => ({
  ...{ provider: 'openai', providers: ['openai'], models, drafts: { openai: { ignore, whitelist: [] } } },
  ...{ saved: {}, search: '', highlight: { rule: null, models: [] }, loading: false, error: null },
});
const cliProxy = (codex: string[], catalogues: JsonObject = { codex: ['a', 'b'] }) => ({
  ...{
    providers: codex.length === 0 ? {} : { codex },
    keys: {},
    entries: [],
    aliases: {},
    catalogues,
    accounts: null,
  },
});
const llmProxy = (ignore: string[], models: string[] | null = ['openai/a', 'openai/b']) => ({
  ...{ filters: { openai: { ignore, whitelist: [] } }, providers: { openai: { keys: 1, oauth: 0 } } },
  ...{ models, aliases: [] },
});
const webui = (disabled: string[], kind = 'base') => ({
  ...{ disabled, hidden: [] },
  models: ['a', 'b'].map((id) => ({ id, name: id, kind, base: null, access: 'everyone' })),
});
const newApi = (models: string[]) => ({
  channels: [
    {
      ...{ id: 1, name: 'one', type: 1, tag: '', priority: 0, on: true, offReason: null, created: 1 },
      ...{ models, mapping: '', groups: ['default'], ignored: [], vanished: [], fresh: [] },
    },
  ],
});

type Row = readonly [
  what: string,
  adapter: string,
  now: JsonObject,
  before: JsonObject,
  effect: string,
  marks: readonly string[],
];

const ROWS: readonly Row[] = [
  [
    'with equal short names go',
    'model-filter',
    filter([], { openai: ['openai/a', 'x/a'] }),
    filter(['openai/a'], { openai: ['openai/a', 'x/a'] }),
    'Hides 1 model.',
    ['openai/a lost', 'x/a visible'],
  ],
  [
    'that no account serves stay',
    'cli-proxy-api',
    { ...cliProxy([]), accounts: { codex: ['b'] } },
    { ...cliProxy(['*']), accounts: { codex: ['b'] } },
    'For codex (OAuth accounts): excludes 1 model.',
    ['a hidden', 'b lost'],
  ],
  [
    'come back',
    'model-filter',
    filter(['*']),
    filter(['b']),
    'Brings back 1 model.',
    ['openai/a back', 'openai/b hidden'],
  ],
  ['go', 'model-filter', filter([]), filter(['b']), 'Hides 1 model.', ['openai/a visible', 'openai/b lost']],
  [
    'stay',
    'model-filter',
    filter(['c']),
    filter(['d']),
    'No model changes its visibility.',
    ['openai/a visible', 'openai/b visible'],
  ],
  [
    'are unknown',
    'model-filter',
    filter(['*'], {}),
    filter([], {}),
    'The effect on openai is unknown.',
    ['openai unknown'],
  ],
  [
    'come back',
    'cli-proxy-api',
    cliProxy(['*']),
    cliProxy(['b']),
    'For codex (OAuth accounts): makes 1 model available again.',
    ['a back', 'b hidden'],
  ],
  [
    'go',
    'cli-proxy-api',
    cliProxy([]),
    cliProxy(['b']),
    'For codex (OAuth accounts): excludes 1 model.',
    ['a visible', 'b lost'],
  ],
  [
    'stay',
    'cli-proxy-api',
    cliProxy(['c']),
    cliProxy(['d']),
    'For codex (OAuth accounts): affects no model of the catalogue.',
    ['a visible', 'b visible'],
  ],
  [
    'are unknown',
    'cli-proxy-api',
    cliProxy(['*'], {}),
    cliProxy(['b'], {}),
    'The server has no catalogue for codex, so the models can’t be named.',
    ['codex unknown'],
  ],
  [
    'come back',
    'llm-api-key-proxy',
    llmProxy(['*']),
    llmProxy(['b']),
    'After a restart of the proxy, the change lets 1 listed model stay.',
    ['openai/a back', 'openai/b hidden'],
  ],
  [
    'go',
    'llm-api-key-proxy',
    llmProxy([]),
    llmProxy(['b']),
    'After a restart of the proxy, the change hides 1 listed model.',
    ['openai/a visible', 'openai/b lost'],
  ],
  [
    'stay',
    'llm-api-key-proxy',
    llmProxy(['c']),
    llmProxy(['d']),
    'After a restart of the proxy, the change hides no other listed model.',
    ['openai/a visible', 'openai/b visible'],
  ],
  [
    'are unknown',
    'llm-api-key-proxy',
    llmProxy(['*'], null),
    llmProxy(['b'], null),
    'The effect of the change after a restart of the proxy is unknown, since the server doesn’t list its models now.',
    [],
  ],
  ['come back', 'open-webui', webui(['a', 'b']), webui(['b']), 'Users can choose now: "a".', []],
  ['go', 'open-webui', webui([]), webui(['b']), 'Users can no longer choose: "b".', []],
  ['stay', 'open-webui', webui([]), webui([]), '', []],
  [
    'aren’t offered',
    'open-webui',
    webui(['a'], 'unavailable'),
    webui([], 'unavailable'),
    'Not offered by a connection, so not listed: "a".',
    [],
  ],
  [
    'go',
    'new-api',
    newApi(['a', 'b']),
    newApi(['a']),
    'Can’t be called any more by clients of default: "b".',
    ['a visible', 'b lost'],
  ],
  ['stay', 'new-api', newApi(['a']), newApi(['a']), '', ['a visible']],
  [
    'come back, without their prices',
    'new-api',
    newApi(['a']),
    newApi(['a', 'b']),
    'Can be called by clients of default, if the server has a price for them: "b".',
    ['a visible', 'b back'],
  ],
];

/** The marks of the strip, e.g. "a hidden". */
function marksOf(strip: ModelStrip | null): string[] {
  return (strip?.groups ?? []).flatMap(({ marks }) => marks.map(({ name, state }) => `${name} ${state}`));
}

describe('the effect of a restored state', () => {
  it.each(ROWS)('shows which models %s on a page of %s', async (_, adapter, now, before, effect, marks) => {
    const definition = adapters.find(({ id }) => id === adapter) ?? expect.fail(adapter);
    const [context, then] = [now, before].map((page) => definition.contextSchema.parse(page));
    const state = definition.restorableState(then ?? null);
    const { text, strip } = await effectOfState(definition, context ?? null, state);
    expect({ text: english(text), marks: marksOf(strip) }).toEqual({ text: effect, marks });
  });

  it('has rows of each adapter whose state can be restored', () => {
    const restorable = adapters.filter(({ isNeverRestored }) => isNeverRestored !== true);
    expect([...new Set(ROWS.map(([, adapter]) => adapter))].sort()).toEqual(
      restorable.map(({ id }) => id).sort(),
    );
  });
});
