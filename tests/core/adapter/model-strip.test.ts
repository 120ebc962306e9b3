import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { modelFilter } from '@/src/adapters/model-filter/definition';
import type { AdapterDefinition } from '@/src/core/adapter/adapter-definition';
import { modelStrip, stripOf } from '@/src/core/adapter/model-strip';
import type { ModelGroup, PageModel } from '@/src/core/adapter/page-models';
import { textError } from '@/src/core/errors';
import { modelStripSchema } from '@/src/schema/model-strip';
import { countMarks } from '@/src/schema/values/model-strip';

type State = PageModel['state'] | 'missing';

/** Creates a group of models from their states by name, without those whose state is `missing`. */
function group(name: string, models: Record<string, State>): ModelGroup {
  return {
    name,
    models: Object.entries(models).flatMap(([name, state]) => (state === 'missing' ? [] : { name, state })),
  };
}

const ROWS: readonly [was: State, is: State, mark: string][] = [
  ['visible', 'visible', 'visible'],
  ['visible', 'kept', 'kept'],
  ['visible', 'hidden', 'lost'],
  ['visible', 'missing', 'lost'],
  ['kept', 'kept', 'kept'],
  ['kept', 'visible', 'visible'],
  ['kept', 'hidden', 'lost'],
  ['hidden', 'visible', 'back'],
  ['hidden', 'kept', 'back'],
  ['hidden', 'hidden', 'hidden'],
  ['hidden', 'missing', 'hidden'],
  ['missing', 'visible', 'back'],
  ['missing', 'hidden', 'hidden'],
];

describe('the mark of a model', () => {
  it.each(ROWS)('that was %s and is %s says %s', (was, is, state) => {
    const strip = stripOf([group('openai', { a: was })], [group('openai', { a: is })], null);
    expect(strip.groups).toEqual([{ name: 'openai', marks: [{ state, name: 'a', count: 1 }] }]);
  });

  it('is unsaved if clients get something else until the page is saved', () => {
    const [page, saved] = [
      group('openai', { a: 'hidden', b: 'kept', c: 'visible' }),
      group('openai', { a: 'visible', b: 'visible', c: 'hidden' }),
    ];
    const [openai] = stripOf([page], [page], [saved]).groups;
    expect(openai?.marks.map(({ name, isUnsaved }) => [name, isUnsaved])).toEqual([
      ['a', true],
      ['b', undefined],
      ['c', true],
    ]);
  });

  it('is unknown for a group whose models the page hasn’t loaded', () => {
    const unloaded = { name: 'openai', models: null };
    expect(stripOf([unloaded], [group('openai', { a: 'visible' })], null).groups).toEqual([
      { name: 'openai', marks: [{ state: 'unknown', name: 'openai', count: 1 }] },
    ]);
  });
});

describe('a strip', () => {
  const NAMES = Array.from({ length: 40 }, (_, index) => `provider-${index}`);

  it.each<[string, string[], (string | null)[]]>([
    ['that change, and joins the others', ['provider-30', 'provider-7'], ['provider-7', 'provider-30', null]],
    ['if few, although none changes', [], [...NAMES.slice(0, 12), null]],
  ])('shows the groups %s', (_, changing, shown) => {
    const page = (state: State) =>
      NAMES.map((name) => group(name, { a: changing.includes(name) ? state : 'visible' }));
    const { groups } = stripOf(page('visible'), page('hidden'), null);
    expect(groups.map(({ name }) => name)).toEqual(shown);
    expect(groups.flatMap(({ marks }) => marks)).toHaveLength(40);
  });

  it('names a single group that doesn’t change', () => {
    const [was, is] = [group('a', { x: 'visible' }), group('a', { x: 'hidden' })];
    const same = group('b', { y: 'visible' });
    expect(stripOf([was, same], [is, same], null).groups.map(({ name }) => name)).toEqual(['a', 'b']);
  });

  it('counts every model once, in its state, with few marks for any number of models', () => {
    const state = fc.constantFrom<PageModel['state']>('visible', 'kept', 'hidden');
    const pages = fc.array(fc.array(fc.tuple(state, state), { maxLength: 2_000 }), { maxLength: 15 });
    fc.assert(
      fc.property(pages, (page) => {
        const side = (index: 0 | 1) =>
          page.map((models, number) =>
            group(`${number}`, Object.fromEntries(models.map((pair, name) => [`m${name}`, pair[index]]))),
          );
        const strip = stripOf(side(0), side(1), null);
        const marks = page
          .flat()
          .map(([was, is]) => ROWS.find((row) => row[0] === was && row[1] === is)?.[2]);
        const counts = new Map<string | undefined, number>();
        for (const mark of marks) counts.set(mark, (counts.get(mark) ?? 0) + 1);
        expect(countMarks(strip)).toEqual(Object.fromEntries(counts));
        expect(strip.groups.flatMap((one) => one.marks).length).toBeLessThanOrEqual(660);
        expect(modelStripSchema.parse(strip)).toEqual(strip);
      }),
      { numRuns: 30 },
    );
  });
});

describe('the strip of a page', () => {
  const page = {
    ...{
      provider: 'openai',
      providers: ['openai'],
      models: { openai: ['openai/gpt-5', 'openai/gpt-5-mini'] },
    },
    ...{ drafts: { openai: { ignore: ['*-mini'], whitelist: [] } }, saved: {}, search: '' },
    ...{ highlight: { rule: null, models: [] }, loading: false, error: null },
  };
  const state = modelFilter.restorableState(modelFilter.contextSchema.parse(page));
  const same = { from: state, to: state };

  it('marks what the page has not saved', async () => {
    const [openai] = (await modelStrip(modelFilter, page, same))?.groups ?? [];
    expect(openai).toEqual({
      name: 'openai',
      marks: [
        { state: 'visible', name: 'openai/gpt-5', count: 1 },
        { state: 'hidden', name: 'openai/gpt-5-mini', count: 1, isUnsaved: true },
      ],
    });
  });

  const { models: _, ...withoutModels } = modelFilter;
  it.each<[string, AdapterDefinition]>([
    ['has no models', withoutModels],
    [
      'takes too long to decide on its models',
      { ...modelFilter, models: () => Promise.reject(textError('too-complex', 'kit.rules.tooMany')) },
    ],
    ['can’t show the state', { ...modelFilter, withState: (context) => context }],
  ])('is missing if the page %s', async (_, adapter) => {
    const other = { from: { ...state, search: 'gpt' }, to: state };
    expect(await modelStrip(adapter, page, other)).toBeNull();
  });
});
