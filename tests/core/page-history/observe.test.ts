import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { AdapterDefinition } from '@/src/core/adapter/adapter-definition';
import { pageHashesOf } from '@/src/core/adapter/page-hashes';
import { attributeChanges, inOrder } from '@/src/core/page-history/attribute-changes';
import { changeKey } from '@/src/core/page-history/change-key';
import { closeWrite } from '@/src/core/page-history/close-write';
import { observe, openWrite } from '@/src/core/page-history/observe';
import type { CausedChanges } from '@/src/core/page-history/share-changes';
import type { Observation } from '@/src/core/ports/page-history';
import type { PageReading } from '@/src/core/ports/page-port';
import type { Change } from '@/src/schema/change';
import type { ChangeCause } from '@/src/schema/change-cause';
import type { ObservedPage, PageStep } from '@/src/schema/observed-page';
import type { Json } from '@/src/schema/values/json';
import { notesAdapter } from '../../fakes/notes-adapter';

const adapter = { ...(notesAdapter as unknown as AdapterDefinition), ownChangeTypes: ['note_fetched'] };

const USER: ChangeCause = { kind: 'user' };
const RELOAD: ChangeCause = { kind: 'page', event: 'reload' };
const byChat = (chatId: string): ChangeCause => ({
  kind: 'execution',
  chatId,
  chatTitle: chatId,
  executionId: `call of ${chatId}`,
});

const context = (notes: readonly string[]): Json => ({ notes: [...notes], published: [] });

function reading(notes: readonly string[], document = 'd1', order = 1, askedAtMs = order): PageReading {
  const held = context(notes);
  return {
    context: held,
    stateHash: pageHashesOf(adapter, held).stateHash,
    source: { page: 'tab:1', document, order, askedAtMs },
  };
}

function start(notes: readonly string[]) {
  return observe(adapter, null, reading(notes), 0).page;
}

const isFetched = (held: Json) => Object(held).isFetched === true;

const causesIn = (found: readonly CausedChanges[]) =>
  found.flatMap(({ cause, changes }) => changes.map(({ type, note }) => [`${type} ${note}`, cause]));

const causes = ({ steps }: Observation) => causesIn(steps);

const ADDED_B = ['note_added b', byChat('A')];
const ADDED_C = ['note_added c', byChat('A')];

const intendedFor = (from: readonly string[], to: readonly string[]) =>
  adapter.diffContext(context(from), context(to), 0).map(changeKey);

/** A write of a chat that leads from one list of notes to another. */
const writeOf = (chatId: string, executionId: string, from: readonly string[], to: readonly string[]) => ({
  executionId,
  cause: byChat(chatId),
  before: pageHashesOf(adapter, context(from)),
  after: pageHashesOf(adapter, context(to)),
  intended: intendedFor(from, to),
});

/** An open write of chat A that leads from one list of notes to another. `isComputed`: the context after it is known. */
function withOpenWrite(from: readonly string[], to: readonly string[], isComputed = true) {
  const write = writeOf('A', 'e', from, to);
  return openWrite(start(from), isComputed ? write : { ...write, intended: null });
}

/** The end of that write: it was made, and nothing of it can arrive late. */
const MADE = { executionId: 'e', left: null, wasMade: true, mayArriveLate: false };
/** Its outcome is unknown. */
const UNKNOWN = { ...MADE, reading: null, wasMade: null, mayArriveLate: true };

/** The adapter of a page that reports that something was saved, but not what. */
const saving: AdapterDefinition = {
  ...adapter,
  ...(adapter.saving && { saving: { ...adapter.saving, savedState: (held) => Object(held).published } }),
  diffContext: (previous, next, atMs) => [
    ...adapter.diffContext(previous, next, atMs),
    ...(JSON.stringify(Object(previous).published) === JSON.stringify(Object(next).published)
      ? []
      : [{ type: 'changes_saved', timestamp: '' }]),
  ],
};

