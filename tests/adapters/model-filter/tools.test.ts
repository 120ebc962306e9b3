// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest';
import type { ModelFilterContext } from '@/src/adapters/model-filter/model-filter-context';
import { createModelFilterPage } from '@/src/adapters/model-filter/page';
import { toolDefinitions } from '@/src/adapters/model-filter/tool-definitions';
import { createPageProtocolClient } from '@/src/adapters/page-protocol-client';
import type { JsonObject } from '@/src/core/json';
import { toolResultSchema } from '@/src/messages/page-answers';
import {
  createFakeModelFilterPage,
  type FakeModelFilterPage,
  modelFilterState,
} from '../../fakes/model-filter-page';

const signal = new AbortController().signal;
const half = createModelFilterPage(createPageProtocolClient(document));
let page: FakeModelFilterPage;

function open(overrides: Partial<ModelFilterContext> = {}): FakeModelFilterPage {
  page = createFakeModelFilterPage(document, modelFilterState(overrides));
  return page;
}

async function run(tool: string, args: JsonObject = {}) {
  const result = await half.execute(tool, args, signal);
  expect(toolResultSchema.safeParse(result).success).toBe(true);
  return result;
}

afterEach(() => page.remove());

const openai = (ignore: string[], whitelist: string[] = []) => ({ openai: { ignore, whitelist } });

describe('tools that change rules', () => {
  it.each<[string, string, string, Partial<ModelFilterContext>, string, JsonObject]>([
    [
      'hides what a new ignore rule matches',
      'add_ignore_rule',
      '*-preview*',
      {},
      'Added ignore rule "*-preview*": 2 models hidden. Not saved yet.',
      {
        affected_models: ['gpt-4o-preview', 'o1-preview'],
        newly_hidden: ['gpt-4o-preview', 'o1-preview'],
        replaced_rules: [],
      },
    ],
    [
      'replaces the rules that the new one covers',
      'add_ignore_rule',
      'o1*',
      { drafts: openai(['o1-preview']) },
      'Added ignore rule "o1*" in place of "o1-preview": it hides 2 models, 1 of them newly hidden. Not saved yet.',
      { affected_models: ['o1', 'o1-preview'], newly_hidden: ['o1'], replaced_rules: ['o1-preview'] },
    ],
    [
      'says that a rule which replaces another hides nothing new',
      'add_ignore_rule',
      'gpt-3*',
      { drafts: openai(['gpt-3.5*']) },
      'Added ignore rule "gpt-3*" in place of "gpt-3.5*": it hides 1 model, none of them newly hidden. Not saved yet.',
      { affected_models: ['gpt-3.5-turbo'], newly_hidden: [], replaced_rules: ['gpt-3.5*'] },
    ],
    [
      'says that a rule matches nothing',
      'add_ignore_rule',
      'claude*',
      {},
      'Added ignore rule "claude*": it matches no model at present. Not saved yet.',
      { affected_models: [], newly_hidden: [], replaced_rules: [] },
    ],
    [
      'says that other rules come first',
      'add_ignore_rule',
      'o1',
      { drafts: openai([], ['o1*']) },
      'Added ignore rule "o1": it changes nothing, because other rules decide the 1 model that it matches. Not saved yet.',
      { affected_models: [], newly_hidden: [], replaced_rules: [] },
    ],
    [
      'says when the saved file has the rule already',
      'add_ignore_rule',
      'o1',
      { saved: openai(['o1']) },
      'Added ignore rule "o1": 1 model hidden. The saved file already has it so.',
      { affected_models: ['o1'], newly_hidden: ['o1'], replaced_rules: [] },
    ],
    [
      'brings back what a new whitelist rule matches',
      'add_whitelist_rule',
      'gpt-4o*',
      { drafts: openai(['*-preview']) },
      'Added whitelist rule "gpt-4o*": it keeps 2 models, 1 of them newly brought back. Not saved yet.',
      {
        affected_models: ['gpt-4o', 'gpt-4o-preview'],
        brought_back: ['gpt-4o-preview'],
        replaced_rules: [],
      },
    ],
    [
      'tells what a removed ignore rule hid, and what other rules still hide',
      'remove_ignore_rule',
      '*-preview',
      { drafts: openai(['*-preview', 'o1*']) },
      'Removed ignore rule "*-preview": 1 of the 2 models that it decided is visible again, the other stays hidden by other rules. Not saved yet.',
      { affected_models: ['gpt-4o-preview', 'o1-preview'], brought_back: ['gpt-4o-preview'] },
    ],
    [
      'tells what is hidden without a whitelist rule',
      'remove_whitelist_rule',
      'o1',
      { drafts: openai(['*'], ['o1']) },
      'Removed whitelist rule "o1": 1 model hidden now. Not saved yet.',
      { affected_models: ['o1'], newly_hidden: ['o1'] },
    ],
    [
      'tells that a removed whitelist rule was not needed',
      'remove_whitelist_rule',
      'o1',
      { drafts: openai([], ['o1']) },
      'Removed whitelist rule "o1": the 1 model that it decided stays visible. The saved file already has it so.',
      { affected_models: ['o1'], newly_hidden: [] },
    ],
  ])('%s', async (_, tool, pattern, state, message, data) => {
    open(state);
    expect(await run(tool, { pattern })).toEqual({
      success: true,
      message,
      data: { provider: 'openai', pattern, ...data },
    });
  });

  it('leaves the rules of other providers and the search as they are', async () => {
    const drafts = { gemini: { ignore: ['g'], whitelist: [] } };
    open({ drafts, search: 'x' });
    await run('add_ignore_rule', { pattern: 'o1' });
    expect(page.state).toMatchObject({ drafts: { ...drafts, ...openai(['o1']) }, search: 'x' });
  });

  it('lists 200 names and counts the rest exactly', async () => {
    open({ models: { openai: Array.from({ length: 450 }, (_, index) => `openai/m${index}`) } });
    const { data, message } = await run('add_ignore_rule', { pattern: 'm*' });
    expect(message).toContain('450 models hidden');
    expect(data?.affected_models).toHaveLength(200);
    expect(data).toMatchObject({ affected_models_total: 450, newly_hidden_total: 450 });
  });
});

