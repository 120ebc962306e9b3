import { describe, expect, it } from 'vitest';
import { decisionBudget } from '@/src/adapters/kit/rules/decision-budget';
import { createMatcher } from '@/src/adapters/kit/rules/matcher';
import { PATTERN_EXAMPLES } from '@/src/adapters/kit/rules/pattern-syntax';
import { contributions } from '@/src/adapters/model-filter/contributions';
import type { ModelFilterContext } from '@/src/adapters/model-filter/model-filter-context';
import { toolDefinitions } from '@/src/adapters/model-filter/tools/all-tools';
import { heldContributions } from '@/src/core/prompts/prompt-contribution';
import { buildSystemPrompt } from '@/src/core/prompts/system-prompt';
import { newChatSettings } from '@/src/core/records/chat';
import { modelFilterState } from '../../fakes/model-filter-page';

const PREVIEWS = { ignore: ['*-preview*'], whitelist: [] };
const RULES = { openai: PREVIEWS };
const { parts, problems } = buildSystemPrompt(contributions, newChatSettings().prompt);
const textOf = (key: string) => parts.find((part) => part.key === key)?.text;

describe('the prompt on model-filter pages', () => {
  it('renders completely, each contribution in its section', () => {
    expect(problems).toEqual([]);
    expect(parts.filter(({ state, text }) => state !== 'sent' || text === '')).toEqual([]);
    expect(contributions.filter(({ section }) => section === undefined)).toEqual([]);
  });

  it.each([
    [
      'the purpose of the page',
      'model-filter:domain',
      'configures which models of an LLM proxy its clients see',
    ],
    ['the two kinds of rules', 'model-filter:domain', 'a whitelist rule keeps those that it matches visible'],
    ['precedence', 'model-filter:precedence', 'a model that both lists match stays visible'],
    ['hiding previews', 'model-filter:common-tasks', '"*preview*" to catch every spelling'],
    ['allowing one model', 'model-filter:common-tasks', 'ignore rule "*", then whitelist rule "gpt-4o"'],
    ['hidden models', 'model-filter:common-tasks', 'the hidden models of the page state name their rule'],
    ['one of several providers', 'model-filter:providers', 'ask: this one, or all'],
    ['all providers', 'model-filter:common-tasks', 'one apply_rules with every rule that shall stay'],
    ['several steps', 'model-filter:common-tasks', 'Only the newest of each family: list the names'],
    ['saving', 'model-filter:saving', 'never unasked'],
    ['changes that were unsaved before', 'model-filter:pending', 'say what it takes along'],
  ])('covers %s', (_, key, words) => {
    expect(textOf(key)).toContain(words);
  });
});

it('names only existing tools', () => {
  const known: string[] = toolDefinitions.map(({ name }) => name);
  const named = parts.flatMap(({ text }) => text.match(/\b[a-z]+(?:_[a-z]+)+\b/g) ?? []);
  expect(named.filter((word) => word !== 'model_id' && !known.includes(word))).toEqual([]);
  expect(named).toContain('preview_rules');
});

it.each<[string, Partial<ModelFilterContext>, string[]]>([
  ['no unsaved change', { drafts: RULES, saved: RULES }, []],
  ['unsaved changes of the provider in view', { drafts: RULES }, ['model-filter:pending']],
  ['unsaved changes of another provider', { saved: { gemini: PREVIEWS } }, ['model-filter:pending']],
])('the prompt has the section on unsaved changes only if there are any: %s', (_, overrides, keys) => {
  expect(heldContributions(contributions, modelFilterState(overrides))).toEqual(keys);
});

describe('the prompt on patterns', () => {
  it.each(PATTERN_EXAMPLES)('$pattern matches $matches, not $misses', ({ pattern, matches, misses }) => {
    const fits = createMatcher(pattern, decisionBudget());
    expect([fits(matches), fits(misses)]).toEqual([true, false]);
  });

  it('contains every example on its own line after the rule', () => {
    const [rule, ...lines] = (textOf('model-filter:pattern-syntax') ?? '').split('\n');
    expect(rule).toContain("has to fit a model's whole name");
    expect(lines).toEqual(
      PATTERN_EXAMPLES.map(
        ({ pattern, matches, misses }) => `- ${pattern} matches ${matches}, not ${misses}`,
      ),
    );
  });

  it.each([
    ['[35]', '5', '4'],
    ['[0-9]', '7', 'a'],
    ['[!4]', '5', '4'],
    ['[*]', '*', 'a'],
    ['[?]', '?', 'a'],
    ['[[]', '[', 'a'],
    ['?', 'a', 'ab'],
    ['a*', 'a/b', 'b'],
  ])('states the rule by which %s matches %j, not %j', (pattern, matches, misses) => {
    const fits = createMatcher(pattern, decisionBudget());
    expect([fits(matches), fits(misses)]).toEqual([true, false]);
    expect(textOf('model-filter:pattern-syntax')).toContain(pattern.replace('a', ''));
  });
});
