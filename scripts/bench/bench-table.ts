import type { BenchGoal, BenchRow, BenchUnit } from './bench-row';
import { judgeRow } from './judge-row';

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

function rowCells(row: BenchRow): string[] {
  const { measured, baseline, ratio, verdict } = judgeRow(row);
  return [
    row.what,
    figureText(measured, row.unit),
    figureText(baseline, row.unit),
    ratioText(ratio),
    goalText(row.goal),
    verdict,
  ];
}

function explanation({ what, against, notes }: BenchRow): string[] {
  return [`${what}: against ${against}.`, ...notes.map((note) => `  ${note}`)];
}

/** A ratio without a baseline is shown as a dash. */
function ratioText(ratio: number): string {
  return Number.isFinite(ratio) ? `${significant(ratio)}×` : '–';
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
