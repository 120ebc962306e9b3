import { type BenchRow, judgeRow } from './bench-row';

/** Prints the rows as a table, followed by their baselines and notes, one line each. */
export function printBenchTable(rows: readonly BenchRow[]): void {
  console.table(Object.fromEntries(rows.map((row) => [row.what, rowCells(row)])));
  for (const { what, against, notes = [] } of rows) {
    console.log([`${what}: against ${against}.`, ...notes].join('\n  '));
  }
}

/** The cells of a row, by column. */
export function rowCells({ unit = 'ms', goal, ...row }: BenchRow) {
  const { measured, baseline, ratio, spread, verdict } = judgeRow({ ...row, goal });
  const figure = (value: number) => `${significant(value)}${unit === 'number' ? '' : ` ${unit}`}`;
  return {
    measured: figure(measured),
    baseline: figure(baseline),
    // With a baseline of 0 there is no ratio.
    ratio: Number.isFinite(ratio) ? `${significant(ratio)}×` : '–',
    // The first and the third quartile of the ratios; a single ratio has none.
    spread: row.measured.length > 1 && Number.isFinite(ratio) ? spread.map(significant).join('–') : '',
    goal: goal === undefined ? '' : `${goal.kind === 'at-most' ? '≤' : '≥'} ${goal.ratio}×`,
    verdict,
  };
}

function significant(value: number): string {
  return Math.abs(value) >= 1_000 ? String(Math.round(value)) : String(Number(value.toPrecision(3)));
}
