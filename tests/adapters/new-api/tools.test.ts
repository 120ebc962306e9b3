import { describe, expect, it } from 'vitest';
import { messageWithEffects } from '@/src/adapters/kit/calls';
import { FailedCall } from '@/src/adapters/kit/computed-tool';
import { effectSentences } from '@/src/adapters/kit/tool-results';
import {
  type Channel,
  channelOf,
  type NewApiContext,
  restorableState,
} from '@/src/adapters/new-api/channels';
import { newApi } from '@/src/adapters/new-api/definition';
import { consequences } from '@/src/adapters/new-api/offers';
import { computeCall } from '@/src/adapters/new-api/tools';
import { estimateTokens } from '@/src/core/text/estimate-tokens';
import type { ToolResult } from '@/src/schema/tool-result';
import type { JsonObject } from '@/src/schema/values/json';
import {
  CHANNEL_CANARIES,
  newDoubleChannels,
  PRICED_MODELS,
  UPSTREAM_MODELS,
} from '@/tests/fakes/new-api/double-channels';
import { inEnglish } from '@/tests/in-english';

function channelsOfDouble(): Channel[] {
  return newDoubleChannels().flatMap((raw) => channelOf({ ...raw }) ?? []);
}

const context: NewApiContext = {
  channels: channelsOfDouble(),
  more: {
    groups: ['default', 'gold,vip', 'svip', 'vip'],
    unpriced: ['claude-latest', 'gemini-ultra'],
    priced: PRICED_MODELS.filter((name) => name !== 'gpt-5'),
    ...Object.fromEntries(
      Object.entries(UPSTREAM_MODELS).map(([id, names]) => [`upstream:${id}`, [...names]]),
    ),
  },
};

/** The computed change of a call, or its result. */
function compute(tool: string, args: JsonObject) {
  try {
    return computeCall(context, tool, args);
  } catch (error) {
    if (error instanceof FailedCall) return error.result;
    throw error;
  }
}

function resultOf(tool: string, args: JsonObject): ToolResult {
  const computed = compute(tool, args);
  if ('success' in computed) return computed;
  throw new Error(`${tool} changes something.`);
}

/** The entries of a call's step: by channel, the members before and after. */
function stepOf(tool: string, args: JsonObject) {
  const computed = compute(tool, args);
  if ('success' in computed) throw new Error(computed.message);
  return Object.fromEntries(computed.step.entries.map(({ key, before, after }) => [key, [before, after]]));
}

describe('a channel', () => {
  it('has nothing that may hold a secret', () => {
    const text = JSON.stringify(context.channels);
    for (const secret of [...CHANNEL_CANARIES, 'proxy_pass']) expect(text).not.toContain(secret);
  });

  it('keeps its models as the server has them, with spaces and twice', () => {
    expect(context.channels[4]?.models).toEqual([
      ' gemini-pro',
      'gemini-flash',
      'gemini-flash',
      'gemini-old',
    ]);
  });

  it.each([
    ['null', null, ''],
    ['empty', '', ''],
    ['of JSON’s null', 'null', ''],
    ['with a name that isn’t mapped', '{"a":null,"b":"y"}', '{"b":"y"}'],
    ['in another order', '{"b":"y","a":"x"}', '{"a":"x","b":"y"}'],
    ['that is no JSON', '{"a":', '{"a":'],
    ['with a name that is mapped to nothing', '{"a":"","b":"y"}', '{"b":"y"}'],
    ['with something else than names', '{"a":1}', '{"a":1}'],
  ])('has a mapping %s', (_, stored, mapping) => {
    const [raw] = newDoubleChannels();
    expect(channelOf({ ...raw, model_mapping: stored })?.mapping).toBe(mapping);
  });

  it('of another shape is none', () => {
    const [raw] = newDoubleChannels();
    expect([channelOf(null), channelOf({ ...raw, models: null }), channelOf({ ...raw, id: '1' })]).toEqual([
      null,
      null,
      null,
    ]);
  });
});

