/** A measurement and its baseline, taken in the same run. */
export interface BenchRow {
  what: string;
  against: string;
  /** Milliseconds if it is missing. `number` has no unit: a count, or a fraction of 1. */
  unit?: 'ms' | 'tokens' | 'tokens per model' | 'bytes' | 'number';
  /** The samples, in `unit`; a count may be a single sample. */
  measured: readonly number[];
  baseline: readonly number[];
  /** The share of the samples below the figure that counts: 0.95 for a 95th percentile. The median if it is missing. */
  percentile?: number;
  /** The goal: the greatest or the least good ratio, measured ÷ baseline. A row without one is for information only. */
  atMost?: number | undefined;
  atLeast?: number;
  /** Facts needed to read the figures, one sentence each. */
  notes?: readonly string[];
}

/** Baseline and goal of figures that must not exceed a number. */
export function within(bound: number, unit: 'ms' | 'bytes') {
  return { against: `${bound.toLocaleString('en-US')} ${unit}`, unit, baseline: [bound], atMost: 1 };
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** The median; NaN for an empty list. */
export function median(values: readonly number[]): number {
  return percentileOf(values, 0.5);
}

/** The value below which this share of the values is, interpolated between two; NaN for an empty list. */
export function percentileOf(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  const place = (sorted.length - 1) * share;
  const lower = sorted[Math.floor(place)] ?? Number.NaN;
  const upper = sorted[Math.ceil(place)] ?? Number.NaN;
  return lower + (upper - lower) * (place - Math.floor(place));
}

/**
 * A row's figures in its unit (medians, unless it names a percentile), their ratio, the quartiles of the ratios, and the verdict. A sample's
 * ratio is to the baseline of its own round, or to the baseline's median if that has no samples for each round.
 */
export function judgeRow(row: Omit<BenchRow, 'what' | 'against'>) {
  const share = row.percentile ?? 0.5; // As the row's description says.
  const [measured, baseline] = [percentileOf(row.measured, share), percentileOf(row.baseline, share)];
  const ratio = measured / baseline;
  const isPaired = row.measured.length === row.baseline.length;
  const ratios = row.measured.map(
    (value, round) => value / (isPaired ? (row.baseline[round] ?? Number.NaN) : median(row.baseline)),
  );
  const spread = [percentileOf(ratios, 0.25), percentileOf(ratios, 0.75)];
  const { atMost, atLeast } = row;
  // NaN meets no goal.
  const isReached = atLeast === undefined ? ratio <= Number(atMost) : ratio >= atLeast;
  const hasGoal = (atMost ?? atLeast) !== undefined;
  return { measured, baseline, ratio, spread, verdict: hasGoal ? (isReached ? 'ok' : 'SHORT') : 'no goal' };
}

/** Prints the rows as a table, followed by their baselines and notes, one line each. */
export function printBenchTable(rows: readonly BenchRow[]): void {
  console.table(Object.fromEntries(rows.map((row) => [row.what, rowCells(row)])));
  for (const { what, against, notes = [] } of rows) {
    console.log([`${what}: against ${against}.`, ...notes].join('\n  '));
  }
}

/** The cells of a row, by column. */
export function rowCells(row: BenchRow) {
  const { measured, baseline, ratio, spread, verdict } = judgeRow(row);
  const { unit, atMost, atLeast } = row;
  const goal = atMost === undefined ? `≥ ${atLeast}×` : `≤ ${atMost}×`;
  return {
    measured: figureText(measured, unit),
    baseline: figureText(baseline, unit),
    // A single ratio has no quartiles.
    ...ratioTexts(ratio, row.measured.length > 1 ? spread : []),
    goal: verdict === 'no goal' ? '' : goal,
    verdict,
  };
}

/** A figure with its unit. */
export function figureText(value: number, unit: BenchRow['unit'] = 'ms'): string {
  return `${significant(value)}${unit === 'number' ? '' : ` ${unit}`}`;
}

/** The cells of a ratio and of the first and third quartile of the single ratios. A figure of 0 has no ratio to it. */
export function ratioTexts(ratio: number, spread: readonly number[]): { ratio: string; spread: string } {
  if (!Number.isFinite(ratio)) return { ratio: '–', spread: '' };
  return { ratio: `${significant(ratio)}×`, spread: spread.map(significant).join('–') };
}

function significant(value: number): string {
  return Math.abs(value) >= 1_000 ? String(Math.round(value)) : String(Number(value.toPrecision(3)));
}
