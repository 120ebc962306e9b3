import { describe, expect, it } from 'vitest';
import { openWebui } from '@/src/adapters/open-webui/definition';
import {
  contextSchema,
  type ListedModel,
  type OpenWebuiContext,
} from '@/src/adapters/open-webui/model-flags';
import { openWebuiCalls } from '@/src/adapters/open-webui/service';
import { computeCall, MAX_CHANGED_MODELS } from '@/src/adapters/open-webui/tools';
import { goesLive } from '@/src/core/adapter/saving';
import { estimateTokens } from '@/src/core/text/estimate-tokens';
import type { JsonObject } from '@/src/schema/values/json';
import { inEnglish } from '@/tests/in-english';

function model(id: string, parts: Partial<ListedModel>): ListedModel {
  return { id, name: id, kind: 'base', base: null, access: 'administrators', ...parts };
}

const context: OpenWebuiContext = {
  disabled: ['a/three-preview'],
  hidden: ['b/four'],
  models: [
    model('a/one', { access: 'everyone', name: 'One' }),
    model('a/two-Preview', {}),
    model('a/three-preview', {}),
    model('b/four', { kind: 'custom', base: 'a/one', access: 'some' }),
  ],
};

const compute = (tool: string, args: JsonObject) => computeCall(context, tool, args);

