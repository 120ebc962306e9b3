import { describe, expect, it } from 'vitest';
import { pageLine, suggestions, unsavedNote } from '@/src/adapters/model-filter/definition';
import { diffState } from '@/src/adapters/model-filter/diff';
import type { ModelFilterContext } from '@/src/adapters/model-filter/model-filter-context';
import { modelFilterState } from '../../fakes/model-filter-page';
import { inEnglish } from '../../in-english';

const preview = { ignore: ['*-preview*'], whitelist: [] };

describe('the page line', () => {
  it.each<[string, Partial<ModelFilterContext>, string[], boolean]>([
    ['counts models', {}, ['0 hidden', '7 models'], false],
    ['counts hidden models', { drafts: { openai: preview } }, ['2 hidden', '7 models'], true],
    ['has the singular for one model', { models: { openai: ['openai/o1'] } }, ['0 hidden', '1 model'], false],
    ['says that models are being loaded', { loading: true }, ['loading models'], false],
    ['says that models are being loaded if they never were', { models: {} }, ['loading models'], false],
    ['says that loading failed', { error: 'x' }, ['models could not be loaded'], false],
    [
      'sees unsaved rules of another provider',
      { saved: { gemini: preview } },
      ['0 hidden', '7 models'],
      true,
    ],
  ])('%s', (_, overrides, facts, unsaved) => {
    expect(inEnglish(pageLine(modelFilterState(overrides)))).toEqual({
      title: 'Model filter',
      name: 'openai',
      facts,
      unsaved,
    });
  });
});

describe('the suggestions', () => {
  it.each<[string, Partial<ModelFilterContext>, string[]]>([
    ['no model is hidden', {}, ['Hide 2 preview models', 'Which of the 7 models are outdated?']],
    ['models are hidden', { drafts: { openai: preview } }, ['Which rules hide the 2 hidden models?']],
    [
      'one model is hidden',
      { drafts: { openai: { ignore: ['o1'], whitelist: [] } } },
      ['Hide 2 preview models', 'Which rules hide the 1 hidden model?'],
    ],
    [
      'a preview model is kept by a whitelist rule',
      { drafts: { openai: { ignore: [], whitelist: ['o1-*'] } } },
      ['Hide 1 preview model', 'Which of the 7 models are outdated?'],
    ],
    ['there is one model', { models: { openai: ['openai/o1'] } }, []],
    ['the provider has no models', { models: { openai: [] } }, []],
    ['models load', { loading: true }, []],
    ['models could not be loaded', { error: 'x' }, []],
  ])('if %s', (_, overrides, expected) => {
    expect(inEnglish(suggestions(modelFilterState(overrides)))).toEqual(expected);
  });
});

describe('the note on the saved file', () => {
  it.each<[Partial<ModelFilterContext>, string | null]>([
    [{}, null],
    [{ drafts: { openai: preview }, saved: { openai: preview } }, null],
    [{ drafts: { openai: preview } }, 'The saved file still differs from the page for openai.'],
    [
      { drafts: { openai: preview }, saved: { gemini: preview } },
      'The saved file still differs from the page for gemini and openai.',
    ],
    [
      {
        drafts: { openai: { ignore: ['a', 'b'], whitelist: [] } },
        saved: { openai: { ignore: ['b', 'a'], whitelist: [] } },
      },
      'The saved file still differs from the page for openai.',
    ],
  ])('%j → %s', (overrides, note) => {
    expect(inEnglish(unsavedNote(modelFilterState(overrides)))).toBe(note);
  });
});

describe('the differences of two states', () => {
  const from = {
    provider: 'openai',
    drafts: { openai: { ignore: ['a', 'b', 'c'], whitelist: ['w'] } },
    search: '',
  };

  it('have one line for each difference', () => {
    const to = {
      provider: 'gemini',
      drafts: { gemini: { ignore: ['g'], whitelist: [] }, openai: { ignore: ['c', 'b'], whitelist: ['w'] } },
      search: 'x',
    };
    expect(inEnglish(diffState(from, to))).toEqual([
      { kind: 'modified', text: 'provider: openai → gemini' },
      { kind: 'added', text: 'gemini: ignore rule "g"' },
      { kind: 'removed', text: 'openai: ignore rule "a"' },
      { kind: 'modified', text: 'openai: order of the ignore rules' },
      { kind: 'modified', text: 'search: "" → "x"' },
    ]);
  });

  it('are empty between equal states', () => {
    expect(diffState(from, structuredClone(from))).toEqual([]);
  });
});