describe('the step of a change', () => {
  it.each<[string, string, JsonObject, object]>([
    [
      'adds a model, without spaces, to the channels that have another one and lack it',
      'add_models',
      { with_model: 'gpt-4o', models: [' gpt-4-preview '] },
      {
        1: [
          { models: ['gpt-4o', 'gpt-4o-mini', 'gpt-3.5-turbo', 'constructor'] },
          { models: ['gpt-4o', 'gpt-4o-mini', 'gpt-3.5-turbo', 'constructor', 'gpt-4-preview'] },
        ],
      },
    ],
    [
      'removes what fits, also what is there twice',
      'remove_models',
      { channels: ['gemini'], patterns: ['*flash', ' gemini-pro'] },
      {
        5: [
          { models: [' gemini-pro', 'gemini-flash', 'gemini-flash', 'gemini-old'] },
          { models: ['gemini-old'] },
        ],
      },
    ],
    [
      'replaces a list',
      'set_models',
      { channel: 4, models: ['b', 'a', 'b'] },
      { 4: [{ models: ['claude-3-5-haiku'] }, { models: ['b', 'a'] }] },
    ],
    [
      'maps a name and adds it to the models',
      'set_mapping',
      { channel: 2, from: 'fast', to: 'gpt-4o' },
      {
        2: [
          { models: ['gpt-4o', 'gpt-4-preview'], mapping: '' },
          { models: ['gpt-4o', 'gpt-4-preview', 'fast'], mapping: '{"fast":"gpt-4o"}' },
        ],
      },
    ],
    [
      'removes a mapping with its name',
      'remove_mapping',
      { channel: 'anthropic-1', from: 'claude-latest' },
      {
        3: [
          {
            models: ['claude-sonnet-4-5', 'claude-3-5-haiku', 'claude-latest'],
            mapping: '{"claude-latest":"claude-sonnet-4-5"}',
          },
          { models: ['claude-sonnet-4-5', 'claude-3-5-haiku'], mapping: '' },
        ],
      },
    ],
    [
      'removes a mapping and keeps the name',
      'remove_mapping',
      { channel: '3', from: 'claude-latest', keep_model: true },
      { 3: [{ mapping: '{"claude-latest":"claude-sonnet-4-5"}' }, { mapping: '' }] },
    ],
    [
      'changes groups',
      'set_groups',
      { tag: 'openai', add: ['vip'], remove: ['default'] },
      {
        1: [{ groups: ['default', 'vip'] }, { groups: ['vip'] }],
        2: [{ groups: ['default'] }, { groups: ['vip'] }],
      },
    ],
    [
      'switches on what is off',
      'enable_channels',
      { type: 'anthropic' },
      { 4: [{ on: false }, { on: true }] },
    ],
    [
      'switches off',
      'disable_channels',
      { group: 'vip' },
      { 1: [{ on: true }, { on: false }], 3: [{ on: true }, { on: false }] },
    ],
    [
      'leaves out of the check',
      'ignore_upstream_models',
      { channel: 5, add: ['regex:^x'], remove: ['gemini-exp'] },
      { 5: [{ ignored: ['gemini-exp'] }, { ignored: ['regex:^x'] }] },
    ],
  ])('%s', (_, tool, args, entries) => {
    expect(stepOf(tool, args)).toEqual(entries);
  });
});

