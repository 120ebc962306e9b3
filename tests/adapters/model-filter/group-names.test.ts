import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decisionBudget } from '@/src/adapters/kit/rules/decision-budget';
import { createMatcher } from '@/src/adapters/kit/rules/matcher';
import { groupedLines } from '@/src/adapters/model-filter/name-lines';
import { textCost } from '@/src/core/text/estimate-tokens';

function readGroup(line: string): { pattern: string; count: number } {
  const [, pattern = '', count] = /^(.*) (\d+)$/s.exec(line) ?? [];
  return { pattern: pattern.startsWith('"') ? JSON.parse(pattern) : pattern, count: Number(count) };
}

describe('grouping names', () => {
  it.each<[string, number, string[], string[]?]>([
    ['one line while there is no room', 0, ['* 4']],
    [
      'one short line where what the names share is too long',
      0,
      ['* 2'],
      ['x'.repeat(30), `${'x'.repeat(30)}y`],
    ],
    ['the largest group in parts first', 800, ['gpt-4* 3', 'o1 1']],
    ['single names when there is room for all', 3_000, ['gpt-4 1', 'gpt-4-turbo 1', 'gpt-4o 1', 'o1 1']],
  ])('results in %s', (_, maxCost, expected, names = ['o1', 'gpt-4o', 'gpt-4', 'gpt-4-turbo']) => {
    expect(groupedLines([names, []], maxCost)).toEqual([expected, []]);
  });

  it('escapes a name’s own wildcards', () => {
    expect(groupedLines([['a[1]', 'a[2]'], ['*']], 800)).toEqual([['"a[[]*" 2'], ['"[*]" 1']]);
  });

  it('quotes an empty name', () => {
    expect(groupedLines([['', 'a'], []], 2_500)).toEqual([['"" 1', 'a 1'], []]);
  });

  it('counts every name in one line, by a pattern that matches exactly those names, within the budget', () => {
    const names = fc.uniqueArray(
      fc.string({ unit: fc.constantFrom('a', 'b', '-', '*', '[', '😀', '😁', '\ud83d', '\n'), maxLength: 5 }),
    );
    fc.assert(
      fc.property(names, names, fc.integer({ min: 0, max: 5_000 }), (visible, hidden, maxCost) => {
        const grouped = groupedLines([visible, hidden], maxCost);
        const lists = [visible, hidden];
        for (const [list, lines] of grouped.entries()) {
          const groups = lines.map(readGroup);
          expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(lists[list]?.length);
          for (const { pattern, count } of groups) {
            const matches = createMatcher(pattern, decisionBudget());
            expect(lists[list]?.filter((name) => matches(name, name)).length).toBe(count);
          }
        }
        const all = grouped.flat();
        const isShortest = all.every((line) => line.startsWith('* '));
        expect(isShortest || textCost(`${all.join('\n')}\n`) <= maxCost).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
