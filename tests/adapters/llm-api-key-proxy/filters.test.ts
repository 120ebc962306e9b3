import { describe, expect, it } from 'vitest';
import { isHidden } from '@/src/adapters/kit/rules/decide-models';
import { llmApiKeyProxy } from '@/src/adapters/llm-api-key-proxy/definition';
import {
  decideListed,
  type LlmProxyContext,
  providerProblem,
  ruleProblemIn,
} from '@/src/adapters/llm-api-key-proxy/filters';
import { readEnv, setKey, unsetKey } from '@/tests/fakes/llm-proxy/env-file';
import { inEnglish } from '@/tests/in-english';

const ignore = (...rules: string[]) => ({ ignore: rules, whitelist: [] });
const keep = (...rules: string[]) => ({ ignore: [], whitelist: rules });

function decide(filters: LlmProxyContext['filters'], ...models: string[]) {
  const providers = { openai: { keys: 1, oauth: 0 }, gemini: { keys: 1, oauth: 0 } };
  return decideListed({ filters, providers, models, aliases: [] });
}
const hidden = (...args: Parameters<typeof decide>) =>
  decide(...args)
    .filter(isHidden)
    .map(({ id }) => id);

describe('the saved rules about a listed model', () => {
  it.each<[string, LlmProxyContext['filters'], string[], string[]]>([
    [
      'of its provider count',
      { openai: ignore('gpt-*') },
      ['openai/gpt-4', 'gemini/gpt-x'],
      ['openai/gpt-4'],
    ],
    [
      'of a whitelist win over the ignore list',
      { openai: { ignore: ['*'], whitelist: ['gpt-4'] } },
      ['openai/gpt-4', 'openai/o1'],
      ['openai/o1'],
    ],
    [
      'of gemini count for google, which has none',
      { gemini: ignore('*') },
      ['google/gemini-3'],
      ['google/gemini-3'],
    ],
    [
      'of gemini don’t count for google, if it has its own',
      { gemini: ignore('*'), google: ignore('x') },
      ['google/g'],
      [],
    ],
    [
      'of one provider’s whitelist meet the ignore list of its stand-in',
      { gemini: ignore('*'), google: keep('g-3') },
      ['google/g-3', 'google/g-2'],
      ['google/g-2'],
    ],
    ['are chosen by the first part of an id', { openai: ignore('*') }, ['openrouter/openai/gpt-4o'], []],
  ])('%s', (_, filters, models, expected) => {
    expect(hidden(filters, ...models)).toEqual(expected);
  });

  it('are certain for a provider with credentials, and otherwise only without any other rules', () => {
    const certain = (filters: LlmProxyContext['filters'], id: string) => decide(filters, id)[0]?.isCertain;
    expect(certain({ openai: ignore('x') }, 'openai/gpt')).toBe(true);
    expect(certain({ openai: ignore('x') }, 'other/gpt')).toBe(false);
    expect(certain({ openai: ignore('x') }, 'no-provider')).toBe(false);
    expect(certain({ other: { ignore: ['x'], whitelist: ['y'] } }, 'other/gpt')).toBe(true);
    expect(certain({}, 'other/gpt')).toBe(true);
  });

  it('keep the order of the models, and name the list that decided', () => {
    const models = decide({ openai: ignore('b'), gemini: ignore('a') }, 'gemini/a', 'openai/b', 'gemini/c');
    expect(models.map(({ id }) => id)).toEqual(['gemini/a', 'openai/b', 'gemini/c']);
    expect(models.map(({ lists }) => lists.ignore)).toEqual(['gemini', 'openai', 'gemini']);
  });

  it('decide nothing while the models are unknown', () => {
    expect(
      decideListed({ filters: { openai: ignore('*') }, providers: {}, models: null, aliases: [] }),
    ).toEqual([]);
  });
});

describe('a provider', () => {
  it.each(['openai', 'nvidia_nim', 'OPENAI2'])('%s is written', (provider) => {
    expect(providerProblem(provider)).toBeNull();
  });

  it.each(['x-ai', 'a.b', 'a b', ''])('%j is not, since its line could not be removed again', (provider) => {
    expect(inEnglish(providerProblem(provider))).toContain('could not be undone');
  });
});

it('the server’s file gains a line at each save of a name with a hyphen, and loses none', () => {
  const key = 'IGNORE_MODELS_X-AI';
  const twice = setKey(setKey('A="1"\n', key, 'a'), key, 'b');
  expect(twice).toBe(`A="1"\n${key}="a"\n${key}="b"\n`);
  expect(readEnv(twice).get(key)).toBe('b');
  expect(unsetKey(twice, key)).toBe(twice);
});

describe('a rule', () => {
  it.each([
    ['gpt-4*', null],
    ['it’s "quoted"', null],
    ['a=b#c$d', null],
    ['', 'empty'],
    [' gpt', 'begins or ends with a space'],
    ['gpt\t', 'begins or ends with a space'],
    ['a,b', 'comma'],
    ['a\nb', 'line break'],
    ['a\tb', 'invisible character'],
    ['a\u0000b', 'invisible character'],
    ['a\u200bb', 'invisible character'],
    [`\${HOME}`, 'environment variable'],
    ['a\\', 'backslash'],
    ['x'.repeat(201), 'longer than'],
  ])('%j: %s', (pattern, why) => {
    const problem = ruleProblemIn([pattern], []);
    if (why === null) expect(problem).toBeNull();
    else expect(problem?.why).toContain(why);
  });

  it.each([`a\${HOME}`, 'a\\'])('%j that the server has already may stay', (pattern) => {
    expect(ruleProblemIn(['new', pattern], [pattern])).toBeNull();
  });
});

describe('a change of rules', () => {
  it.each<[string, string[], object]>([
    [
      'isn’t in force while a model that it hides is listed',
      ['openai/gpt-4', 'openai/o1'],
      {
        value: 'no',
        evidence: expect.stringMatching(/^Clients still get openai\/gpt-4\. .*after a restart/),
      },
    ],
    [
      'can’t be judged once none is listed',
      ['openai/o1'],
      { value: 'unknown', evidence: expect.stringContaining('doesn’t show it') },
    ],
  ])('%s', async (_, models, found) => {
    const now = {
      filters: { openai: ignore('gpt-*') },
      providers: { openai: { keys: 1, oauth: 0 } },
      models,
      aliases: [],
    };
    const answer = await llmApiKeyProxy.inForce?.({ filters: {} }, now);
    expect(answer && { ...answer, evidence: inEnglish(answer.evidence) }).toEqual(found);
  });
});
