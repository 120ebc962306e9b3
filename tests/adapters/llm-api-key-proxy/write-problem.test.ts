import { describe, expect, it } from 'vitest';
import { providerProblem, ruleProblemIn } from '@/src/adapters/llm-api-key-proxy/write-problem';
import { readEnv, setKey, unsetKey } from '@/tests/fakes/llm-proxy/env-file';

describe('a provider', () => {
  it.each(['openai', 'nvidia_nim', 'OPENAI2'])('%s is written', (provider) => {
    expect(providerProblem(provider)).toBeNull();
  });

  it.each(['x-ai', 'a.b', 'a b', ''])('%j is not, since its line could not be removed again', (provider) => {
    expect(providerProblem(provider)).toContain('could not be undone');
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
    [' gpt', 'blanks at its ends'],
    ['gpt\t', 'blanks at its ends'],
    ['a,b', 'comma'],
    ['a\nb', 'line break'],
    ['a\tb', 'can’t be seen'],
    ['a\u0000b', 'can’t be seen'],
    ['a\u200bb', 'can’t be seen'],
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
