import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changesByList, withoutChanges } from '@/src/adapters/model-filter/dry-run/compute-rows';

const rules = fc.uniqueArray(fc.constantFrom(...'abcdefgh'), { maxLength: 8 });

describe('leaving out changes of a list', () => {
  it.each<[string, string, string, string, string]>([
    ['an addition', 'ab', 'abc', '+c', 'ab'],
    ['an addition, wherever it stands', 'ab', 'cab', '+c', 'ab'],
    ['an addition that is given twice', 'a', 'acc', '+c', 'a'],
    ['a removal in the middle', 'abc', 'ac', '-b', 'abc'],
    ['a removal at the beginning', 'abc', 'bc', '-a', 'abc'],
    ['removals beside each other', 'abcd', 'ad', '-b-c', 'abcd'],
    ['one of the removals beside each other', 'abcd', 'ad', '-c', 'acd'],
    ['all removals', 'abc', '', '-a-b-c', 'abc'],
    ['a removal before a new rule', 'abc', 'acx', '-b', 'abcx'],
    ['a removal behind what was moved', 'abc', 'ca', '-b', 'cab'],
    ['another order', 'abc', 'cab', '~', 'abc'],
    ['another order around a new rule', 'ab', 'bxa', '~', 'abx'],
    ['another order and a removal', 'abc', 'ca', '~-b', 'abc'],
    ['nothing', 'abc', 'cxa', '', 'cxa'],
  ])('%s', (_, before, given, leftOut, expected) => {
    const list = withoutChanges([...before], [...given], ({ kind, pattern }) =>
      leftOut.includes(kind === 'modified' ? '~' : `${kind === 'added' ? '+' : '-'}${pattern}`),
    );
    expect(list.join('')).toBe(expected);
  });

  it('leaves out exactly those: all others happen, and nothing else', () => {
    const property = fc.property(rules, rules, fc.array(fc.boolean()), (before, given, picks) => {
      const changes = changesByList(before, given);
      const isLeftOut = (at: number) => picks[at] ?? false;
      const list = withoutChanges(before, given, (change) =>
        isLeftOut(
          changes.findIndex(({ kind, pattern }) => kind === change.kind && pattern === change.pattern),
        ),
      );
      const texts = (those: ReturnType<typeof changesByList>) =>
        those.filter(({ kind }) => kind !== 'modified').map(({ kind, pattern }) => `${kind} ${pattern}`);
      const wanted = changes.filter((_, at) => !isLeftOut(at));
      expect(texts(changesByList(before, list)).sort()).toEqual(texts(wanted).sort());
      expect(withoutChanges(before, given, () => false)).toEqual(given);
      expect(withoutChanges(before, given, () => true)).toEqual(before);
    });
    fc.assert(property, { numRuns: 2_000 });
  });
});
