// @document
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { decideModels, isVisible } from '@/src/adapters/kit/rules/decide-models';
import { type RuleSet, rulesOf } from '@/src/adapters/kit/rules/provider-rules';
import type { JsonObject } from '@/src/schema/values/json';
import { createToolBench, GEMINI_IDS, gemini, openai } from './tool-bench';

const { open, run, close } = createToolBench(document);
afterEach(close);

const ignoreRule = (pattern: string, more: JsonObject) => ({ rule_type: 'ignore', pattern, ...more });
const whitelistRule = (pattern: string, more: JsonObject) => ({ rule_type: 'whitelist', pattern, ...more });

describe('import_rules, merging', () => {
  it('reports the outcome of each rule', async () => {
    const page = open({ drafts: openai(['o1-preview', 'gpt-4*'], ['gpt-4o']) });
    const ignore = ['o1*', 'gpt-4-turbo', 'gpt-4*', 'a,b', 'claude*', 'claude*'];
    expect(await run('import_rules', { ignore, whitelist: ['gpt-4'], mode: 'merge' })).toEqual({
      success: true,
      forUser: expect.objectContaining({ id: expect.any(String) }),
      message:
        'Added 3 rules and removed 1 rule (openai): 1 model hidden, 1 model brought back. Not added: 1 covered by other rules, 2 existing or given twice, 1 not valid as a rule. Not saved yet.',
      data: {
        provider: 'openai',
        mode: 'merge',
        outcomes: [
          ignoreRule('o1*', { outcome: 'added', replaced_rules: ['o1-preview'] }),
          ignoreRule('gpt-4-turbo', { outcome: 'covered', covered_by: ['gpt-4*'] }),
          ignoreRule('gpt-4*', { outcome: 'duplicate' }),
          ignoreRule('a,b', {
            outcome: 'invalid',
            why: 'it contains a comma; add one rule for each pattern',
          }),
          ignoreRule('claude*', { outcome: 'added' }),
          ignoreRule('claude*', { outcome: 'duplicate' }),
          whitelistRule('gpt-4', { outcome: 'added' }),
        ],
        removed_rules: [{ rule_type: 'ignore', pattern: 'o1-preview' }],
        newly_hidden: ['o1'],
        brought_back: ['gpt-4'],
        unchanged: 5,
        rules_without_effect: [ignoreRule('claude*', { why: 'matches no model' })],
      },
    });
    expect(page.state.drafts).toEqual(openai(['gpt-4*', 'o1*', 'claude*'], ['gpt-4o', 'gpt-4']));
  });

  it('reports a rule as covered if a later one of the same call replaces it', async () => {
    const page = open();
    const { data } = await run('import_rules', {
      ignore: ['gpt-4o', 'gpt-4*', 'gpt-*'],
      whitelist: [],
      mode: 'merge',
    });
    expect(data).toMatchObject({
      outcomes: [
        ignoreRule('gpt-4o', { outcome: 'covered', covered_by: ['gpt-4*'] }),
        ignoreRule('gpt-4*', { outcome: 'covered', covered_by: ['gpt-*'] }),
        ignoreRule('gpt-*', { outcome: 'added', replaced_rules: ['gpt-4*'] }),
      ],
      removed_rules: [],
    });
    expect(page.state.drafts).toEqual(openai(['gpt-*']));
  });

  it('reports rules that stay only because of the models', async () => {
    open({ drafts: openai(['gpt-4[*', 'gpt-3[.]*']) });
    const { message, data } = await run('import_rules', {
      ignore: ['gpt-4[o]*', 'gpt-3[*'],
      whitelist: [],
      mode: 'merge',
    });
    expect(message).toContain(
      '"gpt-4[o]*" and "gpt-3[.]*" would be covered by text only, not by the models, so they stay.',
    );
    expect(data?.outcomes).toEqual([
      ignoreRule('gpt-4[o]*', {
        outcome: 'added',
        not_covered_by: [{ pattern: 'gpt-4[*', model: 'gpt-4o' }],
      }),
      ignoreRule('gpt-3[*', {
        outcome: 'added',
        kept_rules: [{ pattern: 'gpt-3[.]*', model: 'gpt-3.5-turbo' }],
      }),
    ]);
  });

  it('fails if nothing is left to add, with the reason', async () => {
    const page = open({ drafts: openai(['gpt-4*']) });
    expect(await run('import_rules', { ignore: ['gpt-4', ''], whitelist: [], mode: 'merge' })).toEqual({
      success: false,
      message:
        'The rules of openai stay as they are. Not added: 1 covered by other rules, 1 not valid as a rule.',
      error_code: 'nothing_to_change',
      data: {
        provider: 'openai',
        mode: 'merge',
        outcomes: [
          ignoreRule('gpt-4', { outcome: 'covered', covered_by: ['gpt-4*'] }),
          ignoreRule('', { outcome: 'invalid', why: 'it is empty' }),
        ],
      },
    });
    expect(page.state.drafts).toEqual(openai(['gpt-4*']));
  });
});

