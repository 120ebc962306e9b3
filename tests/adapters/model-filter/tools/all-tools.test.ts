// @document
import { afterEach, describe, expect, it } from 'vitest';
import type { ModelFilterContext } from '@/src/adapters/model-filter/model-filter-context';
import { toolDefinitions } from '@/src/adapters/model-filter/tools/all-tools';
import { validateCall } from '@/src/core/tools/validate-call';
import type { JsonObject } from '@/src/schema/values/json';
import { createToolBench, openai } from './tool-bench';

const { open, run, close } = createToolBench(document);
afterEach(close);

/** Valid arguments for every tool. */
const ARGUMENTS: Record<string, JsonObject> = {
  add_ignore_rule: { pattern: 'o1' },
  remove_ignore_rule: { pattern: 'a' },
  add_whitelist_rule: { pattern: 'o1' },
  remove_whitelist_rule: { pattern: 'b' },
  clear_all_ignore_rules: {},
  clear_all_whitelist_rules: {},
  import_rules: { ignore: ['o1'], whitelist: [], mode: 'merge' },
  apply_rules: { rule_sets: [{ provider: 'openai', ignore: ['o1'], whitelist: [] }] },
  preview_rules: { ignore: ['o1'], mode: 'merge' },
  get_models_matching_pattern: { pattern: 'o1' },
  get_model_details: { model_id: 'o1' },
  explain_model_status: { model_id: 'o1' },
  list_models: {},
  list_rules: {},
  switch_provider: { provider: 'openai' },
  refresh_models: {},
  save_changes: {},
  discard_changes: {},
};
const names = Object.keys(ARGUMENTS);
const takingProvider = names.filter((name) => !['apply_rules', 'save_changes'].includes(name));
const needingModels = takingProvider.filter(
  (name) => !['list_rules', 'switch_provider', 'refresh_models', 'discard_changes'].includes(name),
);
const drafts = openai(['a'], ['b']);
const argumentsOf = (name: string): JsonObject => ARGUMENTS[name] ?? {};

describe('the tools', () => {
  it('are ordered by group: rules, queries, provider, state', () => {
    expect(toolDefinitions.map(({ name }) => name)).toEqual(names);
  });

  it.each(names)('accept what the input of %s accepts, and nothing else', async (name) => {
    open({ drafts });
    expect(await run(name, argumentsOf(name))).toMatchObject({
      success: true,
      forUser: { id: expect.any(String) },
    });
    expect(await run(name, { ...argumentsOf(name), colour: 'red' })).toEqual({
      success: false,
      message: `The arguments don’t fit the parameters of ${name}.`,
      error_code: 'invalid_parameters',
    });
  });

  it('fail with unknown_tool for any other name', async () => {
    open();
    expect(await run('constructor')).toEqual({
      success: false,
      message: 'This page has no tool "constructor".',
      error_code: 'unknown_tool',
    });
  });
});

describe.each(takingProvider.filter((name) => name !== 'switch_provider'))(
  '%s without a provider',
  (name) => {
    it.each([null, ''])('reads %j as a provider that was left out', (provider) => {
      const argumentsText = JSON.stringify({ ...argumentsOf(name), provider });
      expect(validateCall(toolDefinitions, { name, argumentsText })).toEqual({
        kind: 'valid',
        tool: expect.objectContaining({ name }),
        args: argumentsOf(name),
        repairs: [expect.stringMatching(/^"provider": .* was read as left out\.$/)],
      });
    });
  },
);

describe.each(takingProvider)('%s for an unknown provider', (name) => {
  it.each([
    ['router', ['openrouter'], 'Did you mean openrouter?'],
    ['mistral', [], 'It has gemini, openai and openrouter.'],
  ])('fails for %s with provider_not_found and suggests near names', async (provider, near, hint) => {
    const page = open({ drafts });
    const before = structuredClone(page.state);
    expect(await run(name, { ...argumentsOf(name), provider })).toEqual({
      success: false,
      message: `The page has no provider "${provider}". ${hint}`,
      error_code: 'provider_not_found',
      data: { provider, near_providers: near },
    });
    expect(page.state).toEqual(before);
  });
});

describe.each(needingModels)('%s on models', (name) => {
  it.each<[string, Partial<ModelFilterContext>, string]>([
    [
      'that can’t be loaded',
      { models: {}, error: 'no key' },
      'could not be loaded (The proxy has no models of openai.). Use refresh_models to try again.',
    ],
    [
      'that the page reports as loaded but does not list',
      { models: {} },
      'are still loading; try again in a moment.',
    ],
  ])('%s fails with not_ready', async (_, state, words) => {
    const page = open({ ...state, drafts });
    if (state.error === undefined) page.faults = { ignoresWrites: true };
    expect(await run(name, argumentsOf(name))).toEqual({
      success: false,
      message: `The models of openai ${words}`,
      error_code: 'not_ready',
      data: { provider: 'openai' },
    });
    expect(page.state.drafts).toEqual(drafts);
  });
});

