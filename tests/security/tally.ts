import type { SuiteFailure, SuiteReport } from '@/scripts/suites/suite';

/** Counts cases, and collects their problems; equal messages are counted as one finding. */
export interface Tally {
  /** Adds a case with the problems found in it. */
  take(name: string, problems: readonly string[]): void;
  /** Adds problems of several cases together, without counting a case. */
  note(name: string, problems: readonly string[]): void;
  report(): SuiteReport;
}

export function createTally(seed: number): Tally {
  let cases = 0;
  /** By message: how often it was found. */
  const found = new Map<string, number>();
  function note(name: string, problems: readonly string[]): void {
    for (const problem of problems) {
      const message = `${name}: ${problem}`;
      found.set(message, (found.get(message) ?? 0) + 1);
    }
  }

  return {
    take(name, problems) {
      cases += 1;
      note(name, problems);
    },
    note,
    report: () => ({
      cases,
      failures: [...found].map(([message, times]): SuiteFailure => {
        return { message: times === 1 ? message : `${message} (${times} times)`, seed };
      }),
    }),
  };
}
