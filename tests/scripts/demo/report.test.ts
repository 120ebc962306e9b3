import { describe, expect, it } from 'vitest';
import { createReport } from '@/scripts/demo/report';

describe('the report of the tour', () => {
  it('numbers its steps and prints results', () => {
    const lines: string[] = [];
    const report = createReport((line) => lines.push(line));
    report.step('First');
    report.found('models', 7, 7);
    report.note('by the way');
    report.step('Second');
    report.found('names', ['a', 'b', 'c', 'd', 'e', 'f'], ['a', 'b', 'c', 'd', 'e', 'f']);
    expect(lines).toEqual([
      '\n1. First',
      '   ✓ models: 7',
      '     by the way',
      '\n2. Second',
      '   ✓ names: a, b, c, d, and 2 more',
    ]);
  });

  it.each([
    [7, 8, 'found 7, expected 8'],
    [['a'], ['b'], 'found ["a"], expected ["b"]'],
    [{ rules: [] }, { rules: ['x'] }, 'found {"rules":[]}, expected {"rules":["x"]}'],
    ['old', 'new', 'found old, expected new'],
  ])('stops the tour at the first difference: %j is not %j', (found, expected, sentence) => {
    const lines: string[] = [];
    const report = createReport((line) => lines.push(line));
    expect(() => report.found('models', found, expected)).toThrow(`models: ${sentence}`);
    expect(lines).toEqual([]);
  });
});
