import { describe, expect, it } from 'vitest';
import { killMatrix } from '@/scripts/mutation/kill-matrix.mjs';

/** A report of one room: which cases reach each mutant, and which of them notice it. */
function reportOf(mutants: readonly (readonly [coveredBy: string[], killedBy: string[]])[]) {
  const cases = [...new Set(mutants.flatMap(([coveredBy]) => coveredBy)), 'idle'];
  return {
    files: {
      'src/a.ts': {
        mutants: mutants.map(([coveredBy, killedBy], index) => ({ id: String(index), coveredBy, killedBy })),
      },
    },
    testFiles: { 'tests/a.test.ts': { tests: cases.map((id) => ({ id, name: `case ${id}` })) } },
  };
}

const removableOf = (report: Parameters<typeof killMatrix>[0]) =>
  killMatrix(report).rows.flatMap(({ removable }) => removable);

describe('the kill matrix', () => {
  it.each([
    ['reaches nothing', [[['a'], ['a']]], ['case idle']],
    [
      'reaches and notices only what another does',
      [
        [
          ['a', 'b'],
          ['a', 'b'],
        ],
        [['a'], ['a']],
      ],
      ['case b', 'case idle'],
    ],
    [
      'notices what another only reaches',
      [
        [['a', 'b'], ['b']],
        [['a'], ['a']],
      ],
      ['case idle'],
    ],
    [
      'reaches a branch that no other does, and notices nothing',
      [
        [['a'], ['a']],
        [['b'], []],
      ],
      ['case idle'],
    ],
  ] as const)('of a case that %s: %#', (_, mutants, removable) => {
    expect(removableOf(reportOf(mutants as never))).toEqual(removable);
  });

  it('counts mutants and cases, and accepts mutants that nothing reaches', () => {
    const report = reportOf([[['a'], ['a']]]);
    report.files['src/a.ts'].mutants.push({ id: 'static' } as never);
    expect(killMatrix(report)).toEqual({
      mutants: 2,
      rows: [{ file: 'tests/a.test.ts', cases: 2, removable: ['case idle'] }],
    });
  });
});