describe('a computed change', () => {
  it.each<[string, string, JsonObject, JsonObject, object]>([
    [
      'disables what fits a pattern in any case, and leaves out what is disabled already',
      'set_models_enabled',
      { pattern: '*preview', enabled: false },
      { ids: ['a/two-Preview'], enabled: false },
      { disabled: ['a/three-preview', 'a/two-Preview'], hidden: ['b/four'] },
    ],
    [
      'enables by ids, each once',
      'set_models_enabled',
      { ids: ['a/three-preview', 'a/three-preview'], enabled: true },
      { ids: ['a/three-preview'], enabled: true },
      { disabled: [], hidden: ['b/four'] },
    ],
    [
      'hides',
      'set_models_hidden',
      { ids: ['a/one'], hidden: true },
      { ids: ['a/one'], hidden: true },
      { disabled: ['a/three-preview'], hidden: ['a/one', 'b/four'] },
    ],
    [
      'shows',
      'set_models_hidden',
      { pattern: 'b/*', hidden: false },
      { ids: ['b/four'], hidden: false },
      { disabled: ['a/three-preview'], hidden: [] },
    ],
    [
      'hides models by id or name, in upper or lower case',
      'set_models_hidden',
      { ids: ['ONE', 'A/TWO-preview'], hidden: true },
      { ids: ['a/one', 'a/two-Preview'], hidden: true },
      { disabled: ['a/three-preview'], hidden: ['a/one', 'a/two-Preview', 'b/four'] },
    ],
    [
      'hides a model whose name, but not its id, matches a pattern',
      'set_models_hidden',
      { pattern: 'on*', hidden: true },
      { ids: ['a/one'], hidden: true },
      { disabled: ['a/three-preview'], hidden: ['a/one', 'b/four'] },
    ],
    [
      'disables all models except those of an id, a name and a pattern',
      'set_models_enabled',
      { pattern: '*', except: ['one', 'b/four', '*three*'], enabled: false },
      { ids: ['a/two-Preview'], enabled: false },
      { disabled: ['a/three-preview', 'a/two-Preview'], hidden: ['b/four'] },
    ],
  ])('%s, and its step names the models', (_, tool, args, step, state) => {
    const computed = compute(tool, args);
    expect(computed).toMatchObject({ step, after: state });
    // The step means the same as the call.
    expect(compute(tool, step)).toEqual(computed);
  });

  it.each<[string, JsonObject, string]>([
    [
      'an id that the page doesn’t list',
      { ids: ['a/one', 'a/none', 'constructor'], enabled: false },
      'model_not_found',
    ],
    ['a pattern that matches no model', { pattern: 'on', enabled: false }, 'no_match'],
    ['ids and a pattern', { ids: ['a/one'], pattern: '*', enabled: false }, 'invalid_parameters'],
    ['neither', { enabled: false }, 'invalid_parameters'],
    [
      'an exception that matches no model',
      { pattern: '*', except: ['tow'], enabled: false },
      'model_not_found',
    ],
    ['models that are as wanted already', { ids: ['a/one'], enabled: true }, 'nothing_to_change'],
  ])('is refused for %s', (_, args, code) => {
    expect(compute('set_models_enabled', args)).toMatchObject({ error_code: code });
  });

  it('proposes models with a similar id or name if the page doesn’t list a name', () => {
    expect(compute('set_models_hidden', { ids: ['two preview'], hidden: true })).toMatchObject({
      message: expect.stringContaining('Near names: a/two-Preview.'),
      data: { unknown: ['two preview'] },
    });
  });

  describe('of models whose names contain `*`', () => {
    const models = [
      model('m1', { name: '*' }),
      model('m2', { name: 'GPT* (beta)' }),
      model('m3', { name: 'GPT-4 (beta)' }),
    ];
    const starred = (args: JsonObject) =>
      computeCall({ disabled: [], hidden: [], models }, 'set_models_enabled', { ...args, enabled: false });

    it.each<[JsonObject, string[]]>([
      [{ ids: ['*'] }, ['m1']],
      [{ ids: ['gpt* (beta)'] }, ['m2']],
      [{ pattern: '*' }, ['m1', 'm2', 'm3']],
      [{ pattern: '*', except: ['*'] }, ['m2', 'm3']],
      [{ pattern: '*', except: ['GPT* (beta)'] }, ['m1', 'm3']],
      [{ pattern: '*', except: ['gpt*'] }, ['m1']],
    ])(
      'treats an existing name in `ids` or `except` as that name, and `pattern` always as a pattern: %j',
      (args, ids) => {
        expect(starred(args)).toMatchObject({ step: { ids } });
      },
    );

    it.each<[JsonObject, string, string]>([
      [{ ids: ['m*'] }, 'model_not_found', 'no such models'],
      [{ pattern: 'gpt*', except: ['gpt*'] }, 'no_match', 'or all that do are exceptions'],
    ])('is refused for %j', (args, code, message) => {
      expect(starred(args)).toMatchObject({ error_code: code, message: expect.stringContaining(message) });
    });
  });

  it('finds 2,000 names among 20,000 models within 2 s, and returns at most 200 of the names that it can’t find', () => {
    const models = Array.from({ length: 20_000 }, (_, index) =>
      model(`id-${index}-${'x'.repeat(60)}`, { name: `Model ${index}` }),
    );
    const hide = (name: string) =>
      computeCall({ disabled: [], hidden: [], models }, 'set_models_hidden', {
        ids: Array.from({ length: MAX_CHANGED_MODELS }, (_, index) => `${name} ${index}`),
        hidden: true,
      });
    const startMs = performance.now();
    expect(hide('model')).toMatchObject({ message: 'Hid 2,000 models.' });
    expect(performance.now() - startMs).toBeLessThan(2_000);
    const { data } = hide('none');
    expect(data).toMatchObject({ unknown: expect.any(Array), unknown_total: MAX_CHANGED_MODELS });
    expect(data?.unknown).toHaveLength(200);
  });

  it('prefers a model with this id to models with this name, and changes all models with a name', () => {
    const models = [
      model('x', { name: 'y' }),
      model('y', { name: 'x' }),
      model('z', { name: 'two' }),
      model('w', { name: 'two' }),
    ];
    const idsOf = (...ids: string[]) =>
      computeCall({ disabled: [], hidden: [], models }, 'set_models_hidden', { ids, hidden: true });
    expect(idsOf('x')).toMatchObject({ step: { ids: ['x'] } });
    expect(idsOf('Two')).toMatchObject({ step: { ids: ['z', 'w'] } });
  });

  it('changes more than 500 models at once', () => {
    const models = Array.from({ length: 1_800 }, (_, index) => model(`m-${index}`, {}));
    expect(
      computeCall({ disabled: [], hidden: [], models }, 'set_models_enabled', {
        pattern: '*',
        enabled: false,
      }),
    ).toMatchObject({ message: 'Disabled 1,800 models.' });
  });

  it('is refused for more models than one call may change', () => {
    const models = Array.from({ length: MAX_CHANGED_MODELS + 1 }, (_, index) => model(`m-${index}`, {}));
    const computed = computeCall({ disabled: [], hidden: [], models }, 'set_models_enabled', {
      pattern: '*',
      enabled: false,
    });
    expect(computed).toMatchObject({ error_code: 'too_many_models' });
  });
});