describe('import_rules, replacing', () => {
  it('applies the lists as given', async () => {
    const page = open({ drafts: openai(['o1', 'gpt-4'], ['gpt-4o']) });
    expect(
      await run('import_rules', { ignore: ['gpt-*', 'gpt-4', 'gpt-*'], whitelist: [], mode: 'replace' }),
    ).toMatchObject({
      message:
        'Added 1 rule and removed 2 rules (openai): 4 models hidden, 1 model brought back. Not added: 1 existing or given twice. Not saved yet.',
      data: {
        outcomes: [
          ignoreRule('gpt-*', { outcome: 'added' }),
          ignoreRule('gpt-4', { outcome: 'kept' }),
          ignoreRule('gpt-*', { outcome: 'duplicate' }),
        ],
        removed_rules: [
          { rule_type: 'ignore', pattern: 'o1' },
          { rule_type: 'whitelist', pattern: 'gpt-4o' },
        ],
        newly_hidden: ['gpt-3.5-turbo', 'gpt-4-turbo', 'gpt-4o', 'gpt-4o-preview'],
        brought_back: ['o1'],
        unchanged: 2,
        rules_without_effect: [ignoreRule('gpt-4', { why: 'other rules decide what it matches' })],
      },
    });
    expect(page.state.drafts).toEqual(openai(['gpt-*', 'gpt-4']));
  });

  it('can change the order alone', async () => {
    const page = open({ drafts: openai(['a', 'b']) });
    const call = { ignore: ['b', 'a'], whitelist: [], mode: 'replace' };
    expect((await run('import_rules', call)).message).toBe(
      'Put the rules into the given order (openai): no model changes its visibility. Not saved yet.',
    );
    expect(page.state.drafts).toEqual(openai(['b', 'a']));
    expect(await run('import_rules', call)).toMatchObject({
      error_code: 'nothing_to_change',
      message: 'The rules of openai stay as they are.',
    });
  });

  it.each([
    [
      ['ok', 'a,b'],
      '"a,b" can’t be a rule: it contains a comma; add one rule for each pattern. Nothing was changed.',
    ],
    [
      ['', ' x', 'y '],
      '"" can’t be a rule: it is empty. 2 others can’t be rules either. Nothing was changed.',
    ],
  ])('refuses all if one is invalid: %j', async (ignore, message) => {
    const page = open({ drafts: openai(['o1']) });
    for (const tool of ['import_rules', 'preview_rules']) {
      const result = await run(tool, { ignore, whitelist: [], mode: 'replace' });
      expect(result).toMatchObject({ error_code: 'invalid_pattern', message, data: { provider: 'openai' } });
    }
    expect(page.state.drafts).toEqual(openai(['o1']));
  });
});

describe('preview_rules', () => {
  it('reports the effect and changes nothing', async () => {
    const page = open({ drafts: openai(['o1'], ['gpt-4o']) });
    expect(await run('preview_rules', { ignore: ['gpt-*'], mode: 'replace' })).toEqual({
      success: true,
      forUser: expect.objectContaining({ id: expect.any(String) }),
      message:
        'On openai this would hide 4 models, bring back 1 and leave 2 as they are. Nothing was changed.',
      data: {
        provider: 'openai',
        mode: 'replace',
        outcomes: [ignoreRule('gpt-*', { outcome: 'added' })],
        removed_rules: [{ rule_type: 'ignore', pattern: 'o1' }],
        newly_hidden: ['gpt-3.5-turbo', 'gpt-4', 'gpt-4-turbo', 'gpt-4o-preview'],
        brought_back: ['o1'],
        unchanged: 2,
        rules_without_effect: [],
      },
    });
    expect(page.state.drafts).toEqual(openai(['o1'], ['gpt-4o']));
  });

  it('previews another provider', async () => {
    const page = open();
    page.proxy.models.gemini = GEMINI_IDS;
    expect(
      await run('preview_rules', { ignore: ['*-preview'], mode: 'merge', provider: 'gemini' }),
    ).toMatchObject({ data: { provider: 'gemini', newly_hidden: ['pro-preview'], unchanged: 1 } });
    expect(page.state).toMatchObject({ provider: 'openai', drafts: {} });
  });
});

