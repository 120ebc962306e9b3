/** The totals of Vitest's JSON report. A file that could not be loaded counts as one failed test. */
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
 */
export function playwrightTotals(report) {
  const { expected, unexpected, flaky, skipped } = report.stats;
  return { passed: expected + flaky, failed: unexpected + report.errors.length, skipped };
}

/** The sum of several totals. */
export function sumTotals(all) {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  for (const one of all) for (const outcome in sum) sum[outcome] += one[outcome];
  return sum;
}

/** Formats totals in one line: `12 passed, 0 failed`, followed by the skipped tests if there are any. */
export function totalsLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