describe('calls that fail', () => {
  it.each<[string, string, JsonObject, Partial<ModelFilterContext>, string, JsonObject | undefined]>([
    [
      'covered',
      'add_ignore_rule',
      { pattern: 'gpt-4o' },
      { drafts: openai(['gpt-4*']) },
      'already_covered',
      { pattern: 'gpt-4o', existing_rules: ['gpt-4*'] },
    ],
    [
      'a duplicate',
      'add_whitelist_rule',
      { pattern: 'o1' },
      { drafts: openai([], ['o1']) },
      'duplicate_rule',
      { pattern: 'o1', existing_rules: ['o1'] },
    ],
    ['a comma', 'add_ignore_rule', { pattern: 'a,b' }, {}, 'invalid_pattern', { pattern: 'a,b' }],
    [
      'a blank at the end',
      'get_models_matching_pattern',
      { pattern: 'a ' },
      {},
      'invalid_pattern',
      { pattern: 'a ' },
    ],
    ['no text', 'add_ignore_rule', {}, {}, 'invalid_parameters', undefined],
    [
      'no such rule',
      'remove_ignore_rule',
      { pattern: 'preview' },
      { drafts: openai(['*-preview']) },
      'rule_not_found',
      { pattern: 'preview', near_rules: ['*-preview'] },
    ],
    [
      'a rule of the other list',
      'remove_ignore_rule',
      { pattern: 'o1' },
      { drafts: openai([], ['o1']) },
      'rule_not_found',
      { pattern: 'o1', near_rules: [] },
    ],
    [
      'no match',
      'get_models_matching_pattern',
      { pattern: 'preview' },
      {},
      'no_match',
      { pattern: 'preview' },
    ],
    [
      'an unknown model',
      'explain_model_status',
      { model_id: 'turbo' },
      {},
      'model_not_found',
      { near_models: ['gpt-4-turbo', 'gpt-3.5-turbo'] },
    ],
    [
      'a model spelt otherwise',
      'get_model_details',
      { model_id: 'GPT4o-preview' },
      {},
      'model_not_found',
      { near_models: ['gpt-4o-preview', 'gpt-4o', 'gpt-4'] },
    ],
    ['loading models', 'add_ignore_rule', { pattern: 'o1' }, { loading: true }, 'not_ready', undefined],
    [
      'failed models',
      'explain_model_status',
      { model_id: 'o1' },
      { models: {}, error: 'no key' },
      'not_ready',
      undefined,
    ],
    ['nothing to save', 'save_changes', {}, {}, 'nothing_to_save', undefined],
    ['nothing to discard', 'discard_changes', {}, {}, 'nothing_to_discard', undefined],
    ['an unknown tool', 'constructor', {}, {}, 'unknown_tool', undefined],
  ])('say so and change nothing: %s', async (_, tool, args, state, code, data) => {
    const before = structuredClone(open(state).state);
    const result = await run(tool, args);
    expect(result).toMatchObject({ success: false, error_code: code });
    expect(result.data).toEqual(data);
    expect(page.state).toEqual(before);
    expect(page.requests.map(({ type }) => type)).not.toContain('apply-state');
  });

  it.each([
    ['with a wider pattern', 'preview', '"*preview*" would match 2 models.'],
    ['with the meaning of *', 'claude', '* stands for any text.'],
  ])('hint at wildcards %s when nothing matches', async (_, pattern, hint) => {
    open();
    expect((await run('get_models_matching_pattern', { pattern })).message).toContain(hint);
  });

  it('ask for the full id of a name that two models have', async () => {
    open({ models: { openai: ['openai/x', 'other/x'] } });
    const result = await run('explain_model_status', { model_id: 'x' });
    expect(result).toMatchObject({
      error_code: 'model_not_found',
      data: { near_models: ['openai/x', 'other/x'] },
    });
    expect((await run('explain_model_status', { model_id: 'other/x' })).success).toBe(true);
  });

  it('name the page’s provider when the model is another’s', async () => {
    open();
    const { message } = await run('get_model_details', { model_id: 'gemini/pro' });
    expect(message).toContain('The page shows openai; choose gemini there');
  });
});

