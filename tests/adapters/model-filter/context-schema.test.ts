import { describe, expect, it } from 'vitest';
import {
  MAX_MODELS,
  MAX_NAME_LENGTH,
  MAX_PAGE_TEXT_LENGTH,
  MAX_PATTERN_UNITS,
  MAX_PROVIDERS,
  MAX_RULES,
  MAX_RULES_LENGTH,
} from '@/src/adapters/model-filter/context-limits';
import { contextSchema, stateSchema } from '@/src/adapters/model-filter/context-schema';
import { modelFilter } from '@/src/adapters/model-filter/definition';
import { type ModelFilterContext, restorableState } from '@/src/adapters/model-filter/model-filter-context';
import { readPageState } from '@/src/adapters/model-filter/page';
import { badContext } from '@/src/background/page/page-errors';
import { goesLive } from '@/src/core/adapter/saving';
import { modelFilterState } from '../../fakes/model-filter-page';

const whole = modelFilterState({
  drafts: { openai: { ignore: ['*-preview*'], whitelist: ['gpt-4o'] } },
  highlight: { rule: { kind: 'ignore', pattern: '*-preview*' }, models: ['openai/o1'] },
  error: 'no key',
});

describe('the schema of the context', () => {
  it('accepts a whole state unchanged, and its restorable part', () => {
    expect(contextSchema.parse(whole)).toEqual(whole);
    expect(stateSchema.parse(restorableState(whole))).toEqual(restorableState(whole));
  });

  it('accepts the flag that rules take effect at once, and the adapter reports it', () => {
    const live = { ...whole, live: true as const };
    expect(contextSchema.parse(live)).toEqual(live);
    expect(readPageState({ revision: 1, state: live }).context).toEqual(live);
    expect(goesLive(modelFilter, live)).toBe(true);
    expect(goesLive(modelFilter, whole)).toBe(false);
  });

  it('accepts the count of discards, which is in no checkpoint and not sent to the model', () => {
    const counted = { ...whole, discards: 2 };
    expect(contextSchema.parse(counted)).toEqual(counted);
    expect(readPageState({ revision: 1, state: counted }).context).toEqual(counted);
    expect(restorableState(counted)).toEqual(restorableState(whole));
    expect(modelFilter.encodeContext(counted, 8_000)).toBe(modelFilter.encodeContext(whole, 8_000));
  });

  const broken: [string, object][] = [
    ['that says that its rules do not hold at once', { ...whole, live: false }],
    ['that is live in other words', { ...whole, live: 'yes' }],
    ['that counts discards below zero', { ...whole, discards: -1 }],
    ['that counts half a discard', { ...whole, discards: 0.5 }],
    ['that counts discards in words', { ...whole, discards: 'one' }],
    ...Object.keys(whole).map((key): [string, object] => [`without ${key}`, { ...whole, [key]: undefined }]),
    ...Object.keys(whole).map((key): [string, object] => [
      `with a number for ${key}`,
      { ...whole, [key]: 7 },
    ]),
    ['with a rule set that is none', { ...whole, drafts: { openai: { ignore: ['a'] } } }],
    ['with a rule that is no text', { ...whole, saved: { openai: { ignore: [1], whitelist: [] } } }],
    ['with models that are no texts', { ...whole, models: { openai: [null] } }],
    [
      'with a highlighted rule of no kind',
      { ...whole, highlight: { rule: { kind: 'x', pattern: 'a' }, models: [] } },
    ],
  ];

  it.each(broken)('refuses a state %s', (_, state) => {
    expect(contextSchema.safeParse(state).success).toBe(false);
  });

  it.each([
    ['without a provider', { ...whole, provider: undefined }],
    ['with a number for the search', { ...whole, search: 7 }],
    ['without rules', { ...whole, drafts: null }],
    ['with a rule set that is none', { ...whole, drafts: { openai: { ignore: ['a'] } } }],
    ['with a rule that is no text', { ...whole, drafts: { openai: { ignore: [1], whitelist: [] } } }],
  ])('refuses a state %s in the content script, too, which computes with it', (_, state) => {
    expect(() => readPageState({ revision: 1, state })).toThrowError(
      expect.objectContaining({ name: 'StewardError', code: 'page-protocol' }),
    );
  });

  it.each([
    ['an unknown field', { ...whole, extra: 1 }],
    ['a rule with a comma', { ...whole, drafts: { openai: { ignore: ['a,b'], whitelist: [] } } }],
    ['a rule twice', { ...whole, drafts: { openai: { ignore: ['a', 'a'], whitelist: [] } } }],
    ['an endless search', { ...whole, search: 'x'.repeat(10_001) }],
  ])('refuses %s', (_, state) => {
    expect(contextSchema.safeParse(state).success).toBe(false);
  });

  it('gives equal JSON for equal restorable states, whatever the order and the empty rule sets', () => {
    const empty = { ignore: [], whitelist: [] };
    const set = { ignore: ['a'], whitelist: [] };
    const one = restorableState({ ...whole, drafts: { openai: set, gemini: set, openrouter: empty } });
    const other = restorableState({ ...whole, drafts: { gemini: set, openai: set } });
    expect(JSON.stringify(one)).toBe(JSON.stringify(other));
  });
});