describe('a consequence of a change', () => {
  const everyone = { access: 'everyone' } as const;
  const server: OpenWebuiContext = {
    disabled: ['base-off', 'preset-off', 'lost'],
    hidden: ['hidden', 'preset-3'],
    models: [
      model('base', everyone),
      model('base-off', {}),
      model('hidden', everyone),
      model('preset', { kind: 'custom', base: 'base' }),
      model('preset-off', { kind: 'custom', base: 'base-off' }),
      model('preset-2', { kind: 'custom', base: 'base-off' }),
      model('base-2', {}),
      model('preset-3', { kind: 'custom', base: 'base-2' }),
      model('lost', { kind: 'unavailable', ...everyone }),
    ],
  };
  const broken = 'Enabled, but can’t be called';

  it.each<[string, string, JsonObject, [title: string, names: string[]][]]>([
    [
      'disabling a base',
      'set_models_enabled',
      { ids: ['base'], enabled: false },
      [
        ['Users can no longer choose', ['base']],
        [broken, ['preset (made from base)']],
      ],
    ],
    [
      'disabling a base together with the custom model made from it',
      'set_models_enabled',
      { ids: ['preset', 'base'], enabled: false },
      [['Users can no longer choose', ['base']]],
    ],
    [
      'enabling a custom model made from a disabled base',
      'set_models_enabled',
      { ids: ['preset-off'], enabled: true },
      [[broken, ['preset-off (made from base-off)']]],
    ],
    [
      'disabling the base of a hidden custom model',
      'set_models_enabled',
      { ids: ['base-2'], enabled: false },
      [[broken, ['preset-3 (made from base-2)']]],
    ],
    [
      'enabling the base of a custom model',
      'set_models_enabled',
      { ids: ['base-off'], enabled: true },
      [['Can be called again', ['preset-2 (made from base-off)']]],
    ],
    [
      'enabling a model that no connection offers',
      'set_models_enabled',
      { ids: ['lost'], enabled: true },
      [['Not offered by a connection, so not listed', ['lost']]],
    ],
    [
      'showing a hidden model that everyone may choose',
      'set_models_hidden',
      { ids: ['hidden'], hidden: false },
      [['Users can choose now', ['hidden']]],
    ],
    [
      'disabling a model that only administrators may choose',
      'set_models_enabled',
      { ids: ['preset-2'], enabled: false },
      [],
    ],
  ])('of %s is in the approval request and in the result', async (_, tool, args, expected) => {
    const requests = [{ executionId: 'e', tool, args, leftOut: [] }];
    const page = {
      read: () => Promise.resolve(server),
      look: () => Promise.reject(new Error('No queries.')),
    };
    const { dryRun } = inEnglish(await openWebuiCalls.dryRun.compute(requests, server, page));
    const shown = dryRun.net.effects.map(({ title, names }): [string, string[]] => [
      title,
      names.map(({ name, detail }) => (detail === null ? name : `${name} (${detail})`)),
    ]);
    expect(shown).toEqual(expected);
    expect(dryRun.net.warning).toBe('This takes effect at once.');
    const run = async (inForce: string) => {
      const change = async () => ({ success: true, message: 'Done.', data: { in_force: inForce } });
      return (await openWebuiCalls.tools.run(tool, args, { ...page, change })).message;
    };
    const message = await run('yes');
    // What isn’t served, or can’t be read, isn’t said.
    expect([await run('no'), await run('unknown')]).toEqual(['Done.', 'Done.']);
    for (const [title, names] of expected) {
      const ids = names.map((name) => JSON.stringify(name.split(' ')[0]));
      const sentence = `${title}: ${ids.join(', ')}.`;
      expect(dryRun.net.summary).toContain(sentence);
      expect(message).toContain(sentence);
    }
  });

  it('is computed for all calls together', async () => {
    const calls = [
      { tool: 'set_models_enabled', args: { ids: ['base'], enabled: false } },
      { tool: 'set_models_enabled', args: { ids: ['preset'], enabled: false } },
    ];
    const requests = calls.map((call, index) => ({ ...call, executionId: `e${index}`, leftOut: [] }));
    const page = {
      read: () => Promise.resolve(server),
      look: () => Promise.reject(new Error('No queries.')),
    };
    const { dryRun } = inEnglish(await openWebuiCalls.dryRun.compute(requests, server, page));
    expect(dryRun.net.effects.map(({ title }) => title)).toEqual(['Users can no longer choose']);
  });
});