describe('tools that only read', () => {
  it('tell what a pattern matches', async () => {
    open({ drafts: openai(['o1*']) });
    expect(await run('get_models_matching_pattern', { pattern: '*preview*' })).toEqual({
      success: true,
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

  it('explain a status by the deciding rule and every other that matches', async () => {
    open({ drafts: openai(['*-preview', 'o1*'], ['o1-preview']) });
    expect(await run('explain_model_status', { model_id: 'openai/o1-preview' })).toEqual({
      success: true,
      message:
        '"o1-preview" is kept visible by whitelist rule "o1-preview". 2 other rules would match it too, but come later.',
      data: {
        id: 'openai/o1-preview',
        name: 'o1-preview',
        provider: 'openai',
        status: 'whitelisted',
        visible: true,
        deciding_rule: { rule_type: 'whitelist', pattern: 'o1-preview' },
        other_matching_rules: [
          { rule_type: 'ignore', pattern: '*-preview' },
          { rule_type: 'ignore', pattern: 'o1*' },
        ],
      },
    });
  });

  it('give one model’s details', async () => {
    open();
    expect(await run('get_model_details', { model_id: 'o1' })).toMatchObject({
      message: '"o1" is visible: no rule matches it.',
      data: { id: 'openai/o1', status: 'normal', deciding_rule: null },
    });
  });

  it('give all models when none is named', async () => {
    open({ drafts: openai(['*'], ['o1']) });
    expect(await run('get_model_details')).toMatchObject({
      message: 'openai has 7 models: 1 visible, 6 hidden.',
      data: { total: 7, visible: 1, hidden: 6, visible_models: ['o1'] },
    });
  });
});

describe('saving and discarding', () => {
  it('saves every provider’s rules', async () => {
    open({ drafts: { ...openai(['o1']), gemini: { ignore: ['g'], whitelist: [] } } });
    expect(await run('save_changes')).toEqual({
      success: true,
      message: 'Saved the rules of gemini and openai; the proxy’s file now matches the page.',
      data: { providers: ['gemini', 'openai'] },
    });
    expect(page.state.saved).toEqual(page.state.drafts);
  });

  it('discards and tells whose visibility changes', async () => {
    open({ drafts: openai(['o1']), saved: openai(['gpt-4']) });
    expect(await run('discard_changes')).toMatchObject({
      success: true,
      data: { providers: ['openai'], newly_hidden: ['gpt-4'], brought_back: ['o1'] },
    });
  });

  it('tells in the page’s words why a save failed', async () => {
    open({ drafts: openai(['o1']) }).faults = {
      bodies: { action: { ok: false, error: { code: 'action-failed', message: 'The disk is full.' } } },
    };
    expect(await run('save_changes')).toEqual({
      success: false,
      message: 'The page did not do it: The disk is full.',
      error_code: 'save_failed',
    });
  });

  it.each([
    ['save_changes', 'save_failed'],
    ['discard_changes', 'not_applied'],
  ])('doesn’t believe a page that reports success and did nothing: %s', async (tool, code) => {
    open({ drafts: openai(['o1']) }).faults = { ignoresWrites: true };
    expect(await run(tool)).toMatchObject({ success: false, error_code: code });
  });
});

describe('a page that moves meanwhile', () => {
  it('is written to all the same when only its highlight changed', async () => {
    open().faults = {
      before: {
        'apply-state': () =>
          page.change((state) => {
            state.highlight.models = ['openai/o1'];
          }),
      },
    };
    expect(await run('add_ignore_rule', { pattern: 'o1' })).toMatchObject({ success: true });
    expect(page.state.drafts).toEqual(openai(['o1']));
  });

  it.each([
    ['add_ignore_rule', 'apply-state'],
    ['save_changes', 'action'],
  ])('is left alone when its rules changed: %s', async (tool, type) => {
    open({ drafts: openai(['a']) }).faults = {
      before: {
        [type]: () =>
          page.change((state) => {
            state.drafts = openai(['by hand']);
          }),
      },
    };
    expect(await run(tool, { pattern: 'o1' })).toMatchObject({ success: false, error_code: 'page_changed' });
    expect(page.state).toMatchObject({ drafts: openai(['by hand']), saved: {} });
  });

  it('is not believed when it accepts a change and shows another', async () => {
    open().faults = { ignoresWrites: true };
    expect(await run('add_ignore_rule', { pattern: 'o1' })).toMatchObject({ error_code: 'not_applied' });
  });
});

it.each(toolDefinitions.map(({ name }) => name))(
  'the page half knows the tool %s of the definition',
  async (name) => {
    open({ loading: true });
    expect((await run(name, { pattern: 'x', model_id: 'x' })).error_code).not.toBe('unknown_tool');
  },
);
