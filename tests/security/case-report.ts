import type { SuiteFailure, SuiteReport } from '@/scripts/suites/suite';

/** Counts cases, and collects their problems; equal messages are counted as one finding. */
export interface CaseReport {
  /** Adds a case with the problems found in it. */
  addCase(name: string, problems: readonly string[]): void;
  /** Adds problems of several cases together, without counting a case. */
  addProblems(name: string, problems: readonly string[]): void;
  report(): SuiteReport;
}

export function createCaseReport(seed: number): CaseReport {
  let cases = 0;
  /** By message: how often it was found. */
  const timesFound = new Map<string, number>();
  function addProblems(name: string, problems: readonly string[]): void {
    for (const problem of problems) {
      const message = `${name}: ${problem}`;
      timesFound.set(message, (timesFound.get(message) ?? 0) + 1);
    }
  }

  return {
    addCase(name, problems) {
      cases += 1;
      addProblems(name, problems);
    },
    addProblems,
    report: () => ({
      cases,
      failures: [...timesFound].map(([message, times]): SuiteFailure => {
        return { message: times === 1 ? message : `${message} (${times} times)`, seed };
      }),
    }),
  };
}