describe('list_models', () => {
  const list = (args: JsonObject) => compute('list_models', args);

  it.each<[string, JsonObject, string[]]>([
    ['all', {}, ['a/one', 'a/two-Preview', 'a/three-preview', 'b/four']],
    ['those of a pattern', { pattern: '*PREVIEW' }, ['a/two-Preview', 'a/three-preview']],
    ['those whose name matches a pattern', { pattern: 'one' }, ['a/one']],
    ['disabled ones', { enabled: false }, ['a/three-preview']],
    ['visible ones that are enabled', { hidden: false, enabled: true }, ['a/one', 'a/two-Preview']],
    ['a page of them', { offset: 1, limit: 2 }, ['a/two-Preview', 'a/three-preview']],
  ])('lists %s', (_, args, ids) => {
    const models = ids.map((id) => expect.objectContaining({ id }));
    expect(list(args)).toMatchObject({ data: { models } });
  });

  it('says where the next page begins', () => {
    expect(list({ limit: 1 })).toMatchObject({
      message: '4 models; 1 listed, the next begin at offset 1.',
      data: { total: 4 },
    });
  });
});

describe('the differences of two contexts', () => {
  it('name each flag that changed, edited models, and a list with other models', () => {
    const next: OpenWebuiContext = {
      disabled: ['a/one'],
      hidden: [],
      models: [
        model('a/one', { access: 'some', name: 'One' }),
        model('a/two-Preview', {}),
        model('b/four', { kind: 'custom', base: 'a/one', access: 'some' }),
        model('c/five', {}),
        model('c/six', {}),
      ],
    };
    const events = openWebui.diffContext(context, next, 0);
    expect(events.map(({ type, timestamp: _, ...fields }) => [type, fields])).toEqual([
      ['model_disabled', { id: 'a/one' }],
      ['model_enabled', { id: 'a/three-preview' }],
      ['model_visible', { id: 'b/four' }],
      ['model_edited', { id: 'a/one', name: 'One', kind: 'base', base: null, access: 'some' }],
      ['model_list_changed', { added: 2, removed: 1, new_count: 5 }],
    ]);
    expect(inEnglish(openWebui.diffState(context, next)).map(({ text }) => text)).toEqual([
      '"a/one": enabled → disabled',
      '"a/three-preview": disabled → enabled',
      '"b/four": hidden → visible',
    ]);
  });

  it('are none between equal ones', () => {
    expect(openWebui.diffContext(context, structuredClone(context), 0)).toEqual([]);
    expect(openWebui.diffState(context, structuredClone(context))).toEqual([]);
  });
});

it('is declared as a page whose changes take effect at once', () => {
  expect(goesLive(openWebui, context)).toBe(true);
});

describe('the page as text', () => {
  it('has disabled and hidden models first, with their remarks', () => {
    expect(openWebui.encodeContext(context, 1_000).split('\n').slice(1)).toEqual([
      '"a/three-preview" (disabled)',
      '"b/four" (hidden, for some, made from "a/one")',
      '"a/one" (for everyone, named "One")',
      '"a/two-Preview"',
    ]);
  });

  it('counts what the budget has no room for, and names the tool that lists it', () => {
    const models = Array.from({ length: 5_000 }, (_, index) => model(`vendor/model-${index}`, {}));
    const text = openWebui.encodeContext({ disabled: [], hidden: [], models }, 500);
    expect(estimateTokens(text)).toBeLessThanOrEqual(500);
    expect(text.split('\n').at(-1)).toMatch(/^and \d+ more lines: list_models lists the models\.$/);
  });
});

it('suggests to disable preview models only if some are enabled', () => {
  const disabled = ['a/three-preview', 'a/two-Preview'];
  expect(openWebui.suggestions?.({ ...context, disabled })).toHaveLength(1);
  const models = [model('a-preview', {})];
  expect(openWebui.suggestions?.({ disabled: [], hidden: [], models })).toHaveLength(2);
  const capital = { disabled: [], hidden: [], models: [model('a-PREVIEW', {})] };
  expect(inEnglish(openWebui.suggestions?.(capital))?.[0]).toBe('Disable 1 preview model');
});

it('has a schema for its context', () => {
  expect(contextSchema.parse(context)).toEqual(context);
});
