import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  boundChanges,
  CHANGES_BUDGET_TOKENS,
  countChanges,
  leftOutCount,
} from '@/src/core/context/bound-changes';
import { changeLines } from '@/src/core/context/page-data-block';
import { estimateTokens } from '@/src/core/text/estimate-tokens';
import type { Change } from '@/src/schema/change';

const T0 = '2026-11-20T08:15:02.000Z';
const T1 = '2026-11-20T08:15:09.000Z';
const adapter = {
  changeGroup: ({ type, list = null }: Change) => ({
    fields: list === null ? {} : { list },
    readWith: type.startsWith('item') ? 'list_items' : null,
  }),
};
const bound = (changes: readonly Change[]) => boundChanges(adapter, { leftOutParts: ['secret/**'] }, changes);
const tokens = (changes: readonly Change[]) => estimateTokens(changeLines(changes));
const added = (count: number, list = 'a', timestamp = T0): Change[] =>
  Array.from({ length: count }, (_, index) => ({
    type: 'item_added',
    timestamp,
    list,
    item: `item number ${index}`,
  }));
const saved: Change = { type: 'saved', timestamp: T1 };

describe('changes within their budget', () => {
  it('are unchanged if they fit', () => {
    const changes = [...added(20), saved];
    expect(bound(changes)).toEqual(changes);
  });

  it('are without those of parts that the chat leaves out, whenever they were found', () => {
    const ofPart = (part: string): Change => ({ type: 'part_changed', timestamp: T0, part });
    const changes = [ofPart('secret/text'), ofPart('open/text'), saved];
    expect(bound(changes)).toEqual(changes.slice(1));
  });

  it('keep the first of many, and count the others exactly, with the tool that reads them', () => {
    const changes = added(2_000);
    const result = bound(changes);
    const listed = result.slice(0, -1);
    expect(listed.length).toBeGreaterThan(20);
    expect(listed).toEqual(changes.slice(0, listed.length));
    expect(result.at(-1)).toEqual({
      type: 'changes_left_out',
      timestamp: T0,
      of: 'item_added',
      list: 'a',
      count: 2_000 - listed.length,
      read_with: 'list_items',
    });
    expect(tokens(result)).toBeLessThanOrEqual(CHANGES_BUDGET_TOKENS);
  });

  it('list every change of another type beside a large import, and count groups separately', () => {
    const result = bound([...added(900, 'a'), ...added(1_000, 'b', T1), saved]);
    expect(result).toContainEqual(saved);
    const [ofA, ofB, ...others] = result.filter((change) => leftOutCount(change) !== null);
    expect(others).toEqual([]);
    const listed = (list: string) => result.filter((change) => change.list === list).length - 1;
    expect(ofA).toMatchObject({ list: 'a', timestamp: T0, count: 900 - listed('a') });
    expect(ofB).toMatchObject({ list: 'b', timestamp: T1, count: 1_000 - listed('b') });
    expect(listed('a')).toBe(listed('b'));
  });

  it('count a change that is too long to list, and list the others', () => {
    const long: Change = { type: 'searched', timestamp: T0, query: 'x'.repeat(10_000) };
    expect(bound([long, saved])).toEqual([
      saved,
      { type: 'changes_left_out', timestamp: T0, of: 'searched', count: 1 },
    ]);
  });

  it('are counted by type and cause only if there are more groups than the budget allows', () => {
    const changes = Array.from({ length: 1_000 }, (_, index) => added(2, `list ${index}`)).flat();
    const result = bound([...changes, ...added(50, 'large')]);
    expect(countChanges(result)).toBe(2_050);
    expect(result[0]).toMatchObject({ of: 'item_added', list: 'large', count: 50 });
    expect(result.at(-1)).toEqual({
      type: 'changes_left_out',
      timestamp: T0,
      of: 'item_added',
      count: expect.any(Number),
      read_with: 'list_items',
    });
  });

  it('keep the cause of each change that is only counted', () => {
    const by = 'a reload of the page';
    const lost = Array.from({ length: 1_000 }, (_, index) => added(2, `list ${index}`)).flat();
    const result = bound(lost.map((change) => ({ ...change, by })));
    expect(countChanges(result)).toBe(2_000);
    expect(result.every((change) => change.by === by)).toBe(true);
  });

  it('add up when bounded changes are bounded again with later ones', () => {
    const result = bound([...bound(added(2_000)), ...added(300, 'a', T1)]);
    expect(countChanges(result)).toBe(2_300);
    const leftOut = result.filter((change) => leftOutCount(change) !== null);
    expect(leftOut).toEqual([expect.objectContaining({ of: 'item_added', list: 'a', timestamp: T1 })]);
  });

  it('never exceed the budget, and are all listed or counted', () => {
    const word = fc.oneof(
      fc.string({ maxLength: 500 }),
      fc.string({ unit: fc.constantFrom('模', '🙂'), maxLength: 300 }),
    );
    const change = fc.record({
      type: fc.constantFrom('item_added', 'item_removed', 'saved', 'searched'),
      timestamp: fc.constantFrom(T0, T1),
      list: word,
      item: word,
    });
    const times = fc.integer({ min: 1, max: 300 });
    const changes = fc
      .array(fc.tuple(change, times), { maxLength: 8 })
      .map((runs) =>
        runs.flatMap(([one, count]) =>
          Array.from({ length: count }, (_, index) => ({ ...one, item: `${one.item}${index}` })),
        ),
      );
    fc.assert(
      fc.property(changes, changes, (first, second) => {
        const once = bound(first);
        const twice = bound([...once, ...second]);
        expect(tokens(once)).toBeLessThanOrEqual(CHANGES_BUDGET_TOKENS);
        expect(tokens(twice)).toBeLessThanOrEqual(CHANGES_BUDGET_TOKENS);
        expect(countChanges(once)).toBe(first.length);
        expect(countChanges(twice)).toBe(first.length + second.length);
      }),
      { numRuns: 60 },
    );
  });
});