it.each<[string, string[], ChangeCause]>([
  ['the call, if it is exactly the intended one', ['a'], byChat('A')],
  ['the user, if it is another one', ['a', 'other'], USER],
])('attributes a saved state after a save of unknown outcome to %s', (_, published, cause) => {
  const computed = { notes: ['a'], published: ['a'] };
  const open = openWrite(start(['a']), {
    executionId: 'e',
    cause: byChat('A'),
    before: pageHashesOf(saving, context(['a'])),
    after: pageHashesOf(saving, computed),
    intended: ['{"type":"changes_saved"}'],
  });
  const { page } = closeWrite(saving, open, UNKNOWN, 0);
  const now = { ...reading(['a'], 'd1', 2), context: { notes: ['a'], published } };
  expect(observe(saving, page, now, 0).steps.map((found) => found.cause)).toEqual([cause]);
});

it('attributes a change to the open write, even if a late write was to make the same change', () => {
  const late = { ...withOpenWrite([], ['b']), order: 1 };
  const { page } = closeWrite(adapter, late, UNKNOWN, 0);
  const both = openWrite(page, writeOf('B', 'e2', [], ['b']));
  expect(causes(observe(adapter, both, reading(['b'], 'd1', 2), 0))).toEqual([['note_added b', byChat('B')]]);
});

describe('observing a page', () => {
  it('finds no changes at the first reading, and none on an unchanged page', () => {
    expect(observe(adapter, null, reading(['a']), 0).steps).toEqual([]);
    expect(observe(adapter, start(['a']), reading(['a']), 0).steps).toEqual([]);
  });

  it.each<[string, PageReading, ChangeCause]>([
    ['the user, if there is no other cause', reading(['a', 'b']), USER],
    ['the page, if it was reloaded', reading(['a', 'b'], 'd2'), RELOAD],
  ])('attributes a change to %s', (_, now, cause) => {
    expect(causes(observe(adapter, start(['a']), now, 0))).toEqual([['note_added b', cause]]);
  });

  it('attributes data that the page fetched again to the page', () => {
    const fetching = {
      ...adapter,
      diffContext: () => [{ type: 'note_fetched', timestamp: '', note: 'x' }],
    };
    expect(causes(observe(fetching, start(['a']), reading(['x']), 0))).toEqual([
      ['note_fetched x', { kind: 'page', event: 'refresh' }],
    ]);
  });

  it.each([
    ['of the same document', reading(['b'], 'd1', 1)],
    ['of the document before', reading(['b'], 'd0', 9, 8)],
    ['of a document between the two that was not observed', reading(['b'], 'd0.5', 1, 9)],
    ['of the document before, requested in the same millisecond', reading(['b'], 'd0', 9, 10)],
  ])('ignores a reading %s that was made before the newest', (_, late) => {
    const before = observe(adapter, null, reading(['x'], 'd0', 8), 0).page;
    const known = observe(adapter, before, reading(['a'], 'd1', 2, 10), 0).page;
    expect(observe(adapter, known, late, 0)).toEqual({ page: known, steps: [] });
  });

  it('ignores a document if the one after it answered a later request, and an earlier one since', () => {
    const loaded = observe(adapter, start(['a']), reading(['a', 'b'], 'd2', 1, 90), 0).page;
    // Requested before the reload, and answered last.
    const { page } = observe(adapter, loaded, reading(['c'], 'd2', 2, 50), 0);
    expect(observe(adapter, page, reading(['x'], 'd1', 9, 60), 0)).toEqual({ page, steps: [] });
  });

  it('corrects a wrong order of two documents with the next reading', () => {
    const later = observe(adapter, null, reading(['a'], 'd2', 1, 5), 0).page;
    const wrong = observe(adapter, later, reading(['b'], 'd1', 1, 6), 0).page;
    const again = observe(adapter, wrong, reading(['a'], 'd2', 2, 7), 0).page;
    expect(again).toMatchObject({ document: 'd2', context: later.context });
  });

  it('takes a new document as the newer one if the clock was set back', () => {
    const known = observe(adapter, null, reading(['a'], 'd1', 1, 9_000_000), 0).page;
    const now = reading(['a', 'b'], 'd2', 1, 8_000_000);
    expect(causes(observe(adapter, known, now, 0))).toEqual([['note_added b', RELOAD]]);
  });

  it.each<[string, PageReading, unknown[]]>([
    ['all', reading(['a', 'b', 'c']), [ADDED_B, ADDED_C]],
    ['a part', reading(['a', 'b']), [ADDED_B]],
    [
      'a part beside other changes',
      reading(['b', 'x']),
      [ADDED_B, ['note_removed a', USER], ['note_added x', USER]],
    ],
    ['a part after a reload', reading(['b'], 'd2'), [ADDED_B, ['note_removed a', RELOAD]]],
    ['nothing', reading(['a', 'x']), [['note_added x', USER]]],
  ])('attributes %s of its intended changes to an open write', (_, now, found) => {
    const seen = observe(adapter, withOpenWrite(['a'], ['a', 'b', 'c']), now, 0);
    expect(causes(seen)).toEqual(found);
    // The same change, made again by others, is attributed to them.
    const gone = observe(adapter, seen.page, reading(['a'], now.source.document), 0).page;
    const again = causes(observe(adapter, gone, reading(['a', 'b'], now.source.document), 0));
    expect(again).toEqual([found.includes(ADDED_B) ? ['note_added b', USER] : ADDED_B]);
  });

  it('attributes data that the page fetched again during a write to the page', () => {
    const fetched = { type: 'note_fetched', timestamp: '', note: 'x' };
    const fetching = {
      ...adapter,
      diffContext: (...of: [Json, Json, number]) => [fetched, ...adapter.diffContext(...of)],
    };
    const seen = observe(fetching, withOpenWrite(['a'], ['a', 'b']), reading(['a', 'b']), 0);
    expect(causes(seen)).toEqual([ADDED_B, ['note_fetched x', { kind: 'page', event: 'refresh' }]]);
  });

  it('attributes all changes but the page’s own to an open write without a dry run', () => {
    const open = openWrite(start(['a']), { ...writeOf('A', 'e', ['a'], []), after: null, intended: null });
    expect(causes(observe(adapter, open, reading(['a', 'c']), 0))).toEqual([ADDED_C]);
    expect(causes(observe(adapter, open, reading(['a', 'c'], 'd2'), 0))).toEqual([['note_added c', RELOAD]]);
  });

  it('attributes nothing to a late write that was sent to the document before a reload', () => {
    const late = closeWrite(adapter, withOpenWrite(['a', 'x'], ['a', 'b', 'x']), UNKNOWN, 0).page;
    const reloaded = observe(adapter, late, reading(['a'], 'd2'), 0).page;
    expect(causes(observe(adapter, reloaded, reading(['a', 'b'], 'd2'), 0))).toEqual([
      ['note_added b', USER],
    ]);
  });
});

