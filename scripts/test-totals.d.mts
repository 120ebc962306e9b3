/** What came of a runner's tests. */
export interface Totals {
  passed: number;
  failed: number;
  skipped: number;
}

/** Totals of Vitest's JSON report. A file that could not be loaded counts as one failed. */
export function vitestTotals(report: {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { status: string; assertionResults: unknown[] }[];
}): Totals;

/** Totals of Playwright's JSON report. An error outside any test counts as one failed. */
export function playwrightTotals(report: {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors: unknown[];
}): Totals;

/** The sum over several runners. */
export function sumTotals(all: readonly Totals[]): Totals;

/** Totals in one line: `12 passed, 0 failed`, and what was skipped if anything was. */
export function totalsLine(totals: Totals): string;
