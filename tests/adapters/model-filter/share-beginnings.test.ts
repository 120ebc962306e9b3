import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shareBeginnings } from '@/src/adapters/model-filter/name-lines';

function expand(line: string): string[] {
  const [, beginning = '', ends] = /^([^{]*)\{(.*)\}$/.exec(line) ?? [];
  return ends === undefined ? [line] : ends.split(',').map((end) => beginning + end);
}

describe('names that share beginnings', () => {
  it.each([
    [[], []],
    [['gpt-4'], ['gpt-4']],
    [['gpt-4o', 'gpt-4o-mini'], ['gpt-4o{,-mini}']],
    [
      ['gpt-4', 'gpt-5', 'o1'],
      ['gpt-{4,5}', 'o1'],
    ],
    // Sharing two characters between two names saves nothing.
    [
      ['o1', 'o3'],
      ['o1', 'o3'],
    ],
    [
      ['abc1', 'abc2', 'abc3', 'xyz1', 'xyz2', 'xyz3'],
      ['abc{1,2,3}', 'xyz{1,2,3}'],
    ],
    [['same', 'same'], ['same{,}']],
  ])('%j are written as %j', (names, lines) => {
    expect(shareBeginnings(names, '')).toEqual(lines);
  });

  it('are shared more if a line costs more', () => {
    expect(shareBeginnings(['o1', 'o3'], ' i1')).toEqual(['o{1,3} i1']);
  });

  it('keep their order, and never take more space than unshared', () => {
    const name = fc
      .array(fc.constantFrom('gpt', 'claude', '-', '4', 'o', '.', '/', ':'), { minLength: 1, maxLength: 6 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.array(name, { maxLength: 60 }), (unsorted) => {
        const names = unsorted.toSorted();
        const lines = shareBeginnings(names, '');
        expect(lines.flatMap(expand)).toEqual(names);
        expect(lines.join('\n').length).toBeLessThanOrEqual(names.join('\n').length);
      }),
    );
  });

  it('are found among ten thousand names', () => {
    const names = Array.from({ length: 10_000 }, (_, n) => `provider/model-${n}`);
    expect(shareBeginnings(names, '').flatMap(expand)).toEqual(names);
  });
});
