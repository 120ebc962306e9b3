import { type BenchRow, figureText, percentileOf, ratioTexts } from './bench-row';

/** A row of one measurement, as in the results of a run. */
export interface MeasuredRow extends Pick<BenchRow, 'what' | 'unit' | 'percentile'> {
  samples: { measured: readonly number[] };
}

/** One measurement of both checkouts, one after the other. */
export interface Pass {
  ours: readonly MeasuredRow[];
  theirs: readonly MeasuredRow[];
}

/** A row of two checkouts: the figure of each over all passes, their ratio, and the quartiles of the ratios of the passes. */
export interface ComparedRow extends Pick<BenchRow, 'what' | 'unit'> {
  ours: number;
  theirs: number;
  ratio: number;
  spread: readonly number[];
}

/** Compares the rows that both checkouts have in every pass; `unmatched` has the names of the others. */
export function compareRows(passes: readonly Pass[]): { rows: ComparedRow[]; unmatched: string[] } {
  const sides = passes.flatMap(({ ours, theirs }) => [ours, theirs]);
  const names = [...new Set(sides.flat().map(({ what }) => what))];
  const isMatched = (name: string) => sides.every((side) => side.some(({ what }) => what === name));
  return {
    rows: names.filter(isMatched).map((what) => comparedRow(what, passes)),
    unmatched: names.filter((name) => !isMatched(name)),
  };
}

function comparedRow(what: string, passes: readonly Pass[]): ComparedRow {
  const row = (side: readonly MeasuredRow[]) => side.filter((each) => each.what === what);
  const [first] = row(passes.flatMap(({ ours }) => ours));
  const share = first?.percentile ?? 0.5; // The median, as in a row's description.
  const figure = (side: readonly MeasuredRow[]) =>
    percentileOf(
      row(side).flatMap(({ samples }) => samples.measured),
      share,
    );
  const ours = figure(passes.flatMap((pass) => pass.ours));
  const theirs = figure(passes.flatMap((pass) => pass.theirs));
  const ratios = passes.map((pass) => figure(pass.ours) / figure(pass.theirs));
  const spread = [percentileOf(ratios, 0.25), percentileOf(ratios, 0.75)];
  return { what, ...(first?.unit && { unit: first.unit }), ours, theirs, ratio: ours / theirs, spread };
}

/** Prints compared rows as a table. */
export function printComparison(rows: readonly ComparedRow[]): void {
  console.table(
    Object.fromEntries(
      rows.map(({ what, unit, ours, theirs, ratio, spread }) => [
        what,
        { this: figureText(ours, unit), that: figureText(theirs, unit), ...ratioTexts(ratio, spread) },
      ]),
    ),
  );
}
