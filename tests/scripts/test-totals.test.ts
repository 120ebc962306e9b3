import { describe, expect, it } from 'vitest';
import { playwrightTotals, sumTotals, totalsLine, vitestTotals } from '@/scripts/test-totals.mjs';

describe('the totals of npm test', () => {
  it('count what Vitest reports', () => {
    const report = {
      numPassedTests: 3,
      numFailedTests: 1,
      numPendingTests: 2,
      numTodoTests: 1,
      testResults: [{ status: 'failed', assertionResults: [{}] }],
    };
    expect(vitestTotals(report)).toEqual({ passed: 3, failed: 1, skipped: 3 });
  });

  it('count a file that Vitest could not load as one failed', () => {
    const report = {
      numPassedTests: 3,
      numFailedTests: 0,
      numPendingTests: 0,
      numTodoTests: 0,
      testResults: [
        { status: 'passed', assertionResults: [{}] },
        { status: 'failed', assertionResults: [] },
      ],
    };
    expect(vitestTotals(report)).toEqual({ passed: 3, failed: 1, skipped: 0 });
  });

  it('count what Playwright reports, errors outside of tests included', () => {
    const report = { stats: { expected: 4, unexpected: 1, flaky: 0, skipped: 2 }, errors: [{}] };
    expect(playwrightTotals(report)).toEqual({ passed: 4, failed: 2, skipped: 2 });
  });

  it.each([
    [[], '0 passed, 0 failed'],
    [[{ passed: 3, failed: 0, skipped: 0 }], '3 passed, 0 failed'],
    [
      [
        { passed: 3, failed: 1, skipped: 0 },
        { passed: 4, failed: 2, skipped: 5 },
      ],
      '7 passed, 3 failed, 5 skipped',
    ],
  ])('of %j read "%s"', (totals, line) => {
    expect(totalsLine(sumTotals(totals))).toBe(line);
  });
});
