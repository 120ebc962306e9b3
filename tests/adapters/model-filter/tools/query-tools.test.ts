// @document
import { afterEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '@/src/schema/values/json';
import { createToolBench, GEMINI_IDS, gemini, openai } from './tool-bench';

const { open, run, close } = createToolBench(document);
afterEach(close);

describe('tools that only read', () => {
  it('list the models that a pattern matches', async () => {
    open({ drafts: openai(['o1*']) });
    expect(await run('get_models_matching_pattern', { pattern: '*preview*' })).toEqual({
      success: true,
      forUser: expect.objectContaining({ id: expect.any(String) }),
      message: '"*preview*" matches 2 models of openai: 1 visible, 1 hidden.',
      data: {
        provider: 'openai',
        pattern: '*preview*',
        matching_models: ['gpt-4o-preview', 'o1-preview'],
        visible: 1,
        hidden: 1,
      },
    });
  });

  it('load a provider’s models before they answer', async () => {
    const page = open();
    page.proxy.models.gemini = GEMINI_IDS;
    expect(await run('get_models_matching_pattern', { pattern: 'pro*', provider: 'gemini' })).toMatchObject({
      message: '"pro*" matches 2 models of gemini: 2 visible, 0 hidden.',
    });
    expect(page.state).toMatchObject({ provider: 'openai', models: { gemini: GEMINI_IDS } });
  });

  it('wait for models that are loading', async () => {
    open({ loading: true });
    expect(await run('get_model_details')).toMatchObject({ success: true, data: { total: 7 } });
  });

  it.each<[string, string[], string[], string, JsonObject | null, JsonObject[]]>([
    ['no rule matches it', ['x'], [], '"o1-preview" is visible: no rule matches it.', null, []],
    [
      'one rule',
      ['o1*'],
      [],
      '"o1-preview" is hidden by ignore rule "o1*".',
      { rule_type: 'ignore', pattern: 'o1*' },
      [],
    ],
    [
      'a rule before others of both lists',
      ['*-preview', 'o1*'],
      ['o1-preview', 'o1-*'],
      '"o1-preview" is kept visible by whitelist rule "o1-preview". Matched too, without deciding: whitelist rule "o1-*" (it comes later in its list), ignore rule "*-preview" (the whitelist comes first), ignore rule "o1*" (the whitelist comes first).',
      { rule_type: 'whitelist', pattern: 'o1-preview' },
      [
        { rule_type: 'whitelist', pattern: 'o1-*', why: 'it comes later in its list' },
        { rule_type: 'ignore', pattern: '*-preview', why: 'the whitelist comes first' },
        { rule_type: 'ignore', pattern: 'o1*', why: 'the whitelist comes first' },
      ],
    ],
  ])('explain a status: %s', async (_, ignore, whitelist, message, deciding, shadowed) => {
    open({ drafts: openai(ignore, whitelist) });
    expect(await run('explain_model_status', { model_id: 'openai/o1-preview' })).toEqual({
      success: true,
      forUser: expect.objectContaining({ id: expect.any(String) }),
      message,
      data: {
        id: 'openai/o1-preview',
        name: 'o1-preview',
        provider: 'openai',
        status: deciding === null ? 'normal' : whitelist.length > 0 ? 'whitelisted' : 'ignored',
        visible: deciding?.rule_type !== 'ignore',
        deciding_rule: deciding,
        shadowed_rules: shadowed,
      },
    });
  });

  it('explain briefly if very many rules match', async () => {
    open({ drafts: openai(['*', '**', 'o*', 'o1*', '?1', 'o1']) });
    const { message, data } = await run('explain_model_status', { model_id: 'o1' });
    expect(message).toMatch(/ignore rule "o1\*" \(it comes later in its list\) and 2 other rules\.$/);
    expect(data?.shadowed_rules).toHaveLength(5);
  });

  it('return one model’s details', async () => {
    open();
    expect(await run('get_model_details', { model_id: 'o1' })).toMatchObject({
      message: '"o1" is visible: no rule matches it.',
      data: { id: 'openai/o1', status: 'normal', deciding_rule: null },
    });
  });

  it('return all models if none is named', async () => {
    open({ drafts: openai(['*'], ['o1']) });
    expect(await run('get_model_details')).toEqual({
      success: true,
      forUser: expect.objectContaining({ id: expect.any(String) }),
      message: 'openai has 7 models: 1 visible, 6 hidden.',
      data: {
        provider: 'openai',
        total: 7,
        visible: 1,
        hidden: 6,
        ignore_rules: ['*'],
        whitelist_rules: ['o1'],
        visible_models: ['o1'],
        hidden_models: ['gpt-3.5-turbo', 'gpt-4', 'gpt-4-turbo', 'gpt-4o', 'gpt-4o-preview', 'o1-preview'],
      },
    });
  });
});

describe('list_rules', () => {
  const drafts = { ...openai(['gpt-4*', 'o1', 'O1-mini'], ['gpt-4o', 'o1-pro']), ...gemini(['pro']) };
  const ignored = (pattern: string) => ({ rule_type: 'ignore', pattern });
  const kept = (pattern: string) => ({ rule_type: 'whitelist', pattern });

  it.each([
    [
      {},
      'openai has 5 rules.',
      [ignored('gpt-4*'), ignored('o1'), ignored('O1-mini'), kept('gpt-4o'), kept('o1-pro')],
    ],
    [{ rule_type: 'whitelist' }, 'openai has 2 whitelist rules.', [kept('gpt-4o'), kept('o1-pro')]],
    [
      { contains: 'O1', rule_type: 'ignore' },
      'openai has 2 ignore rules with "O1" in the pattern.',
      [ignored('o1'), ignored('O1-mini')],
    ],
    [{ provider: 'gemini' }, 'gemini has 1 rule.', [ignored('pro')]],
    [{ provider: 'openrouter' }, 'openrouter has 0 rules.', []],
    [{ offset: 2, limit: 2 }, 'openai has 5 rules; 3 to 4 here.', [ignored('O1-mini'), kept('gpt-4o')]],
    [{ offset: 5 }, 'openai has 5 rules; none from there on.', []],
  ])('%j', async (args, message, rules) => {
    open({ drafts });
    expect(await run('list_rules', args)).toMatchObject({ success: true, message, data: { rules } });
  });

  it('returns every rule once over all pages, without loading models', async () => {
    const ignore = Array.from({ length: 450 }, (_, index) => `m${index}`);
    const page = open({ drafts: gemini(ignore) });
    const seen: unknown[] = [];
    for (let offset: unknown = 0; typeof offset === 'number'; ) {
      const { data } = await run('list_rules', { provider: 'gemini', offset, limit: 200 });
      seen.push(data?.rules);
      expect(data).toMatchObject({ total: 450, offset });
      offset = data?.next_offset;
    }
    expect(seen.flat()).toEqual(ignore.map(ignored));
    expect(page.requests.every(({ type }) => type === 'get-state')).toBe(true);
  });
});

describe('list_models', () => {
  const drafts = openai(['gpt-4*', 'o1'], ['gpt-4o']);
  const rule = (rule_type: string, pattern: string) => ({ rule_type, pattern });
  const names = (models: unknown) => (models as { name: string }[]).map(({ name }) => name);

  it('returns name, status and deciding rule', async () => {
    open({ drafts });
    expect(await run('list_models')).toEqual({
      success: true,
      forUser: expect.objectContaining({ id: expect.any(String) }),
      message: 'openai has 7 models.',
      data: {
        provider: 'openai',
        models: [
          { name: 'gpt-3.5-turbo', status: 'normal' },
          { name: 'gpt-4', status: 'ignored', rule: rule('ignore', 'gpt-4*') },
          { name: 'gpt-4-turbo', status: 'ignored', rule: rule('ignore', 'gpt-4*') },
          { name: 'gpt-4o', status: 'whitelisted', rule: rule('whitelist', 'gpt-4o') },
          { name: 'gpt-4o-preview', status: 'ignored', rule: rule('ignore', 'gpt-4*') },
          { name: 'o1', status: 'ignored', rule: rule('ignore', 'o1') },
          { name: 'o1-preview', status: 'normal' },
        ],
        total: 7,
        offset: 0,
        next_offset: null,
      },
    });
  });

  it.each([
    [{ show: 'visible' }, 'openai has 3 visible models.', ['gpt-3.5-turbo', 'gpt-4o', 'o1-preview']],
    [
      { show: 'hidden', contains: '4O' },
      'openai has 1 hidden model with "4O" in its id.',
      ['gpt-4o-preview'],
    ],
    [{ show: 'kept' }, 'openai has 1 kept model.', ['gpt-4o']],
    [{ show: 'unmatched' }, 'openai has 2 unmatched models.', ['gpt-3.5-turbo', 'o1-preview']],
    [{ contains: 'openai/o' }, 'openai has 2 models with "openai/o" in their id.', ['o1', 'o1-preview']],
    [{ contains: 'claude' }, 'openai has 0 models with "claude" in their id.', []],
    [
      { sort: 'rule' },
      'openai has 7 models.',
      ['gpt-4o', 'gpt-4', 'gpt-4-turbo', 'gpt-4o-preview', 'o1', 'gpt-3.5-turbo', 'o1-preview'],
    ],
    [{ limit: 2, offset: 2 }, 'openai has 7 models; 3 to 4 here.', ['gpt-4-turbo', 'gpt-4o']],
    [{ offset: 7 }, 'openai has 7 models; none from there on.', []],
  ])('%j', async (args, message, expected) => {
    open({ drafts });
    const result = await run('list_models', args);
    expect(result.message).toBe(message);
    expect(names(result.data?.models)).toEqual(expected);
  });

  it('returns every model once over all pages', async () => {
    const ids = Array.from({ length: 450 }, (_, index) => `openai/m${String(index).padStart(3, '0')}`);
    open({ models: { openai: ids } });
    const seen: string[] = [];
    const offsets: unknown[] = [];
    for (let offset: unknown = 0; typeof offset === 'number'; ) {
      const { data } = await run('list_models', { offset, limit: 200 });
      seen.push(...names(data?.models));
      expect(data?.total).toBe(450);
      offset = data?.next_offset;
      offsets.push(offset);
    }
    expect(seen.map((name) => `openai/${name}`)).toEqual(ids);
    expect(offsets).toEqual([200, 400, null]);
    expect((await run('list_models')).data).toMatchObject({ next_offset: 100 });
  });

  it('adds the id unless it is provider/name', async () => {
    open({ models: { openai: ['openai/x', 'other/x'] } });
    expect((await run('list_models')).data?.models).toEqual([
      { name: 'x', status: 'normal' },
      { name: 'x', id: 'other/x', status: 'normal' },
    ]);
  });
});

describe('an unknown model', () => {
  it.each([
    ['turbo', { near_models: ['gpt-4-turbo', 'gpt-3.5-turbo'] }, 'Near names: gpt-4-turbo, gpt-3.5-turbo.'],
    ['GPT4o-preview', { near_models: ['gpt-4o-preview', 'gpt-4o', 'gpt-4'] }, 'Near names: gpt-4o-preview'],
    ['claude', { near_models: [] }, 'Use list_models for the names that there are.'],
    ['gemini/pro', { near_models: [] }, 'It may be a model of gemini: name that provider in the call.'],
  ])('%s', async (model_id, data, hint) => {
    open();
    for (const tool of ['explain_model_status', 'get_model_details']) {
      const result = await run(tool, { model_id });
      expect(result).toMatchObject({
        success: false,
        error_code: 'model_not_found',
        data: { provider: 'openai', ...data },
      });
      expect(result.message).toContain(hint);
    }
  });

  it('requests the full id for a name that two models have', async () => {
    open({ models: { openai: ['openai/x', 'other/x'] } });
    expect(await run('explain_model_status', { model_id: 'x' })).toMatchObject({
      error_code: 'model_not_found',
      data: { near_models: ['openai/x', 'other/x'] },
    });
    expect((await run('explain_model_status', { model_id: 'other/x' })).success).toBe(true);
  });
});

it.each([
  ['with a wider pattern', 'preview', '"*preview*" would match 2 models.'],
  ['with the meaning of *', 'claude', '* stands for any text.'],
])('a pattern without matches is answered %s', async (_, pattern, hint) => {
  open();
  const result = await run('get_models_matching_pattern', { pattern });
  expect(result).toMatchObject({ error_code: 'no_match', data: { provider: 'openai', pattern } });
  expect(result.message).toContain(hint);
});
