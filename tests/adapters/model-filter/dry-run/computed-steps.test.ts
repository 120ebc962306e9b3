// @document
import { afterEach, describe, expect, it } from 'vitest';
import { contextSchema } from '@/src/adapters/model-filter/context-schema';
import { diffContext } from '@/src/adapters/model-filter/diff';
import type { ModelFilterContext } from '@/src/adapters/model-filter/model-filter-context';
import { toolDefinitions } from '@/src/adapters/model-filter/tools/all-tools';
import { canonicalJson } from '@/src/core/hash';
import type { JsonObject } from '@/src/schema/values/json';
import { createDryRunBench, type Written } from './dry-run-bench';

const MODELS = {
  openai: ['openai/gpt-4', 'openai/gpt-4o', 'openai/o1', 'openai/o1-preview'],
  gemini: ['gemini/pro', 'gemini/pro-preview'],
};
const RULES = {
  openai: { ignore: ['*-preview', 'gpt-4'], whitelist: ['o1*'] },
  gemini: { ignore: ['pro'], whitelist: [] },
};

let leave = () => {};
afterEach(() => leave());

function openBench(overrides: Partial<ModelFilterContext> = {}) {
  leave();
  const bench = createDryRunBench(document, { models: MODELS, drafts: RULES, search: 'o', ...overrides });
  leave = bench.page.remove;
  return bench;
}

const calls: [tool: string, args: JsonObject][] = [
  ['add_ignore_rule', { pattern: 'o1' }],
  ['remove_ignore_rule', { pattern: 'gpt-4' }],
  ['add_whitelist_rule', { pattern: 'gpt*', provider: 'gemini' }],
  ['remove_whitelist_rule', { pattern: 'o1*' }],
  ['clear_all_ignore_rules', {}],
  ['clear_all_whitelist_rules', {}],
  ['import_rules', { ignore: ['gpt*', 'x'], whitelist: [], mode: 'merge' }],
  ['import_rules', { ignore: ['gpt*'], whitelist: ['o1*', 'y'], mode: 'replace', provider: 'gemini' }],
  [
    'apply_rules',
    {
      rule_sets: [
        { provider: 'gemini', ignore: [], whitelist: [] },
        { provider: 'openai', ignore: ['*'], whitelist: ['gpt-4o'] },
      ],
    },
  ],
  ['switch_provider', { provider: 'gemini' }],
  ['refresh_models', {}],
  ['refresh_models', { provider: 'gemini' }],
  ['discard_changes', {}],
  ['discard_changes', { provider: 'openai' }],
  ['save_changes', {}],
];

it('every changing tool is tested below', () => {
  const changing = toolDefinitions.filter(({ effect }) => effect !== 'read').map(({ name }) => name);
  expect([...new Set(calls.map(([tool]) => tool))].sort()).toEqual(changing.sort());
});

describe('the computed step', () => {
  it.each(calls)(
    'of %s equals, byte by byte, the step that the call sends to the page',
    async (tool, args) => {
      const { compute, run, stateHash, page } = openBench();
      const { dryRun } = await compute([tool, args]);
      expect(page.requests.filter(({ type }) => type !== 'get-state')).toEqual([]);
      const [computed] = dryRun.calls;
      expect(computed).toMatchObject({ kind: 'change', args, stateHashBefore: await stateHash() });
      const { steps } = await run(tool, args);
      expect(steps).toHaveLength(1);
      expect(canonicalJson(steps)).toBe(canonicalJson(computed?.kind === 'change' ? [computed.step] : null));
    },
  );

  it.each<[string, Written[]]>([
    [
      'rules, a view and a save',
      [
        ['add_ignore_rule', { pattern: 'gpt*' }],
        ['switch_provider', { provider: 'gemini' }],
        ['add_ignore_rule', { pattern: '*preview' }],
        ['save_changes', {}],
        ['remove_ignore_rule', { pattern: '*preview' }],
        ['discard_changes', {}],
      ],
    ],
    [
      'whole sets, of which some fail between the others',
      [
        ['clear_all_ignore_rules', { provider: 'gemini' }],
        ['clear_all_ignore_rules', { provider: 'gemini' }],
        ['import_rules', { ignore: ['a', 'b'], whitelist: ['c'], mode: 'replace' }],
        ['remove_ignore_rule', { pattern: 'gpt-4' }],
        ['import_rules', { ignore: ['*', 'd'], whitelist: [], mode: 'merge', provider: 'openai' }],
        ['apply_rules', { rule_sets: [{ provider: 'openai', ignore: ['*'], whitelist: ['a', 'c'] }] }],
        ['refresh_models', {}],
        ['save_changes', {}],
      ],
    ],
    [
      'models that are loaded on the way',
      [
        ['add_ignore_rule', { pattern: 'p*', provider: 'openrouter' }],
        ['switch_provider', { provider: 'openrouter' }],
        ['clear_all_ignore_rules', {}],
      ],
    ],
  ])('equals that of the call within a sequence: %s', async (_, written) => {
    const { compute, run, stateHash, page } = openBench();
    page.proxy.models.openrouter = ['openrouter/p', 'openrouter/q'];
    const { dryRun } = await compute(...written);
    for (const [index, [tool, args]] of written.entries()) {
      const computed = dryRun.calls[index];
      const before = await stateHash();
      const { steps, result } = await run(tool, args);
      expect(computed?.stateHashBefore).toBe(before);
      if (computed?.kind === 'change') {
        expect(canonicalJson(steps)).toBe(canonicalJson([computed.step]));
      } else {
        expect(steps).toEqual([]);
        expect(result).toEqual(computed?.result);
      }
    }
  });
});

describe('the computed context', () => {
  it.each(calls)(
    'of %s equals the page’s context afterwards, so that no difference is attributed to anybody',
    async (tool, args) => {
      const { compute, run, read } = openBench();
      const { after } = await compute([tool, args]);
      await run(tool, args);
      if (after === null) throw new Error(`The call of ${tool} fails`);
      expect(diffContext(contextSchema.parse(after), await read(), 0)).toEqual([]);
    },
  );
});
