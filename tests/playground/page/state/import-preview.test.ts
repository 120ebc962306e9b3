import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isVisible } from '@/playground/filter/decide';
import { rulesOf } from '@/playground/filter/rule-sets';
import { importPreviewOf } from '@/playground/page/state/import-preview';
import { INITIAL_PAGE_STATE, type PageState } from '@/playground/page/state/page-state';
import { decisionsOf } from '@/playground/page/state/page-view';
import { reducePage } from '@/playground/page/state/reduce-page';
import { MODELS } from '../start-page';

/** A page with openai in view, these ignore rules and the whitelist rule `gpt-4`. */
function pageWith(ignore: string[], models: readonly string[] | null = MODELS.openai): PageState {
  const asked = reducePage(INITIAL_PAGE_STATE, {
    type: 'catalogue-loaded',
    instanceId: 'here',
    providers: [{ name: 'openai', count: 4 }],
    saved: { openai: { ignore, whitelist: ['gpt-4'] } },
  });
  if (models === null) return asked;
  return [
    { type: 'models-requested', provider: 'openai', request: 1 } as const,
    { type: 'models-loaded', provider: 'openai', request: 1, models } as const,
  ].reduce(reducePage, asked);
}

const added = (pattern: string, replaced: string[] = []) => ({ pattern, kind: 'added', replaced });

describe('a merge', () => {
  it.each<[sentence: string, before: string[], text: string, expected: object]>([
    [
      'adds what is new',
      ['x'],
      'o1*\ny',
      {
        outcomes: [added('o1*'), added('y')],
        before: { length: 1 },
        list: { length: 3 },
        newlyHidden: ['o1', 'o1-preview'],
        broughtBack: [],
        canImport: true,
      },
    ],
    [
      'takes out what a new rule covers',
      ['o1-preview', 'x', 'o1'],
      'o1*',
      {
        outcomes: [added('o1*', ['o1-preview', 'o1'])],
        list: { length: 2 },
      },
    ],
    [
      'takes out a rule of the text that a later one covers, and names it no loss',
      [],
      'o1, o*',
      { list: { length: 1 }, outcomes: [added('o1'), added('o*', ['o1'])] },
    ],
    [
      'tells what is covered or there, and can not import nothing else',
      ['o1*'],
      'o1-preview, o1*',
      {
        outcomes: [
          { pattern: 'o1-preview', kind: 'covered', by: 'o1*' },
          { pattern: 'o1*', kind: 'duplicate' },
        ],
        list: { length: 1 },
        canImport: false,
      },
    ],
    ['counts what the text names twice', [], 'a, b\na, a', { duplicates: 2, list: { length: 2 } }],
    ['hides no model that a whitelist rule keeps', [], 'gpt-4*', { newlyHidden: ['gpt-4-turbo'] }],
    ['needs a text', ['x'], ' ,\n', { outcomes: [], list: { length: 1 }, canImport: false }],
  ])('%s', (_, before, text, expected) => {
    expect(importPreviewOf(pageWith(before), 'ignore', text, 'merge')).toMatchObject(expected);
  });
});

describe('a replacement', () => {
  it.each<[sentence: string, before: string[], text: string, expected: object]>([
    [
      'takes the list as it is named, covered rules too',
      ['o1*', 'x'],
      'x\nx*\ngpt-4-turbo, x',
      {
        outcomes: [added('x'), added('x*'), added('gpt-4-turbo')],
        duplicates: 1,
        before: { length: 2 },
        list: { length: 3 },
        newlyHidden: ['gpt-4-turbo'],
        broughtBack: ['o1', 'o1-preview'],
        canImport: true,
      },
    ],
    ['clears the list by an empty text', ['o1*'], '', { list: { length: 0 }, canImport: true }],
    ['has nothing to clear in an empty list', [], '', { list: { length: 0 }, canImport: false }],
    ['is none when the list is the same', ['a', 'b'], 'a, b', { canImport: false }],
    ['may change the order alone', ['a', 'b'], 'b, a', { canImport: true }],
  ])('%s', (_, before, text, expected) => {
    expect(importPreviewOf(pageWith(before), 'ignore', text, 'replace')).toMatchObject(expected);
  });
});

describe('either', () => {
  it.each(['merge', 'replace'] as const)('can’t import an invalid rule: %s', (mode) => {
    const preview = importPreviewOf(pageWith([]), 'ignore', `o1*\n${'x'.repeat(201)}`, mode);
    expect(preview.canImport).toBe(false);
    expect(preview.outcomes[1]).toMatchObject({ kind: 'invalid', problem: expect.stringContaining('200') });
    expect(preview).toMatchObject({ list: { length: 1 }, newlyHidden: ['o1', 'o1-preview'] });
  });

  it.each(['merge', 'replace'] as const)('shows no models before they are loaded: %s', (mode) => {
    expect(importPreviewOf(pageWith([], null), 'ignore', 'o1*', mode)).toMatchObject({
      list: { length: 1 },
      newlyHidden: [],
      broughtBack: [],
      canImport: true,
    });
  });

  it('has exactly the previewed effect', () => {
    const pattern = fc.constantFrom('*', 'o1', 'o1*', 'gpt*', 'gpt-4*', '*-turbo', '*4*', 'x', 'o1-preview');
    const list = fc.uniqueArray(pattern, { maxLength: 5 });
    const kind = fc.constantFrom('ignore' as const, 'whitelist' as const);
    const mode = fc.constantFrom('merge' as const, 'replace' as const);
    fc.assert(
      fc.property(list, list, kind, mode, (before, named, kind, mode) => {
        const state = pageWith(before);
        const text = named.join('\n');
        const preview = importPreviewOf(state, kind, text, mode);
        const next = reducePage(state, { type: 'rules-imported', kind, text, mode });
        const hiddenNames = (one: PageState) =>
          decisionsOf(one).flatMap((model) => (isVisible(model) ? [] : [model.name]));
        const [hiddenBefore, hiddenAfter] = [hiddenNames(state), hiddenNames(next)];
        expect(preview.canImport).toBe(next !== state);
        expect(preview.list).toEqual(rulesOf(preview.canImport ? next.drafts : state.drafts, 'openai')[kind]);
        expect(preview.newlyHidden).toEqual(hiddenAfter.filter((name) => !hiddenBefore.includes(name)));
        expect(preview.broughtBack).toEqual(hiddenBefore.filter((name) => !hiddenAfter.includes(name)));
      }),
    );
  });
});
