import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stampChanges } from '@/src/core/context/stamp-changes';
import type { Change } from '@/src/schema/change';

const at = (second: number) => new Date(second * 1_000).toISOString();
const added = (note: string, second: number): Change => ({ type: 'note_added', timestamp: at(second), note });
const removed = (note: string, second: number): Change => ({
  type: 'note_removed',
  timestamp: at(second),
  note,
});

describe('stampChanges', () => {
  it.each<[string, Change[], Change[], Change[]]>([
    ['keeps the time of a change seen before', [added('a', 9)], [added('a', 1)], [added('a', 1)]],
    [
      'keeps the order of the difference if times are equal',
      [removed('x', 9), added('b', 9), added('a', 9)],
      [],
      [removed('x', 9), added('b', 9), added('a', 9)],
    ],
    [
      'recognizes a change whatever the order of its fields',
      [{ type: 'rule', timestamp: at(9), provider: 'p', pattern: 'a' }],
      [{ pattern: 'a', provider: 'p', timestamp: at(1), type: 'rule' }],
      [{ type: 'rule', timestamp: at(1), provider: 'p', pattern: 'a' }],
    ],
  ])('%s', (_what, changes, seen, expected) => {
    expect(stampChanges(changes, seen)).toEqual(expected);
  });

  const changes = fc.uniqueArray(
    fc.record({ note: fc.string({ maxLength: 3 }), isAdded: fc.boolean(), second: fc.nat(100) }),
    { selector: ({ note, isAdded }) => `${isAdded} ${note}` },
  );
  const listed = (made: { note: string; isAdded: boolean; second: number }[], second: number | null) =>
    made.map((change) => (change.isAdded ? added : removed)(change.note, second ?? change.second));
  const withoutTime = ({ timestamp: _when, ...what }: Change) => JSON.stringify(what);

  it('returns the plain difference in another order and with earlier times only', () => {
    fc.assert(
      fc.property(changes, changes, (now, before) => {
        const difference = listed(now, 200);
        const seen = listed(before, null);
        const stamped = stampChanges(difference, seen);
        expect(stamped.map(withoutTime).sort()).toEqual(difference.map(withoutTime).sort());
        const times = stamped.map(({ timestamp }) => timestamp);
        expect(times).toEqual(times.toSorted());
        for (const change of stamped) {
          const earlier = seen.find((known) => withoutTime(known) === withoutTime(change));
          expect(change.timestamp).toBe(earlier?.timestamp ?? at(200));
        }
      }),
    );
  });

  it('changes neither list', () => {
    const [now, seen] = [[added('b', 9), added('a', 9)], [added('a', 1)]];
    const before = structuredClone([now, seen]);
    stampChanges(now, seen);
    expect([now, seen]).toEqual(before);
  });
});