describe('a call that fails', () => {
  it.each<[string, string, JsonObject, string, string]>([
    ['says no channels', 'add_models', { models: ['x'] }, 'invalid_parameters', 'Say which channels'],
    ['selects none', 'disable_channels', { with_model: 'nothing-*' }, 'no_match', 'No channel fits'],
    [
      'names an unknown channel',
      'get_channel',
      { channel: 'openai' },
      'channel_not_found',
      'Near names: openai-main',
    ],
    ['has a comma in a name', 'set_models', { channel: 1, models: ['a,b'] }, 'invalid_model', 'has a comma'],
    [
      'would empty a channel',
      'remove_models',
      { channels: [4], patterns: ['*'] },
      'invalid_models',
      'disable_channels',
    ],
    [
      'maps in a circle',
      'set_mapping',
      { channel: 3, from: 'claude-sonnet-4-5', to: 'claude-latest' },
      'invalid_mapping',
      'in a circle',
    ],
    [
      'names an unknown mapping',
      'remove_mapping',
      { channel: 3, from: 'claude' },
      'mapping_not_found',
      'Near names: claude-latest',
    ],
    [
      'names a mapping that only every object has',
      'remove_mapping',
      { channel: 1, from: 'constructor' },
      'mapping_not_found',
      'maps no constructor',
    ],
    [
      'names an unknown group',
      'set_groups',
      { channels: [1], add: ['gold'] },
      'group_not_found',
      'only these: default, svip, vip.',
    ],
    [
      'names a group that a channel can’t have',
      'set_groups',
      { channels: [2], add: ['vip', 'gold,vip'] },
      'group_not_found',
      'can’t have the group gold,vip, only these: default, svip, vip.',
    ],
    [
      'would leave a channel without a group',
      'set_groups',
      { channels: [2], remove: ['default'] },
      'invalid_groups',
      'no group',
    ],
    ['changes nothing', 'enable_channels', { channels: [1] }, 'nothing_to_change', 'so already'],
    [
      'asks about an unknown model',
      'explain_model',
      { model: 'gpt4o' },
      'model_not_found',
      'Near names: gpt-4o',
    ],
  ])('%s', (_, tool, args, code, message) => {
    expect(resultOf(tool, args)).toMatchObject({
      success: false,
      error_code: code,
      message: expect.stringContaining(message),
    });
  });
});

describe('a read', () => {
  it('finds the channels of a model with their states', () => {
    expect(resultOf('find_channels', { with_model: 'gemini-*', on: false })).toMatchObject({
      message: '1 channel.',
      data: {
        channels: [{ id: 6, type: 'Gemini', on: false, off_by_server: 'status_code=401', models: 2 }],
      },
    });
  });

  it('finds models with channels and groups, and says which have no price', () => {
    const { data } = resultOf('find_models', { patterns: ['claude-*', 'constructor'] });
    expect(data?.models).toEqual([
      { model: 'claude-3-5-haiku', channels: [3, 4], groups: ['vip'] },
      { model: 'claude-latest', channels: [3], groups: ['vip'], no_price: true },
      { model: 'claude-sonnet-4-5', channels: [3], groups: ['vip'] },
      { model: 'constructor', channels: [1], groups: ['default', 'vip'] },
    ]);
  });

  it.each([
    ['gpt-4o', '2 channels with gpt-4o. Clients of default, vip can call it.'],
    [
      'gemini-ultra',
      '1 channel with gemini-ultra. Nobody can call it: all channels that have it are off, or their mapping is unusable.',
    ],
    ['claude-latest', 'It can’t be called until a price is set for it; then clients of vip can.'],
  ])('explains %s', (model, message) => {
    expect(resultOf('explain_model', { model }).message).toContain(message);
  });

  it('says of a model that the price list doesn’t have that its price is unknown', () => {
    const more = { ...context.more, priced: [] };
    const read = (tool: string, args: JsonObject) => computeCall({ ...context, more }, tool, args);
    expect(read('explain_model', { model: 'gpt-4o' })).toMatchObject({
      message:
        '2 channels with gpt-4o. Clients of default, vip can call it if it has a price; the server’s price list doesn’t have it.',
    });
    expect(read('find_models', { patterns: ['gpt-4o'] })).toMatchObject({
      data: { models: [{ model: 'gpt-4o', price_unknown: true }] },
    });
  });

  it('compares a channel once, by whatever it is named', () => {
    const { data } = resultOf('compare_with_upstream', { channels: [2, '2', 'openai-backup'] });
    expect(data?.channels).toHaveLength(1);
  });

  it('compares with the upstream: aliases are not vanished, ignored models not new', () => {
    expect(resultOf('compare_with_upstream', { channels: [3, 5] }).data).toEqual({
      channels: [
        {
          channel: 3,
          name: 'anthropic-1',
          new: ['claude-opus-4'],
          vanished: ['claude-3-5-haiku'],
          aliases: ['claude-latest'],
          aliases_of_vanished: [],
        },
        {
          channel: 5,
          name: 'gemini',
          new: ['gemini-pro'],
          vanished: ['gemini-old'],
          aliases: [],
          aliases_of_vanished: [],
        },
      ],
    });
  });
});