describe('settling a write', () => {
  const settle = (now: PageReading | null, mayArriveLate = false, isComputed = true) =>
    closeWrite(
      adapter,
      withOpenWrite(['a'], ['a', 'b'], isComputed),
      { ...MADE, reading: now, wasMade: mayArriveLate ? null : true, mayArriveLate },
      0,
    );

  it('distinguishes its effect from the user’s simultaneous changes', () => {
    expect(causes(settle(reading(['a', 'b', 'c'])))).toEqual([
      ['note_added b', byChat('A')],
      ['note_added c', USER],
    ]);
  });

  it('claims no changes by the user if it had no effect', () => {
    expect(causes(settle(reading(['a', 'c'])))).toEqual([['note_added c', USER]]);
  });

  it('claims the whole difference if there is no dry run and the page is in the intended state', () => {
    expect(causes(settle(reading(['a', 'b']), false, false))).toEqual([['note_added b', byChat('A')]]);
  });

  it('claims no data that the page fetched again if there is no dry run', () => {
    const fetched = { type: 'note_fetched', timestamp: '', note: 'x' };
    const fetching = { ...adapter, diffContext: () => [fetched] };
    const settled = { ...MADE, reading: reading(['a', 'b']) };
    expect(causes(closeWrite(fetching, withOpenWrite(['a'], ['a', 'b'], false), settled, 0))).toEqual([
      ['note_fetched x', { kind: 'page', event: 'refresh' }],
    ]);
  });

  it('ignores a reading that was made before the newest', () => {
    const open = { ...withOpenWrite(['a'], ['a', 'b']), order: 5 };
    const { page, steps } = closeWrite(adapter, open, { ...MADE, reading: reading(['c']) }, 0);
    expect(steps).toEqual([]);
    expect(page).toMatchObject({ context: context(['a']), order: 5, writes: [] });
  });

  it('distinguishes its late effect from the user’s changes in between', () => {
    const late = settle(reading(['a']), true).page;
    const seen = observe(adapter, late, reading(['a', 'b', 'c']), 0);
    expect(causes(seen)).toEqual([
      ['note_added b', byChat('A')],
      ['note_added c', USER],
    ]);
    const gone = observe(adapter, seen.page, reading(['a', 'c']), 0).page;
    expect(causes(observe(adapter, gone, reading(['a', 'b', 'c']), 0))).toEqual([['note_added b', USER]]);
  });

  it.each([
    ['the user, who reverted it', 'd1', USER],
    ['a reload that lost it', 'd2', RELOAD],
  ])('records an effect that was not observed, and %s', (_, document, cause) => {
    const now = reading(['b', 'x'], document);
    const settled = { ...MADE, left: context(['a', 'b', 'c']), reading: now };
    const closed = closeWrite(adapter, withOpenWrite(['a'], ['a', 'b', 'c']), settled, 0);
    expect(causes(closed)).toEqual([
      ['note_added b', byChat('A')],
      ['note_added c', byChat('A')],
      ['note_removed a', cause],
      ['note_removed c', cause],
      ['note_added x', cause],
    ]);
    expect(closed.madeAt).toBe(1);
    expect(closed.page).toMatchObject({ context: context(['b', 'x']), document, sequence: 2 });
  });

  it('adds no step for data that the page fetched again meanwhile', () => {
    const fetching = {
      ...adapter,
      contextSchema: z.json(),
      diffContext: (from: Json, to: Json, atMs: number) => [
        ...adapter.diffContext(from, to, atMs),
        ...(isFetched(from) === isFetched(to) ? [] : [{ type: 'note_fetched', timestamp: '', note: 'x' }]),
      ],
    };
    const withFetched = (now: PageReading) => ({
      ...now,
      context: { ...Object(now.context), isFetched: true },
    });
    const fetched = observe(fetching, withOpenWrite(['a'], ['a', 'b']), withFetched(reading(['a'])), 0).page;
    const settled = { ...MADE, left: context(['a', 'b']) };
    const now = withFetched(reading(['a', 'b'], 'd2'));
    expect(causes(closeWrite(fetching, fetched, { ...settled, reading: now }, 0))).toEqual([ADDED_B]);
    const word = { source: reading([], 'd1', 2).source, context: null };
    const trusted = closeWrite(fetching, fetched, { ...settled, reading: word }, 0);
    expect(causes(trusted)).toEqual([ADDED_B]);
    expect(trusted.page).toMatchObject({ context: { notes: ['a', 'b'], isFetched: true }, order: 2 });
  });

  it.each([
    ['the page’s answer', null],
    ['a reading', context([])],
  ])(
    'attributes what a reload changed before the write to the reload, if %s is of the document after it',
    (_, now) => {
      // The user replaced "a" by "b"; the reload restored "a", which the write removed.
      const seen = observe(adapter, start(['a']), reading(['b'], 'd1', 2), 0).page;
      const edited = openWrite(seen, writeOf('A', 'e', ['a'], []));
      const last = { source: reading([], 'd2', 3).source, context: now };
      const closed = closeWrite(adapter, edited, { ...MADE, left: context([]), reading: last }, 0);
      expect(causes(closed)).toEqual([['note_removed b', RELOAD]]);
      expect(closed.page).toMatchObject({ document: 'd2', order: 3, context: { notes: [] } });
    },
  );

  it.each<[string, string[], string, PageReading, unknown[]]>([
    ['a part of it first', ['b', 'c'], 'that is the newest reading', reading(['a', 'b'], 'd1', 2), [ADDED_C]],
    ['a part of it first', ['b', 'c'], 'a reload removed it', reading(['a'], 'd2', 2), [ADDED_B, ADDED_C]],
    ['all of it first', ['b'], 'a reload removed it', reading(['a'], 'd2', 2), [ADDED_B]],
  ])('claims its whole effect if the user made %s (%j), and %s', (_part, added, _then, newest, expected) => {
    const byUser = reading(['a', 'b'], 'd1', 2);
    const left = ['a', ...added];
    const seen = [byUser, newest].reduce(
      (page, now) => observe(adapter, page, now, 0).page,
      withOpenWrite(['a'], left),
    );
    const answer = { source: reading([], 'd2', 3).source, context: null };
    const closed = closeWrite(adapter, seen, { ...MADE, left: context(left), reading: answer }, 0);
    expect(causes(closed)).toEqual(expected);
    expect(closed.page).toMatchObject({ document: 'd2', order: 3, context: context(left), writes: [] });
  });

  it.each<[string, Pick<PageReading, 'source'> & { context: Json | null }]>([
    ['a reading that shows the same', reading(['a'], 'd1', 4)],
    ['an answer that is older', { source: reading([], 'd1', 2).source, context: null }],
  ])('records an effect once that was observed and then reverted by another chat, with %s', (_, closing) => {
    const shown = observe(adapter, withOpenWrite(['a'], ['a', 'b']), reading(['a', 'b'], 'd1', 2), 0).page;
    const byOther = writeOf('B', 'f', ['a', 'b'], ['a']);
    const other = { ...MADE, executionId: 'f', left: context(['a']), reading: reading(['a'], 'd1', 3) };
    const reverted = closeWrite(adapter, openWrite(shown, byOther), other, 0);
    expect(causes(reverted)).toEqual([['note_removed b', byChat('B')]]);
    const settled = { ...MADE, left: context(['a', 'b']), reading: closing };
    expect(closeWrite(adapter, reverted.page, settled, 0)).toMatchObject({ steps: [], madeAt: 1 });
  });

  it('without intended changes adds no step to the changes by others', () => {
    const changed = observe(adapter, withOpenWrite(['a'], ['a']), reading(['a', 'b']), 0).page;
    const now = reading(['a', 'b']);
    const settled = { ...MADE, reading: now, left: context(['a']) };
    expect(closeWrite(adapter, changed, settled, 0)).toMatchObject({ steps: [], madeAt: 0 });
  });

  it('records an effect that a reload lost before the page answered', () => {
    const reloaded = observe(adapter, withOpenWrite(['a'], ['a', 'b']), reading(['a'], 'd2', 1, 9), 0).page;
    const word = reading(['a', 'b'], 'd1', 2, 8);
    const closed = closeWrite(adapter, reloaded, { ...MADE, left: word.context, reading: word }, 0);
    expect(causes(closed)).toEqual([ADDED_B, ['note_removed b', RELOAD]]);
    expect(closed).toMatchObject({
      madeAt: 1,
      page: { context: context(['a']), document: 'd2', sequence: 2 },
    });
  });

  it.each<[boolean | null, PageReading, unknown[]]>([
    [true, reading(['a', 'b']), []],
    [null, reading(['a', 'b', 'c']), []],
    [null, reading(['a', 'b']), [['note_added b', USER]]],
    [
      false,
      reading(['a', 'b', 'c']),
      [
        ['note_added b', USER],
        ['note_added c', USER],
      ],
    ],
    [false, reading(['a', 'b'], 'd2'), [['note_added b', RELOAD]]],
  ])(
    'corrects the steps that were attributed to it while it was open (made: %s)',
    (wasMade, now, corrected) => {
      const seen = observe(adapter, withOpenWrite(['a'], ['a', 'b', 'c']), now, 0);
      const settled = { ...MADE, reading: now, wasMade, mayArriveLate: wasMade === null };
      const closed = closeWrite(adapter, seen.page, settled, 0);
      expect(causes(closed)).toEqual(corrected);
      for (const step of closed.steps) expect(step.sequence).toBe(seen.steps[0]?.sequence);
      expect(closed).toMatchObject({ madeAt: 1, page: { sequence: seen.page.sequence } });
      // An uncertain write may still take effect as a whole, unless it already did.
      const later = observe(
        adapter,
        { ...closed.page, context: context(['a']) },
        reading(['a', 'b', 'c'], now.source.document),
        0,
      );
      const isLate = wasMade === null && corrected.length > 0;
      expect(causes(later)[0]?.[1]).toEqual(isLate ? byChat('A') : USER);
    },
  );

  it.each([
    ['the user', 'd1', USER],
    ['a reload', 'd2', RELOAD],
  ])('claims nothing if it wasn’t made, although %s made the same change', (_, document, cause) => {
    const settled = { ...MADE, reading: reading(['a', 'b'], document), wasMade: false };
    const seen = closeWrite(adapter, withOpenWrite(['a'], ['a', 'b']), settled, 0);
    expect(causes(seen)).toEqual([['note_added b', cause]]);
  });

  it.each([
    [true, byChat('A')],
    [null, USER],
  ])('claims a part of its intended changes only if it is known to be made (%s)', (wasMade, cause) => {
    const open = withOpenWrite(['a'], ['a', 'b', 'c']);
    const settled = { ...MADE, reading: reading(['a', 'b']), wasMade };
    expect(causes(closeWrite(adapter, open, settled, 0))).toEqual([['note_added b', cause]]);
  });

  it('attributes a later effect to the write if it may arrive late', () => {
    const late = settle(reading(['a']), true).page;
    expect(causes(observe(adapter, late, reading(['a', 'b']), 0))).toEqual([['note_added b', byChat('A')]]);
    const over = settle(reading(['a']), false).page;
    expect(causes(observe(adapter, over, reading(['a', 'b']), 0))).toEqual([['note_added b', USER]]);
  });
});

