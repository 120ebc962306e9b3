import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isVisible } from '@/playground/filter/decide';
import { rulesOf } from '@/playground/filter/rule-sets';
import { importPreviewOf } from '@/playground/page/state/import-preview';
import { decisionsOf } from '@/playground/page/state/page-view';
import { reducePage } from '@/playground/page/state/reduce-page';
import { loadedPage } from './loaded-page';

const rules = (ignore: string[]) => ({ openai: { ignore, whitelist: ['gpt-4'] } });
const added = (pattern: string, replaced: string[] = []) => ({ pattern, kind: 'added', replaced });

it.each<['merge' | 'replace', before: string[], text: string, list: string[] | null, expected: object]>([
  [
    'merge',
    ['o1-preview', 'x'],
    'o1*\ny',
    ['x', 'o1*', 'y'],
    { outcomes: [added('o1*', ['o1-preview']), added('y')] },
  ],
  ['merge', [], 'o1, o*', ['o*'], { outcomes: [added('o1'), added('o*', ['o1'])] }],
  [
    'merge',
    ['o1*'],
    'o1-preview, o1*',
    null,
    { outcomes: [{ kind: 'covered', by: 'o1*' }, { kind: 'duplicate' }] },
  ],
  ['merge', [], 'a, b\na, a', ['a', 'b'], { duplicates: 2 }],
  ['merge', [], 'gpt-4*', ['gpt-4*'], { newlyHidden: ['gpt-4-turbo'] }],
  ['merge', ['x'], ' ,\n', null, { outcomes: [] }],
  ['replace', ['o1*', 'x'], 'x\nx*\ngpt-4-turbo, x', ['x', 'x*', 'gpt-4-turbo'], { duplicates: 1 }],
  ['replace', ['o1*'], '', [], {}],
  ['replace', [], '', null, {}],
  ['replace', ['a', 'b'], 'a, b', null, {}],
  ['replace', ['a', 'b'], 'b, a', ['b', 'a'], {}],
])('a %s into %j of %j: %j', (mode, before, text, list, expected) => {
  const preview = importPreviewOf(loadedPage(rules(before)), 'ignore', text, mode);
  expect(preview).toMatchObject({ canImport: list !== null, ...(list && { list }), ...expected });
});

it.each(['merge', 'replace'] as const)(
  'a %s imports no invalid rule, and shows no models before they are loaded',
  (mode) => {
    const preview = importPreviewOf(loadedPage(rules([])), 'ignore', `o1*\n${'x'.repeat(201)}`, mode);
    const invalid = { kind: 'invalid', problem: expect.stringContaining('200') };
    expect(preview).toMatchObject({
      canImport: false,
      outcomes: [{}, invalid],
      newlyHidden: ['o1', 'o1-preview'],
    });
    const early = { ...loadedPage(rules([])), models: {} };
    expect(importPreviewOf(early, 'ignore', 'o1*', mode)).toMatchObject({ newlyHidden: [], canImport: true });
  },
);

it('an import has exactly the previewed effect', () => {
  const pattern = fc.constantFrom('*', 'o1', 'o1*', 'gpt*', 'gpt-4*', '*-turbo', '*4*', 'x', 'o1-preview');
  const list = fc.uniqueArray(pattern, { maxLength: 5 });
  const kind = fc.constantFrom('ignore' as const, 'whitelist' as const);
  const mode = fc.constantFrom('merge' as const, 'replace' as const);
  fc.assert(
    fc.property(list, list, kind, mode, (before, named, kind, mode) => {
      const state = loadedPage(rules(before));
      const text = named.join('\n');
      const preview = importPreviewOf(state, kind, text, mode);
      const next = reducePage(state, { type: 'rules-imported', kind, text, mode });
      const [hiddenBefore = [], hiddenAfter = []] = [state, next].map((one) =>
        decisionsOf(one).flatMap((model) => (isVisible(model) ? [] : [model.name])),
      );
      expect(preview.canImport).toBe(next !== state);
      expect(preview.list).toEqual(rulesOf(preview.canImport ? next.drafts : state.drafts, 'openai')[kind]);
      expect(preview.newlyHidden).toEqual(hiddenAfter.filter((name) => !hiddenBefore.includes(name)));
      expect(preview.broughtBack).toEqual(hiddenBefore.filter((name) => !hiddenAfter.includes(name)));
    }),
  );
});
