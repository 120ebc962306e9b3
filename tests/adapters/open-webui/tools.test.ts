import { describe, expect, it } from 'vitest';
import { openWebui } from '@/src/adapters/open-webui/definition';
import {
  contextSchema,
  type ListedModel,
  type OpenWebuiContext,
} from '@/src/adapters/open-webui/model-flags';
import { computeCall, MAX_CHANGED_MODELS } from '@/src/adapters/open-webui/tools';
import { goesLive } from '@/src/core/adapter/saving';
import { estimateTokens } from '@/src/core/text/estimate-tokens';
import type { JsonObject } from '@/src/schema/values/json';

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
    ['a pattern that fits none', { pattern: 'one', enabled: false }, 'no_match'],
    ['ids and a pattern', { ids: ['a/one'], pattern: '*', enabled: false }, 'invalid_parameters'],
    ['neither', { enabled: false }, 'invalid_parameters'],
    ['models that are as wanted already', { ids: ['a/one'], enabled: true }, 'nothing_to_change'],
  ])('is refused for %s', (_, args, code) => {
    expect(compute('set_models_enabled', args)).toMatchObject({ error_code: code });
  });

  it('says which custom models can’t be called any more, though they are listed', () => {
    expect(compute('set_models_enabled', { ids: ['a/one'], enabled: false })).toMatchObject({
      message:
        'Disabled 1 model. This is in force now. Custom models made from them are still listed, but can’t be called: "b/four".',
    });
    expect(compute('set_models_enabled', { ids: ['a/one', 'b/four'], enabled: false })).toMatchObject({
      message: 'Disabled 2 models. This is in force now.',
    });
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

describe('list_models', () => {
  const list = (args: JsonObject) => compute('list_models', args);

  it.each<[string, JsonObject, string[]]>([
    ['all', {}, ['a/one', 'a/two-Preview', 'a/three-preview', 'b/four']],
    ['those of a pattern', { pattern: '*PREVIEW' }, ['a/two-Preview', 'a/three-preview']],
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
    expect(openWebui.diffState(context, next).map(({ text }) => text)).toEqual([
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
  expect(openWebui.suggestions?.(context)).toHaveLength(1);
  const models = [model('a-preview', {})];
  expect(openWebui.suggestions?.({ disabled: [], hidden: [], models })).toHaveLength(2);
});

it('has a schema for its context', () => {
  expect(contextSchema.parse(context)).toEqual(context);
});
