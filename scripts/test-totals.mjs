/**
 * Numbers of tests in a run, by outcome.
 *
 * @typedef {{ passed: number; failed: number; skipped: number }} Totals
 */

/**
 * The part of Vitest's report that is read.
 *
 * @typedef {{
 *   numPassedTests: number; numFailedTests: number; numPendingTests: number; numTodoTests: number;
 *   testResults: { status: string; assertionResults: unknown[] }[];
 * }} VitestReport
 */

/**
 * The part of Playwright's report that is read.
 *
 * @typedef {{
 *   stats: { expected: number; unexpected: number; flaky: number; skipped: number };
 *   errors: unknown[];
 * }} PlaywrightReport
 */

/**
 * The totals of Vitest's JSON report. A file that could not be loaded counts as one failed test.
 *
 * @param {VitestReport} report
 * @returns {Totals}
 */
export function vitestTotals(report) {
  const unloaded = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/**
 * The totals of Playwright's JSON report. An error outside of tests, such as a file that could not be loaded,
 * counts as one failed test.
 *
 * @param {PlaywrightReport} report
 * @returns {Totals}
 */
export function playwrightTotals(report) {
  const { expected, unexpected, flaky, skipped } = report.stats;
  return { passed: expected + flaky, failed: unexpected + report.errors.length, skipped };
}

/**
 * The sum of several totals.
 *
 * @param {readonly Totals[]} all
 * @returns {Totals}
 */
export function sumTotals(all) {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  for (const { passed, failed, skipped } of all) {
    sum.passed += passed;
    sum.failed += failed;
    sum.skipped += skipped;
  }
  return sum;
}

/**
 * Formats totals in one line: `12 passed, 0 failed`, followed by the skipped tests if there are any.
 *
 * @param {Totals} totals
 */
export function totalsLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
