import { describe, expect, it } from 'vitest';
import { readScopeAnswer, takeScope } from '../../../playground/demo-model/read-scope';
import { providersOf, type Scope } from '../../../playground/demo-model/scope';

const PROVIDERS = ['gemini', 'nvidia_nim', 'openai', 'openai_eu'];
const PAGE = { provider: 'openai', providers: PROVIDERS };

describe('readScopeAnswer', () => {
  it.each([
    ['Only openai', ['openai']],
    ['openai', ['openai']],
    ['just for Gemini, please', ['gemini']],
    ['gemini and openai_eu', ['gemini', 'openai_eu']],
    ['nvidia nim', ['nvidia_nim']],
    ['All 4 providers', PROVIDERS],
    ['all', PROVIDERS],
    ['Everywhere.', PROVIDERS],
    ['all of them except gemini', ['nvidia_nim', 'openai', 'openai_eu']],
    ['this one', ['openai']],
    ['the one in view', ['openai']],
    ['here', ['openai']],
    ['the other providers', ['gemini', 'nvidia_nim', 'openai_eu']],
  ])('reads "%s"', (text, expected) => {
    const scope = readScopeAnswer(text, PROVIDERS);
    expect(scope === null || scope.kind === 'unsaid' ? null : providersOf(scope, PAGE)).toEqual(expected);
  });

  it.each(['block o1 in openai', 'never mind', 'what is hidden everywhere?', 'maybe', '', 'foo'])(
    'takes "%s" for no answer',
    (text) => {
      expect(readScopeAnswer(text, PROVIDERS)).toBeNull();
    },
  );
});

describe('takeScope', () => {
  it.each<[string, Scope, string]>([
    [
      'block preview models in openai_eu',
      { kind: 'named', providers: ['openai_eu'] },
      'block preview models',
    ],
    ['block openai models', { kind: 'unsaid' }, 'block openai models'],
    ['block models in openai-like names', { kind: 'unsaid' }, 'block models in openai-like names'],
    ['block everything', { kind: 'unsaid' }, 'block everything'],
    ['block o1 for any provider', { kind: 'all', except: [] }, 'block o1'],
    ['block o1 in this provider', { kind: 'here' }, 'block o1'],
  ])('parts the providers from the rest: %s', (clause, scope, rest) => {
    expect(takeScope(clause, PROVIDERS)).toEqual({ scope, rest });
  });
});