describe('apply_rules', () => {
  it('replaces the rule sets of several providers in one write', async () => {
    const page = open({ drafts: openai(['o1'], ['x']) });
    page.proxy.models.gemini = GEMINI_IDS;
    const rule_sets = [
      { provider: 'openai', ignore: ['gpt-4', 'o1'], whitelist: [] },
      { provider: 'gemini', ignore: ['*'], whitelist: ['pro'] },
    ];
    expect(await run('apply_rules', { rule_sets })).toEqual({
      success: true,
      forUser: expect.objectContaining({ id: expect.any(String) }),
      message: 'Applied the rules of openai and gemini: 2 models hidden. Not saved yet.',
      data: {
        providers: ['openai', 'gemini'],
        rule_sets: [
          {
            provider: 'openai',
            added_rules: [{ rule_type: 'ignore', pattern: 'gpt-4' }],
            removed_rules: [{ rule_type: 'whitelist', pattern: 'x' }],
            newly_hidden: ['gpt-4'],
            brought_back: [],
            unchanged: 6,
            rules_without_effect: [],
          },
          {
            provider: 'gemini',
            added_rules: [
              { rule_type: 'ignore', pattern: '*' },
              { rule_type: 'whitelist', pattern: 'pro' },
            ],
            removed_rules: [],
            newly_hidden: ['pro-preview'],
            brought_back: [],
            unchanged: 1,
            rules_without_effect: [],
          },
        ],
      },
    });
    expect(page.state.drafts).toEqual({ ...gemini(['*'], ['pro']), ...openai(['gpt-4', 'o1']) });
    expect(page.requests.filter(({ type }) => type === 'apply-state')).toHaveLength(1);
    expect(await run('apply_rules', { rule_sets })).toMatchObject({
      error_code: 'nothing_to_change',
      message: 'openai and gemini already have these rules.',
      data: { providers: ['openai', 'gemini'] },
    });
  });

  it('refuses all and names each problem', async () => {
    const page = open();
    const result = await run('apply_rules', {
      rule_sets: [
        { provider: 'openai', ignore: ['a', 'a'], whitelist: ['b,c'] },
        { provider: 'openai', ignore: [], whitelist: [] },
        { provider: 'router', ignore: ['x'], whitelist: [] },
        { provider: 'nobody', ignore: [], whitelist: [] },
      ],
    });
    expect(result).toEqual({
      success: false,
      message:
        'No rules were changed. openai "a": it is listed twice; openai "b,c": it contains a comma; add one rule for each pattern; "openai": it has more than one rule set; 2 more problems.',
      error_code: 'invalid_rules',
      data: {
        problems: [
          { provider: 'openai', rule_type: 'ignore', pattern: 'a', why: 'it is listed twice' },
          {
            provider: 'openai',
            rule_type: 'whitelist',
            pattern: 'b,c',
            why: 'it contains a comma; add one rule for each pattern',
          },
          { provider: 'openai', why: 'it has more than one rule set' },
          { provider: 'router', why: 'the page has no such provider (near: openrouter)' },
          { provider: 'nobody', why: 'the page has no such provider' },
        ],
      },
    });
    expect(page.state.drafts).toEqual({});
  });

  it('changes nothing if the models of one provider can’t be loaded', async () => {
    const page = open();
    const rule_sets = [
      { provider: 'openai', ignore: ['o1'], whitelist: [] },
      { provider: 'gemini', ignore: ['*'], whitelist: [] },
    ];
    expect(await run('apply_rules', { rule_sets })).toMatchObject({
      error_code: 'not_ready',
      data: { provider: 'gemini' },
    });
    expect(page.state.drafts).toEqual({});
  });
});