describe('failing calls', () => {
  it.each<[string, string, JsonObject, string, string, JsonObject]>([
    [
      'covered',
      'add_ignore_rule',
      { pattern: 'gpt-4o' },
      'already_covered',
      '"gpt-4o" is already covered by the ignore list’s "gpt-4*"; nothing was added.',
      { provider: 'openai', pattern: 'gpt-4o', existing_rules: ['gpt-4*'] },
    ],
    [
      'a duplicate',
      'add_whitelist_rule',
      { pattern: 'o1' },
      'duplicate_rule',
      'The whitelist rule "o1" is there already; nothing was added.',
      { provider: 'openai', pattern: 'o1', existing_rules: ['o1'] },
    ],
    [
      'a comma',
      'add_ignore_rule',
      { pattern: 'a,b' },
      'invalid_pattern',
      '"a,b" can’t be a rule: it contains a comma; add one rule for each pattern.',
      { pattern: 'a,b' },
    ],
    [
      'whitespace at the end',
      'get_models_matching_pattern',
      { pattern: 'a ' },
      'invalid_pattern',
      '"a " can’t be a rule: it begins or ends with a space.',
      { pattern: 'a ' },
    ],
    [
      'an unknown rule',
      'remove_ignore_rule',
      { pattern: 'preview' },
      'rule_not_found',
      'There is no ignore rule "preview". Near rules: "*-preview".',
      { provider: 'openai', pattern: 'preview', near_rules: ['*-preview'] },
    ],
    [
      'a rule of the other list',
      'remove_ignore_rule',
      { pattern: 'o1' },
      'rule_not_found',
      'There is no ignore rule "o1". It is in the whitelist.',
      { provider: 'openai', pattern: 'o1', near_rules: [] },
    ],
    [
      'an unknown rule without near ones',
      'remove_whitelist_rule',
      { pattern: 'claude' },
      'rule_not_found',
      'There is no whitelist rule "claude".',
      { provider: 'openai', pattern: 'claude', near_rules: [] },
    ],
  ])('report it and change nothing: %s', async (_, tool, args, error_code, message, data) => {
    const page = open({ drafts: openai(['gpt-4*', '*-preview'], ['o1']) });
    const before = structuredClone(page.state);
    expect(await run(tool, args)).toEqual({ success: false, message, error_code, data });
    expect(page.state).toEqual(before);
    expect(page.requests.map(({ type }) => type)).not.toContain('apply-state');
  });
});

describe('a page that changes during a call', () => {
  it('is written to when only its highlight changed', async () => {
    const page = open();
    page.faults = {
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

  it('fails with page_changed when it keeps changing', async () => {
    const page = open();
    const keepChanging = () => {
      page.change((state) => {
        state.search += 'x';
        state.search = '';
      });
      page.faults = { before: { 'apply-state': keepChanging } };
    };
    page.faults = { before: { 'apply-state': keepChanging } };
    expect(await run('add_ignore_rule', { pattern: 'o1' })).toMatchObject({ error_code: 'page_changed' });
    expect(page.state.drafts).toEqual({});
  });

  it.each([
    ['add_ignore_rule', 'apply-state'],
    ['clear_all_ignore_rules', 'apply-state'],
    ['import_rules', 'apply-state'],
    ['apply_rules', 'apply-state'],
    ['discard_changes', 'apply-state'],
    ['switch_provider', 'switch-provider'],
    ['save_changes', 'save'],
  ])('is not written to when its rules changed: %s', async (tool, request) => {
    const page = open({ drafts });
    page.faults = {
      before: {
        [request]: () =>
          page.change((state) => {
            state.drafts = openai(['by hand']);
          }),
      },
    };
    expect(await run(tool, argumentsOf(tool))).toEqual({
      success: false,
      message:
        'The page was changed in the meantime, so nothing was done. Look at its state before going on.',
      error_code: 'page_changed',
    });
    expect(page.state).toMatchObject({ provider: 'openai', drafts: openai(['by hand']), saved: {} });
  });

  it('is not written to when its rules changed while models were loading', async () => {
    const page = open({ drafts });
    page.proxy.models.gemini = ['gemini/pro'];
    page.faults = {
      before: {
        'load-models': () =>
          page.change((state) => {
            state.drafts = openai(['by hand']);
          }),
      },
    };
    expect(await run('add_ignore_rule', { pattern: 'pro', provider: 'gemini' })).toMatchObject({
      error_code: 'page_changed',
    });
    expect(page.state.drafts).toEqual(openai(['by hand']));
  });

  it('fails with not_applied when it accepts a change but shows another state', async () => {
    open().faults = { ignoresWrites: true };
    expect(await run('add_ignore_rule', { pattern: 'o1' })).toMatchObject({
      error_code: 'not_applied',
      message: 'The page accepted the change but shows another state. Look at its state before going on.',
    });
  });

  it.each([
    ['not-ready', 'not_ready'],
    ['state-refused', 'page_refused'],
  ])('is quoted when it refuses with %s', async (code, error_code) => {
    open().faults = { bodies: { 'apply-state': { ok: false, error: { code, message: 'No.' } } } };
    expect(await run('add_ignore_rule', { pattern: 'o1' })).toEqual({
      success: false,
      message: 'The page did not do it: No.',
      error_code,
    });
  });
});