describe('what a model can be confused with', () => {
  const changed = (id: number, members: Partial<Channel>): NewApiContext => ({
    ...context,
    channels: context.channels.map((one) => (one.id === id ? { ...one, ...members } : one)),
  });
  const said = (given: NewApiContext, tool: string, args: JsonObject): ToolResult => {
    const computed = computeCall(given, tool, args);
    if ('success' in computed) return computed;
    throw new Error(`${tool} changes something.`);
  };

  it('is another spelling, in other channels or upstream, and a mapping of a name that isn’t among the models', () => {
    const models = ['gpt-4o', 'GPT-4o', 'o1'];
    const given = changed(2, { models, mapping: '{"fast":"o1"}', fresh: ['O1'] });
    const explained = (model: string) => said(given, 'explain_model', { model }).message;
    expect(explained('gpt-4o')).toContain('Other names to the server: "GPT-4o".');
    expect(explained('o1')).toContain(
      'The upstream spells it in another case, in channels 2 "openai-backup".',
    );
    expect(explained('fast')).toMatch(/^No channel has fast.*Mapped without effect.* 2 "openai-backup"\.$/);
  });

  it('is said in a comparison, and neither new nor vanished', () => {
    const given = changed(2, { models: ['GPT-4o', 'old'], mapping: '{"fast":"gpt-5"}' });
    expect(said(given, 'compare_with_upstream', { channels: [2] }).data).toEqual({
      channels: [
        {
          channel: 2,
          name: 'openai-backup',
          mapped_but_not_in_models: ['fast'],
          new: [],
          vanished: ['old'],
          same_in_another_case: ['GPT-4o → gpt-4o'],
          aliases: [],
          aliases_of_vanished: [],
        },
      ],
    });
  });

  it('says nothing of an upstream that lists no models, except that', () => {
    const given = { ...context, more: { ...context.more, 'upstream:2': [] } };
    expect(said(given, 'compare_with_upstream', { channels: [2] })).toEqual({
      success: true,
      forUser: expect.objectContaining({ id: expect.any(String) }),
      message:
        'Compared 1 channel. These upstreams list no models, so nothing is said to be vanished there: 2 "openai-backup".',
      data: {
        channels: [{ channel: 2, name: 'openai-backup', upstream_lists_nothing: true }],
      },
    });
  });
});