describe('the reported effect of a change', () => {
  const ids = ['a', 'a-b', 'a-c', 'ab', 'b', 'b-a', 'c[', 'cd'].map((name) => `openai/${name}`);
  const pattern = fc.constantFrom(
    'a',
    'a*',
    '*a',
    '*-*',
    'b*',
    'c[*',
    'c[d]',
    'c[',
    '*',
    '?',
    'x',
    'openai/b*',
    'a,b',
  );
  const valid = pattern.filter((text) => !text.includes(','));
  const list = fc.uniqueArray(valid, { maxLength: 4 });
  const ruleSet = fc.record({ ignore: list, whitelist: list });
  const given = fc.record({
    ignore: fc.array(pattern, { maxLength: 4 }),
    whitelist: fc.array(pattern, { maxLength: 4 }),
  });
  const visibleNames = (rules: RuleSet) =>
    decideModels(ids, rules).flatMap(({ name, status }) => (isVisible(status) ? [name] : []));

  /** The names in a result, compared with the real changes. */
  function observed(before: RuleSet, after: RuleSet) {
    const [was, is] = [visibleNames(before), visibleNames(after)];
    const newly_hidden = was.filter((name) => !is.includes(name));
    const brought_back = is.filter((name) => !was.includes(name));
    return { newly_hidden, brought_back, unchanged: ids.length - newly_hidden.length - brought_back.length };
  }

  it('of preview_rules equals that of import_rules and apply_rules', async () => {
    const mode = fc.constantFrom('merge', 'replace');
    await fc.assert(
      fc.asyncProperty(ruleSet, given, mode, async (before, rules, how) => {
        const drafts = { openai: structuredClone(before) };
        const page = open({ models: { openai: ids }, drafts });
        const preview = await run('preview_rules', { ...rules, mode: how });
        expect(rulesOf(page.state.drafts, 'openai')).toEqual(before);
        const done = await run('import_rules', { ...rules, mode: how });
        const after = rulesOf(page.state.drafts, 'openai');
        if (!preview.success) {
          expect(done).toEqual(preview);
          expect(after).toEqual(before);
          return;
        }
        expect(preview.data).toMatchObject(observed(before, after));
        if (done.success) expect(done.data).toEqual(preview.data);
        else expect({ after, code: done.error_code }).toEqual({ after: before, code: 'nothing_to_change' });

        const again = open({ models: { openai: ids }, drafts });
        const applied = await run('apply_rules', { rule_sets: [{ provider: 'openai', ...after }] });
        expect(rulesOf(again.state.drafts, 'openai')).toEqual(after);
        expect(applied.success).toBe(done.success);
        if (applied.success) expect(applied.data?.rule_sets).toMatchObject([observed(before, after)]);
      }),
    );
  });

  it('has counts that equal the numbers of names', async () => {
    const tool = fc.constantFrom(
      'add_ignore_rule',
      'add_whitelist_rule',
      'remove_ignore_rule',
      'clear_all_ignore_rules',
    );
    await fc.assert(
      fc.asyncProperty(ruleSet, valid, tool, async (before, text, name) => {
        const page = open({ models: { openai: ids }, drafts: { openai: structuredClone(before) } });
        const { success, message, data } = await run(name, name.startsWith('clear') ? {} : { pattern: text });
        const after = rulesOf(page.state.drafts, 'openai');
        if (!success) {
          expect(after).toEqual(before);
          return;
        }
        const { newly_hidden, brought_back } = observed(before, after);
        expect(data?.newly_hidden ?? []).toEqual(newly_hidden);
        expect(data?.brought_back ?? []).toEqual(brought_back);
        const count = newly_hidden.length + brought_back.length;
        if (count > 0) expect(message.replace(/"[^"]*"/g, '')).toMatch(new RegExp(`\\b${count}\\b`));
      }),
    );
  });
});

describe('rules with an invisible character', () => {
  const ODD = 'gpt\u200b-4';
  const why = 'it contains an invisible character: U+200B';

  it.each<[string, JsonObject]>([
    ['add_ignore_rule', { pattern: ODD }],
    ['add_whitelist_rule', { pattern: ODD }],
    ['import_rules', { ignore: [ODD, 'o1*'], whitelist: [], mode: 'replace' }],
    ['apply_rules', { rule_sets: [{ provider: 'openai', ignore: [ODD], whitelist: [] }] }],
  ])('are refused by %s, and the page stays as it is', async (tool, args) => {
    const page = open();
    const result = await run(tool, args);
    expect(result.success).toBe(false);
    expect(JSON.stringify(result)).toContain(why);
    expect(page.state.drafts).toEqual({});
  });

  it('are not added by a merging import, while the others are', async () => {
    const page = open();
    const { data } = await run('import_rules', { ignore: [ODD, 'o1*'], whitelist: [], mode: 'merge' });
    expect(data).toMatchObject({
      outcomes: [ignoreRule(ODD, { outcome: 'invalid', why }), { outcome: 'added' }],
    });
    expect(page.state.drafts).toEqual(openai(['o1*']));
  });

  it.each<[string, JsonObject]>([
    ['import_rules', { ignore: [ODD, 'o1*'], whitelist: [], mode: 'replace' }],
    ['apply_rules', { rule_sets: [{ provider: 'openai', ignore: [ODD, 'o1*'], whitelist: [] }] }],
  ])('that exist already are kept by %s', async (tool, args) => {
    const page = open({ drafts: openai([ODD]) });
    expect(await run(tool, args)).toMatchObject({ success: true });
    expect(page.state.drafts).toEqual(openai([ODD, 'o1*']));
  });

  it('that exist already can be removed', async () => {
    const page = open({ drafts: openai([ODD, 'o1*']) });
    expect(await run('remove_ignore_rule', { pattern: ODD })).toMatchObject({ success: true });
    expect(page.state.drafts).toEqual(openai(['o1*']));
  });
});