const unnamed = (unobserved: ChangeCause) => ({
  unobserved,
  mayHaveMade: () => true,
  isByPage: ({ type }: { type: string }) => type === 'note_fetched',
});

describe('attributing the differences between two contexts', () => {
  const step = (cause: ChangeCause, ...notes: string[]): PageStep => ({
    page: 'tab:1',
    sequence: 1,
    cause,
    changes: notes.map((note) => ({ type: 'note_added', timestamp: 'then', note })),
  });
  const added = (note: string) => ({ type: 'note_added', timestamp: 'now', note });

  it.each<[string, CausedChanges[], ChangeCause[]]>([
    [
      'that is no call',
      [step(USER, 'b'), step(byChat('A'), 'b', 'c'), step(byChat('B'), 'd')],
      [byChat('A'), USER],
    ],
    [
      'of all, if all are calls',
      [step(byChat('A'), 'b'), step(byChat('B'), 'd')],
      [byChat('A'), byChat('B')],
    ],
  ])('uses the last step that contains it; for a sum, the last step %s', (_, steps, expected) => {
    const found = attributeChanges([added('b'), added('sum')], steps, unnamed(RELOAD));
    expect(found.map(({ cause }) => cause)).toEqual(expected);
  });

  it('uses the last step that may have made the difference', () => {
    const steps = [step(USER, 'b'), step(byChat('A'), 'c')];
    const found = attributeChanges([added('sum')], steps, {
      ...unnamed(RELOAD),
      mayHaveMade: ({ kind }) => kind === 'user',
    });
    expect(found.map(({ cause }) => cause)).toEqual([USER]);
  });

  it('attributes a change that the page makes by itself to the page if no step contains it', () => {
    const fetched = { type: 'note_fetched', timestamp: 'now', note: 'x' };
    const found = attributeChanges([fetched], [step(USER, 'b')], unnamed(RELOAD));
    expect(found.map(({ cause }) => cause)).toEqual([{ kind: 'page', event: 'refresh' }]);
  });

  it('uses the given cause and the time of the comparison if no step was observed', () => {
    expect(attributeChanges([added('b')], [], unnamed(RELOAD))).toEqual([
      { change: added('b'), cause: RELOAD },
    ]);
  });

  it('uses the time of the step that contains it; for a sum, of the last step; and lists by time', () => {
    const at = (second: number, note: string): Change => ({
      type: 'note_added',
      timestamp: new Date(second * 1_000).toISOString(),
      note,
    });
    const steps = [
      { cause: USER, changes: [at(1, 'b')] },
      { cause: USER, changes: [at(2, 'c')] },
    ];
    const found = attributeChanges([at(9, 'sum'), at(9, 'c'), at(9, 'b')], steps, unnamed(RELOAD));
    expect(inOrder(found).map(({ change }) => change)).toEqual([at(1, 'b'), at(2, 'sum'), at(2, 'c')]);
  });
});