describe('the consequences of a change', () => {
  const effectsOf = (tool: string, args: JsonObject) => {
    const computed = compute(tool, args);
    if ('success' in computed) throw new Error(computed.message);
    return inEnglish(
      consequences(context, computed.after).map(({ kind, title, names }) => ({
        kind,
        title,
        names: names.map(({ name, detail }) => [name, detail]),
      })),
    );
  };

  const switchedOn = () => {
    const computed = compute('enable_channels', { channels: [6] });
    if ('success' in computed) throw new Error(computed.message);
    return { data: computed.data, effects: consequences(context, computed.after) };
  };

  it.each<[string, string, JsonObject, object[]]>([
    [
      'is a loss for the groups whose last channel lost the model, and none where another serves it',
      'remove_models',
      { channels: [1], patterns: ['gpt-4o', 'gpt-4o-mini'] },
      [
        {
          kind: 'loss',
          title: 'Can’t be called any more by clients of default',
          names: [['gpt-4o-mini', null]],
        },
        {
          kind: 'loss',
          title: 'Can’t be called any more by clients of vip',
          names: [
            ['gpt-4o', null],
            ['gpt-4o-mini', null],
          ],
        },
        {
          kind: 'warning',
          title: 'Can still be called, by way of other channels',
          names: [['gpt-4o', 'still by 2 "openai-backup"']],
        },
      ],
    ],
    [
      'is a warning, and no gain, for a name without a price, with where its mapping leads',
      'set_mapping',
      { channel: 2, from: 'claude-latest', to: 'gpt-4o' },
      [
        {
          kind: 'warning',
          title: 'Can’t be called until a price is set for them',
          names: [['claude-latest', 'leads to gpt-4o']],
        },
      ],
    ],
    [
      'is no loss of a model that had no price',
      'remove_models',
      { channels: [3], patterns: ['claude-latest'] },
      [
        {
          kind: 'warning',
          title: 'Can’t be called until a price is set for them',
          names: [['claude-latest', null]],
        },
      ],
    ],
    [
      'is a gain if there is a price, for a model that no channel offers now',
      'set_mapping',
      { channel: 2, from: 'fast', to: 'gpt-4o' },
      [
        {
          kind: 'gain',
          title: 'Can be called by clients of default, if the server has a price for them',
          names: [['fast', 'leads to gpt-4o']],
        },
      ],
    ],
    [
      'is told for a model that leads to another one than before',
      'set_mapping',
      { channel: 2, from: 'gpt-4-preview', to: 'gpt-4o' },
      [
        {
          kind: 'warning',
          title: 'Lead to another model than before',
          names: [['gpt-4-preview', 'leads to gpt-4o']],
        },
      ],
    ],
    ['is none for a channel that is off', 'add_models', { channels: [4], models: ['claude-opus-4'] }, []],
  ])('%s', (_, tool, args, expected) => {
    expect(effectsOf(tool, args)).toEqual(expected);
  });

  it.each([
    ['in the sentence of a preview', () => inEnglish(effectSentences(switchedOn().effects)).join(' ')],
    ['in the message of a result', () => messageWithEffects('', switchedOn().effects)],
    ['in the data of a result', () => JSON.stringify(switchedOn().data)],
  ])('name a channel in one pair of quotation marks %s', (_, read) => {
    expect(read()).toContain('"6 gemini-spare"');
  });

  it('are gains without a condition where no model needs a price', () => {
    const { channels, more: { priced: _, ...more } = {} } = context;
    const selfUse = { channels, more: { ...more, unpriced: [] } };
    const computed = computeCall(selfUse, 'add_models', { channels: [2], models: ['new'] });
    if ('success' in computed) throw new Error(computed.message);
    expect(inEnglish(consequences(selfUse, computed.after))).toMatchObject([
      { title: 'Can be called now by clients of default', names: [{ name: 'new', detail: null }] },
    ]);
  });

  it('are gains under a condition for a group whose prices the list doesn’t have', () => {
    const hidden = { ...context, more: { ...context.more, priced: [] } };
    const computed = computeCall(hidden, 'set_groups', { channels: [2], add: ['svip', 'svip'] });
    if ('success' in computed) throw new Error(computed.message);
    expect(computed.step.entries[0]?.after).toEqual({ groups: ['default', 'svip'] });
    expect(inEnglish(consequences(hidden, computed.after))).toMatchObject([
      {
        title: 'Can be called by clients of svip, if the server has a price for them',
        names: [{ name: 'gpt-4o', detail: null }, {}],
      },
    ]);
  });
});

describe('a text that is the id of one channel and the name of another', () => {
  const channels = context.channels.map((one) => (one.id === 2 ? { ...one, name: '1' } : one));
  const get = (channel: number | string) => () => computeCall({ channels }, 'get_channel', { channel });

  it('is ambiguous, unlike the number', () => {
    expect(get('1')).toThrow(FailedCall);
    expect(get(1)()).toMatchObject({ success: true, data: { id: 1 } });
  });
});

