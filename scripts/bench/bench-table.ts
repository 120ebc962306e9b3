import { type BenchGoal, type BenchRow, type BenchUnit, judgeRow } from './bench-row';

const HEADINGS = ['what', 'measured', 'baseline', 'ratio', 'goal', 'verdict'];
/** Texts are left-aligned, numbers right-aligned. */
const IS_FIGURE = [false, true, true, true, true, false];

/** The rows as lines with aligned columns, followed by baselines and notes, one line each. */
export function benchTable(rows: readonly BenchRow[]): string {
  const cells = [HEADINGS, ...rows.map(rowCells)];
  const widths = HEADINGS.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const lines = cells.map((row) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return IS_FIGURE[column] ? cell.padStart(width) : cell.padEnd(width);
      })
      .join('  ')
      .trimEnd(),
  );
  return [...lines, '', ...rows.flatMap(explanation)].join('\n');
}

function rowCells({ what, unit = 'ms', ...row }: BenchRow): string[] {
  const { measured, baseline, ratio, verdict } = judgeRow(row);
  return [
    what,
    figureText(measured, unit),
    figureText(baseline, unit),
    // A ratio without a baseline is shown as a dash.
    Number.isFinite(ratio) ? `${significant(ratio)}×` : '–',
    goalText(row.goal ?? null),
    verdict,
  ];
}

function explanation({ what, against, notes = [] }: BenchRow): string[] {
  return [`${what}: against ${against}.`, ...notes.map((note) => `  ${note}`)];
}

function goalText(goal: BenchGoal | null): string {
  if (goal === null) return '';
  return `${goal.kind === 'at-most' ? '≤' : '≥'} ${goal.ratio}×`;
}

function figureText(value: number, unit: BenchUnit): string {
  return unit === 'share' ? significant(value) : `${significant(value)} ${unit}`;
}

function significant(value: number): string {
  return Math.abs(value) >= 1_000 ? String(Math.round(value)) : String(Number(value.toPrecision(3)));
}