/** One action on the page: its maker, and the note that it adds or removes. */
interface Deed {
  by: 'A' | 'B' | 'user' | 'reload';
  note: string;
}

it('attributes every difference to its true cause, for any order of two chats, the user and reloads', () => {
  const deeds = fc.array(
    fc.record<Deed>({
      by: fc.constantFrom('A', 'B', 'user', 'reload'),
      note: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    }),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(deeds, fc.nat(12), (history, from) => {
      let notes: string[] = ['a'];
      let document = 1;
      let page = start(notes);
      const steps: PageStep[] = [];
      const contexts = [context(notes)];
      /** The true cause of each note's presence or absence: that of the last action on it. */
      const truth: Map<string, ChangeCause>[] = [new Map()];
      for (const { by, note } of history) {
        const next =
          by === 'reload' ? ['a'] : notes.includes(note) ? notes.filter((n) => n !== note) : [...notes, note];
        if (by === 'reload') document += 1;
        const cause = by === 'user' ? USER : by === 'reload' ? RELOAD : byChat(by);
        const now = reading(next, `d${document}`);
        let seen: Observation;
        if (cause.kind === 'execution') {
          const { chatId, executionId } = cause;
          const open = openWrite(page, writeOf(chatId, executionId, notes, next));
          seen = closeWrite(adapter, open, { ...MADE, executionId, reading: now }, 0);
        } else {
          seen = observe(adapter, page, now, 0);
        }
        page = seen.page;
        steps.push(...seen.steps);
        const causesNow = new Map(truth.at(-1));
        for (const n of ['a', 'b', 'c', 'd', 'e'])
          if (notes.includes(n) !== next.includes(n)) causesNow.set(n, cause);
        truth.push(causesNow);
        contexts.push(context(next));
        notes = next;
      }
      const since = Math.min(from, history.length);
      const known = contexts[since] ?? null;
      const stepsSince = stepsAfter(steps, contexts, since);
      const changes = adapter.diffContext(known, contexts.at(-1) ?? null, 0);
      for (const { change, cause } of attributeChanges(changes, stepsSince, unnamed(USER))) {
        expect([change, cause]).toEqual([change, truth.at(-1)?.get(String(change.note))]);
      }
    }),
    { numRuns: 2_000 },
  );
});

/** The steps that were observed after the action of this number: each action that changed something made one. */
function stepsAfter(steps: readonly PageStep[], contexts: readonly Json[], deed: number): PageStep[] {
  const changed = contexts
    .slice(1, deed + 1)
    .filter((held, index) => JSON.stringify(held) !== JSON.stringify(contexts[index]));
  return steps.slice(changed.length);
}

it('ends with the newest reading, in whatever order the readings arrive', () => {
  const lists = fc.uniqueArray(fc.subarray(['a', 'b', 'c']), {
    minLength: 1,
    maxLength: 6,
    selector: String,
  });
  const readings = lists.chain((notes) =>
    fc.shuffledSubarray(
      notes.map((list, index) => reading(list, 'd1', index + 1)),
      { minLength: notes.length, maxLength: notes.length },
    ),
  );
  fc.assert(
    fc.property(readings, (arriving) => {
      let page: ObservedPage | null = null;
      const newest = arriving.reduce((a, b) => (a.source.order > b.source.order ? a : b));
      for (const one of arriving) page = observe(adapter, page, one, 0).page;
      expect(page?.context).toEqual(newest.context);
    }),
  );
});