describe('a channel whose mapping is unusable', () => {
  const channels = context.channels.map((one) => (one.id === 2 ? { ...one, mapping: '{"gpt-4o":1}' } : one));
  const broken: NewApiContext = { ...context, channels };

  it('serves nobody', () => {
    const computed = computeCall(broken, 'remove_models', { channels: [1], patterns: ['gpt-4o'] });
    if ('success' in computed) throw new Error(computed.message);
    expect(inEnglish(consequences(broken, computed.after))).toMatchObject([
      { title: 'Can’t be called any more by clients of default and vip', names: [{ name: 'gpt-4o' }] },
    ]);
  });
});

describe('the definition', () => {
  it('encodes the page within a budget', () => {
    expect(newApi.encodeContext(context, Number.POSITIVE_INFINITY)).toContain(
      '5 "gemini": Gemini, "default", 4 models, 1 vanished upstream',
    );
    expect(estimateTokens(newApi.encodeContext(context, 120))).toBeLessThanOrEqual(120);
  });

  it('says the differences of two states by channel', () => {
    const state = restorableState(context);
    const [one, two] = [state[1], state[2]];
    if (one === undefined || two === undefined) throw new Error('The double has channels 1 and 2.');
    const to = {
      ...state,
      1: { ...one, models: [...one.models.slice(1), 'gpt-5'], on: false },
      2: { ...two, models: [...two.models].reverse() },
    };
    expect(inEnglish(newApi.diffState(state, to))).toEqual([
      { kind: 'added', text: 'channel 1 "openai-main": "gpt-5"' },
      { kind: 'removed', text: 'channel 1 "openai-main": "gpt-4o"' },
      { kind: 'modified', text: 'channel 1 "openai-main": on → off' },
      { kind: 'modified', text: 'channel 2 "openai-backup": "gpt-4-preview" and "gpt-4o"' },
    ]);
  });

  it('says the names of a long difference that its text only counts', () => {
    const state = restorableState(context);
    const { 2: two } = state;
    if (two === undefined) throw new Error('The double has channel 2.');
    const added = Array.from({ length: 23 }, (_, index) => `new-${index}`);
    const to = { ...state, 2: { ...two, models: [...two.models, ...added] } };
    const [difference] = newApi.diffState(state, to);
    expect(inEnglish(difference?.text)).toMatch(/"new-19" and 3 more$/);
    expect(difference?.more).toEqual(['"new-20"', '"new-21"', '"new-22"']);
  });

  it('restores no name, and reads states without names', () => {
    const state = restorableState(context);
    const { 1: one } = state;
    if (one === undefined || newApi.takeable === undefined) throw new Error('The double has channel 1.');
    const { name: _, ...stored } = one;
    const renamed = { ...state, 1: { ...one, name: 'before' } };
    expect(newApi.takeable(state, renamed, context).state).toEqual(state);
    expect(newApi.stateSchema.parse({ 1: stored })).toEqual({ 1: stored });
    expect(newApi.takeable(state, { ...state, 1: stored }, context).state).toEqual(state);
    expect(inEnglish(newApi.diffState({ 1: stored }, { 1: { ...stored, on: false } }))).toEqual([
      { kind: 'modified', text: 'channel 1: on → off' },
    ]);
  });

  it('takes no models of a channel that had none, and nothing of a channel that has the id of a deleted one', () => {
    const state = restorableState(context);
    const { 1: one, 2: two } = state;
    if (one === undefined || two === undefined || newApi.takeable === undefined)
      throw new Error('The double has both.');
    const earlier = {
      ...state,
      1: { ...one, on: false, models: [] },
      2: { ...two, models: ['x'], created: 1 },
    };
    const { state: taken, left } = newApi.takeable(state, earlier, context);
    expect(taken).toEqual({ ...state, 1: { ...one, on: false } });
    expect(inEnglish(left)).toEqual([
      'These channels were deleted, and Steward can’t bring them back: 2 "openai-backup".',
      'These channels had no models, which the server doesn’t take; they keep those that they have: 1 "openai-main".',
    ]);
  });

  it('takes of an earlier state what concerns the channels that are there', () => {
    const state = restorableState(context);
    const { 1: one, 2: two, ...others } = state;
    if (one === undefined || two === undefined || newApi.takeable === undefined)
      throw new Error('The double has both.');
    const earlier = { ...others, 1: { ...one, on: false } };
    const now = { ...others, 2: two };
    const { state: taken, left } = newApi.takeable({ ...now, 1: one }, { ...earlier, 9: one }, context);
    expect(taken).toEqual({ ...state, 1: { ...one, on: false } });
    expect(inEnglish(left)).toEqual([
      'These channels were deleted, and Steward can’t bring them back: 9 "openai-main".',
    ]);
    expect(newApi.takeable(now, now, context)).toEqual({ state: now, left: [] });
  });

  it.each<[string, Partial<Channel>, object]>([
    [
      'models',
      { models: ['gpt-4o', 'gpt-5'] },
      { type: 'models_changed', added: ['gpt-5'], removed: ['o1'] },
    ],
    ['the order of models', { models: ['o1', 'gpt-4o'] }, { type: 'models_changed', added: [], removed: [] }],
    ['groups', { groups: [] }, { type: 'groups_changed', added: [], removed: ['default'] }],
    ['a mapping', { mapping: '{"a":"b"}' }, { type: 'mapping_changed', mapping: '{"a":"b"}' }],
    ['the user’s switch', { on: false }, { type: 'channel_off', by_server: false }],
    ['the server’s switch', { on: false, offReason: '' }, { type: 'channel_off', by_server: true }],
    ['a name', { name: 'new' }, { type: 'channel_edited', name: 'new', kind: 'OpenAI', priority: 0 }],
    ['what a check found', { fresh: ['gpt-5'] }, { type: 'upstream_checked', vanished: [], new: ['gpt-5'] }],
  ])('reports a change of %s', (_, members, change) => {
    const [first] = context.channels;
    if (first === undefined) throw new Error('The double has a channel.');
    const before = { ...first, models: ['gpt-4o', 'o1'], groups: ['default'], mapping: '', priority: 0 };
    const changes = newApi.diffContext({ channels: [before] }, { channels: [{ ...before, ...members }] }, 5);
    expect(changes).toEqual([expect.objectContaining({ ...change, channel: 1 })]);
    // What the server found is a change of the page itself, not of an admin.
    expect(newApi.ownChangeTypes?.includes(changes[0]?.type ?? '')).toBe('fresh' in members);
  });

  it('reports created and deleted channels', () => {
    const [first, ...rest] = context.channels;
    const changes = (from: Channel[], to: Channel[]) =>
      newApi.diffContext({ channels: from }, { channels: to }, 5).map(({ type, name }) => [type, name]);
    expect(changes(rest, context.channels)).toEqual([['channel_created', first?.name]]);
    expect(changes(context.channels, rest)).toEqual([['channel_deleted', first?.name]]);
  });

  it('suggests to complete what most channels of a kind have, without a name from the upstream', () => {
    const channel = (id: number, type: number, models: string[]): Channel => {
      const [one] = context.channels;
      if (one === undefined) throw new Error('The double has a channel.');
      return { ...one, id, type, models, vanished: [], offReason: null };
    };
    const suggested = (...channels: Channel[]) => inEnglish(newApi.suggestions?.({ channels }));
    const single = [
      'Which models can’t be called because they have no price?',
      'Which models are in one channel only?',
    ];
    expect(suggested(channel(1, 14, ['a', 'b']), channel(2, 14, ['a']), channel(3, 14, ['c']))).toEqual([
      '1 model is in most Anthropic channels, but not in all: where is it missing?',
      ...single,
    ]);
    // In all, in half of two, and in channels of several kinds.
    expect(suggested(channel(1, 14, ['a']), channel(2, 14, ['a']), channel(3, 14, ['a']))).toEqual(single);
    expect(suggested(channel(1, 14, ['a']), channel(2, 14, ['b']))).toEqual(single);
    expect(suggested(channel(1, 14, ['a']), channel(2, 14, ['a']), channel(3, 1, ['a']))).toEqual(single);
  });
});