describe('the limits of a state', () => {
  const numbers = (count: number) => Array.from({ length: count }, (_, index) => String(index));
  const none = { ignore: [], whitelist: [] };
  const withRules = (ignore: string[]) => ({ ...whole, drafts: { openai: { ignore, whitelist: [] } } });
  const split = (list: string[]) => ({ a: list.slice(0, 5_000), b: list.slice(5_000) });

  it.each<[string, (over: number) => ModelFilterContext]>([
    ['providers', (over) => ({ ...whole, providers: numbers(MAX_PROVIDERS + over) })],
    [
      'providers with rules',
      (over) => ({
        ...whole,
        saved: Object.fromEntries(numbers(MAX_PROVIDERS + over).map((name) => [name, none])),
      }),
    ],
    [
      'models, of all providers together',
      (over) => ({ ...whole, models: split(numbers(MAX_MODELS + over)) }),
    ],
    [
      'highlighted models',
      (over) => ({ ...whole, highlight: { rule: null, models: numbers(MAX_MODELS + over) } }),
    ],
    ['rules', (over) => withRules(numbers(MAX_RULES + over))],
    [
      'the length of all rules',
      (over) =>
        withRules([
          ...numbers(2_499).map((number) => number.padStart(200, 'x')),
          'y'.repeat(MAX_RULES_LENGTH - 2_499 * 200 + over),
        ]),
    ],
    ['the length of a rule', (over) => withRules(['x'.repeat(MAX_PATTERN_UNITS + over)])],
    [
      'the length of a model’s name',
      (over) => ({ ...whole, models: { openai: ['x'.repeat(MAX_NAME_LENGTH + over)] } }),
    ],
    [
      'the length of a provider’s name',
      (over) => ({ ...whole, drafts: { ['x'.repeat(MAX_NAME_LENGTH + over)]: none } }),
    ],
    ['the length of the search', (over) => ({ ...whole, search: 'x'.repeat(MAX_PAGE_TEXT_LENGTH + over) })],
    ['the length of the error', (over) => ({ ...whole, error: 'x'.repeat(MAX_PAGE_TEXT_LENGTH + over) })],
  ])('apply to %s, and the error says so', (_, stateWith) => {
    expect(contextSchema.safeParse(stateWith(0)).error).toBeUndefined();
    const { error } = contextSchema.safeParse(stateWith(1));
    expect(error).toBeDefined();
    expect(error && badContext(error)).toMatchObject({
      code: 'page-protocol',
      message: 'The page’s answer is larger than Steward accepts.',
    });
  });

  it('have an error with the total that is exceeded', () => {
    const models = split(numbers(MAX_MODELS + 1));
    const { error } = contextSchema.safeParse({ ...whole, models });
    expect(error && badContext(error).details).toBe('models: more than 100,000 models');
  });
});
