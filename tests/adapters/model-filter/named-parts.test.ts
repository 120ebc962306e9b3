import { describe, expect, it } from 'vitest';
import { namedParts } from '@/src/adapters/model-filter/named-parts';
import { modelFilterState } from '../../fakes/model-filter-page';
import { inEnglish } from '../../in-english';

const PAGE = modelFilterState({
  provider: 'openai',
  providers: ['gemini', 'openai'],
  models: { openai: ['openai/gpt-4o', 'openai/gpt-4o-preview', 'openai/o1-preview'] },
  drafts: {
    gemini: { ignore: ['pro*'], whitelist: [] },
    openai: { ignore: ['*-preview', 'gpt-3*'], whitelist: ['o1*'] },
  },
  search: 'gpt',
});

const namesOf = (kind: string) => namedParts[kind]?.list(PAGE).map(({ name, note }) => [name, note]);
const textOf = (kind: string, name: string) => namedParts[kind]?.text(PAGE, name);

describe('the named parts of a model-filter page', () => {
  it.each([
    ['provider', [['gemini'], ['openai']]],
    [
      'rule',
      [
        ['gemini/pro*', 'ignore rule'],
        ['openai/*-preview', 'ignore rule'],
        ['openai/gpt-3*', 'ignore rule'],
        ['openai/o1*', 'whitelist rule'],
      ],
    ],
    [
      'model',
      [
        ['openai/gpt-4o', 'visible'],
        ['openai/gpt-4o-preview', 'hidden'],
        ['openai/o1-preview', 'visible'],
      ],
    ],
  ])('are each %s', (kind, names) => {
    expect(inEnglish(namesOf(kind))).toEqual(names.map(([name, note]) => [name, note]));
  });

  it('have a provider as the page shows it, with all its models', () => {
    expect(textOf('provider', 'openai')).toContain(
      'visible models:\ngpt-4o\no1-preview w1\nhidden models:\ngpt-4o-preview i1',
    );
    expect(textOf('provider', 'openai')).not.toContain('search:');
    expect(textOf('provider', 'gemini')).toContain('provider: gemini\n');
  });

  it.each([
    [
      'openai/*-preview',
      'ignore rule "*-preview" of openai, number 1 of 2\nmatches 2 of 3 models:\ngpt-4o-preview hidden\no1-preview visible, decided by another rule',
    ],
    ['openai/gpt-3*', 'ignore rule "gpt-3*" of openai, number 2 of 2\nmatches 0 of 3 models'],
    ['gemini/pro*', 'ignore rule "pro*" of gemini, number 1 of 1\nmodels: not loaded'],
  ])('have for the rule %s its place and its models', (name, text) => {
    expect(textOf('rule', name)).toBe(text);
  });

  it.each([
    ['openai/gpt-4o', 'gpt-4o of openai: visible\nno rule matches'],
    [
      'openai/o1-preview',
      'o1-preview of openai: visible\nrules that match, the first decides:\nwhitelist "o1*"\nignore "*-preview"',
    ],
  ])('have for the model %s what decides', (id, text) => {
    expect(textOf('model', id)).toBe(text);
  });

  it.each(['provider', 'rule', 'model'])('have no %s that the page lacks', (kind) => {
    expect(textOf(kind, 'other')).toBeNull();
  });
});
