import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { choosePattern } from '../../../playground/demo-model/choose-pattern';
import type { Target } from '../../../playground/demo-model/intent';
import { matchesModel } from '../../../playground/filter/matcher';
import { OPENAI_NAMES } from './demo-requests';

const OPENROUTER_NAMES = [
  'anthropic/claude-3-5-sonnet',
  'anthropic/claude-3.5-haiku',
  'deepseek/deepseek-r1-distill-llama-70b:free',
  'google/gemini-2.0-flash-exp:free',
  'google/gemini-flash-1.5',
  'meta-llama/llama-3.1-8b-instruct',
  'openai/gpt-4-turbo',
  'openai/gpt-4o',
  'openai/gpt-4o-mini',
];
const GEMINI_NAMES = [
  'gemini-1.5-pro',
  'gemini-2.0-flash',
  'gemini-flash-latest',
  'gemma-3-4b',
  'learnlm-flash',
];

function choose(provider: string, names: readonly string[], text: string, isFamily = false) {
  const target: Target = { kind: 'phrase', words: text.split(' '), isFamily, place: 'anywhere' };
  const providers = ['anthropic', 'gemini', 'mistral', 'openai', 'openrouter'];
  return choosePattern(target, { provider, providers, names });
}

function patternOf(...args: Parameters<typeof choose>): string {
  const choice = choose(...args);
  return choice.kind === 'chosen' ? choice.pattern : choice.kind;
}

describe('choosePattern', () => {
  it.each([
    ['a name in full', 'gpt-4o', false, 'gpt-4o'],
    ['a name in other letters', 'GPT-4O', false, 'gpt-4o'],
    ['a full id', 'openai/gpt-4o', false, 'gpt-4o'],
    ['a name that stands for a family', 'gpt-4', true, 'gpt-4*'],
    ['the beginning of names', 'gpt-3', false, 'gpt-3*'],
    ['a beginning without its hyphen', 'gpt3', false, 'gpt-3*'],
    ['a suffix that some names have with a date', 'preview', true, '*-preview*'],
    ['a plural', 'previews', false, '*-preview*'],
    ['a token in the middle', '4o', false, '*-4o*'],
    ['two words in a row', 'gpt-4o mini', true, 'gpt-4o-mini*'],
    ['two words in the other order', 'preview gpt-4', true, 'gpt-4*preview*'],
    ['a provider that is in view', 'openai', true, '*'],
  ])('on openai: %s', (_, text, isFamily, pattern) => {
    expect(patternOf('openai', OPENAI_NAMES, text, isFamily)).toBe(pattern);
  });

  it.each([
    ['a vendor', 'openai', 'openai/*'],
    ['a family behind a vendor', 'gpt-4', '*/gpt-4*'],
    ['a name without its vendor', 'gpt-4o', 'openai/gpt-4o'],
    ['a tag', 'free', '*:free'],
    ['a word in several places', 'llama', '*-llama*'],
    ['two spellings of a version', 'claude 3.5', '*/claude-3[.-]5*'],
    ['two words apart', 'gemini flash', '*/gemini*flash*'],
  ])('with nested vendors: %s', (_, text, pattern) => {
    expect(patternOf('openrouter', OPENROUTER_NAMES, text)).toBe(pattern);
  });

  it.each([
    ['a family that is named like the provider', 'gemini', 'gemini-*'],
    ['a family of that family', 'gemini flash', 'gemini-*flash*'],
  ])('where full ids carry the word too: %s', (_, text, pattern) => {
    expect(patternOf('gemini', GEMINI_NAMES, text)).toBe(pattern);
  });

  it('takes everything when no pattern tells the family from the provider of the same name', () => {
    const names = ['codestral', 'mistral-large', 'open-mistral-7b'];
    expect(choose('mistral', names, 'mistral')).toMatchObject({ pattern: '*', how: 'everything' });
  });

  it('reports names that the pattern matches beyond those meant', () => {
    const choice = choose('x', ['mini-a', 'b-mini', 'b-minimax'], 'mini');
    expect(choice).toMatchObject({ pattern: '*mini*', carriers: ['mini-a', 'b-mini'] });
    expect(choice).toMatchObject({ matches: ['mini-a', 'b-mini', 'b-minimax'] });
  });

  it('offers near names for a word that no name carries, and invents nothing', () => {
    expect(choose('openai', OPENAI_NAMES, 'prevew')).toEqual({
      kind: 'no-model',
      named: 'prevew',
      near: ['gpt-4-turbo-preview', 'gpt-4o-audio-preview-2024-10-01', 'o1-preview'],
    });
    expect(choose('openai', OPENAI_NAMES, 'zzz')).toEqual({ kind: 'no-model', named: 'zzz', near: [] });
    expect(choose('openai', OPENAI_NAMES, 'claude')).toEqual({ kind: 'no-model', named: 'claude', near: [] });
  });

  it('sends to the other provider when just that is named', () => {
    expect(choose('openai', OPENAI_NAMES, 'gemini')).toEqual({ kind: 'other-provider', named: 'gemini' });
  });

  it.each([
    ['wildcard characters', 'odd[name', 'odd[[]name'],
    ['a comma, which no rule can hold', 'a,b*', 'a?b[*]'],
  ])('writes a name with %s so that it matches just that name', (_, name, pattern) => {
    expect(patternOf('x', [name, 'other'], name)).toBe(pattern);
    expect(matchesModel(pattern, `x/${name}`)).toBe(true);
  });

  it('matches every name that it says is meant', () => {
    const token = fc.constantFrom('gpt', '4', '4o', 'mini', 'Mini', 'preview', '3.5', 'o1', 'a]b', 'x-ai');
    const name = fc
      .array(fc.tuple(token, fc.constantFrom('-', '/', ':', '.', '_')), { minLength: 1, maxLength: 4 })
      .map((parts) =>
        parts
          .map(([text, end]) => text + end)
          .join('')
          .slice(0, -1),
      );
    fc.assert(
      fc.property(
        fc.uniqueArray(name, { minLength: 1, maxLength: 8 }),
        fc.array(token, { minLength: 1, maxLength: 3 }),
        fc.boolean(),
        (names, words, isFamily) => {
          const choice = choose('p', names, words.join(' '), isFamily);
          if (choice.kind !== 'chosen') return;
          expect(choice.carriers.filter((carrier) => !choice.matches.includes(carrier))).toEqual([]);
        },
      ),
    );
  });
});
