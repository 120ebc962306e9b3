/** Numbers of tests in a run, by outcome. */
export interface Totals {
  passed: number;
  failed: number;
  skipped: number;
}

/** The totals of Vitest's JSON report. A file that could not be loaded counts as one failed test. */
export function vitestTotals(report: {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { status: string; assertionResults: unknown[] }[];
}): Totals;

/** The totals of Playwright's JSON report. An error outside of tests counts as one failed test. */
export function playwrightTotals(report: {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors: unknown[];
}): Totals;

/** The sum of several totals. */
export function sumTotals(all: readonly Totals[]): Totals;

/** Formats totals in one line: `12 passed, 0 failed`, followed by the skipped tests if there are any. */
export function totalsLine(totals: Totals): string;
