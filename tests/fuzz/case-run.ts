import fc from 'fast-check';
import type { SuiteReport } from '@/scripts/suites/suite';

/** The report of a property's cases. `text`: the counterexample in the report. */
export function reportOf<Case>(
  {
    failed,
    numRuns: cases,
    seed,
    counterexample,
    counterexamplePath: path,
    errorInstance,
  }: fc.RunDetails<Case>,
  text = (made: Case | null) => `\n${fc.stringify(made).slice(0, 4_000)}`,
): SuiteReport {
  if (!failed) return { cases, failures: [] };
  const message = (errorInstance as Error).message + text(counterexample);
  return { cases, failures: [{ message, seed, path: path ?? '' }] };
}

/** The result of work; null if it takes longer. Without a limit, a case that hangs would end the process. */
export async function within<Result>(limitMs: number, work: Promise<Result>): Promise<Result | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), limitMs);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}

/** Calls the listener for each unhandled rejection. Returns a function that removes the listener. */
export function watchRejections(onProblem: (problem: string) => void): () => void {
  const onUnhandled = (reason: unknown) => onProblem(`unhandled rejection: ${reason}`);
  process.on('unhandledRejection', onUnhandled);
  return () => void process.off('unhandledRejection', onUnhandled);
}
