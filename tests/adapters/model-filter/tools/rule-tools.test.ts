// @document
import { afterEach, describe, expect, it } from 'vitest';
import type { ModelFilterContext } from '@/src/adapters/model-filter/model-filter-context';
import type { JsonObject } from '@/src/schema/values/json';
import { factsInLine, say } from '@/src/schema/values/said';
import { createToolBench, GEMINI_IDS, gemini, openai } from './tool-bench';

const { open, run, close } = createToolBench(document);
afterEach(close);

describe('tools that change one rule', () => {
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
      'adds a rule that is covered by its text but not on these models',
      'add_ignore_rule',
      'gpt-4[o-]*',
      { drafts: openai(['gpt-4[*']) },
      'Added ignore rule "gpt-4[o-]*": 3 models hidden. By its text "gpt-4[*" would cover it, but "gpt-4-turbo" is matched only by the new rule. Not saved yet.',
      {
        affected_models: ['gpt-4-turbo', 'gpt-4o', 'gpt-4o-preview'],
        newly_hidden: ['gpt-4-turbo', 'gpt-4o', 'gpt-4o-preview'],
        replaced_rules: [],
        not_covered_by: [{ pattern: 'gpt-4[*', model: 'gpt-4-turbo' }],
      },
    ],
    [
      'keeps an older rule that is covered by its text but not on these models',
      'add_ignore_rule',
      'gpt-4[*',
      { drafts: openai(['gpt-4[o]', 'gpt-4[x]']) },
      'Added ignore rule "gpt-4[*" in place of "gpt-4[x]": it matches no model at present. By its text it would cover "gpt-4[o]" too, which stays because "gpt-4o" is matched only there. Not saved yet.',
      {
        affected_models: [],
        newly_hidden: [],
        replaced_rules: ['gpt-4[x]'],
        kept_rules: [{ pattern: 'gpt-4[o]', model: 'gpt-4o' }],
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
      forUser: expect.objectContaining({ id: expect.any(String) }),
      message,
      data: { provider: 'openai', pattern, ...data },
    });
  });

  it.each([
    [
      'adds to',
      'add_ignore_rule',
      {},
      gemini(['*preview']),
      'Added ignore rule "*preview" of gemini: 1 model hidden. Not saved yet.',
    ],
    [
      'removes from',
      'remove_ignore_rule',
      gemini(['*preview']),
      {},
      'Removed ignore rule "*preview" of gemini: 1 model visible again. The saved file already has it so.',
    ],
  ])(
    '%s a provider that isn’t in view, without switching the view',
    async (_, tool, drafts, after, message) => {
      const page = open({ drafts });
      page.proxy.models.gemini = GEMINI_IDS;
      expect(await run(tool, { pattern: '*preview', provider: 'gemini' })).toMatchObject({
        message,
        data: { provider: 'gemini', affected_models: ['pro-preview'] },
      });
      expect(page.state).toMatchObject({ provider: 'openai', drafts: after });
    },
  );

  it('leaves the search and the rules of other providers unchanged', async () => {
    const drafts = gemini(['g']);
    const page = open({ drafts, search: 'x' });
    await run('add_ignore_rule', { pattern: 'o1' });
    expect(page.state).toMatchObject({ drafts: { ...drafts, ...openai(['o1']) }, search: 'x' });
  });

  it('lists 200 names and the exact count of the rest', async () => {
    open({ models: { openai: Array.from({ length: 450 }, (_, index) => `openai/m${index}`) } });
    const { data, message } = await run('add_ignore_rule', { pattern: 'm*' });
    expect(message).toContain('450 models hidden');
    expect(data?.affected_models).toHaveLength(200);
    expect(data).toMatchObject({ affected_models_total: 450, newly_hidden_total: 450 });
  });
});

describe('tools that clear a list', () => {
  it.each([
    [
      'clear_all_ignore_rules',
      openai(['o1', 'gpt-4*'], ['gpt-4o']),
      'Removed 2 ignore rules of openai: 4 models brought back. Not saved yet.',
      {
        removed_rules: ['o1', 'gpt-4*'],
        removed_count: 2,
        brought_back: ['gpt-4', 'gpt-4-turbo', 'gpt-4o-preview', 'o1'],
      },
      openai([], ['gpt-4o']),
    ],
    [
      'clear_all_whitelist_rules',
      openai(['gpt-4*'], ['gpt-4o', 'o1']),
      'Removed 2 whitelist rules of openai: 1 model hidden. Not saved yet.',
      { removed_rules: ['gpt-4o', 'o1'], removed_count: 2, newly_hidden: ['gpt-4o'] },
      openai(['gpt-4*']),
    ],
    [
      'clear_all_whitelist_rules',
      openai([], ['o1']),
      'Removed 1 whitelist rule of openai: no model changes its visibility. The saved file already has it so.',
      { removed_rules: ['o1'], removed_count: 1, newly_hidden: [] },
      {},
    ],
  ])('%s: %j', async (tool, drafts, message, data, after) => {
    const page = open({ drafts });
    expect(await run(tool)).toEqual({
      success: true,
      forUser: expect.objectContaining({ id: expect.any(String) }),
      message,
      data: { provider: 'openai', ...data },
    });
    expect(page.state.drafts).toEqual(after);
  });

  it('a rule that changes no model is reported to the user as a fact, to which others can be joined', async () => {
    open({});
    const { forUser } = await run('add_ignore_rule', { pattern: 'claude*' });
    expect(forUser).toEqual(factsInLine(say('model-filter.result.unchanged'), say('kit.result.notSaved')));
  });

  it.each(['clear_all_ignore_rules', 'clear_all_whitelist_rules'])(
    '%s reports that there is nothing to clear, and for which provider',
    async (tool) => {
      open({ drafts: openai(['a'], ['b']) }).proxy.models.gemini = GEMINI_IDS;
      const kind = tool.includes('ignore') ? 'ignore' : 'whitelist';
      expect(await run(tool, { provider: 'gemini' })).toEqual({
        success: false,
        message: `gemini has no ${kind} rules; nothing was removed.`,
        error_code: 'nothing_to_change',
        data: { provider: 'gemini' },
      });
    },
  );
});
