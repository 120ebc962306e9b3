import type { SuiteFailure, SuiteReport } from '@/scripts/suites/suite';

/** Keeps count of cases, and takes down what got through; the same in the same words is one finding. */
export interface Tally {
  /** A case: `problems` is what was found in it, if anything. */
  take(name: string, problems: readonly string[]): void;
  /** What was found in several cases together, which are counted elsewhere. */
  note(name: string, problems: readonly string[]): void;
  report(): SuiteReport;
}

export function createTally(seed: number): Tally {
  let cases = 0;
  /** How often each thing was found. */
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
