import '@/tests/world/before-all';
import type { SuiteOptions, SuiteReport } from '@/scripts/suites/suite';
import { createCaseReport } from '../case-report';
import { CALL_PATHS } from './call-paths';
import { type PagePath, problemsOf } from './page-path';
import { pageToolPaths } from './page-tool-paths';
import { RECORD_PATHS } from './record-paths';
import { STATE_PATHS } from './state-paths';

/** Every path by which a change can reach the page. */
export const PAGE_PATHS: readonly PagePath[] = [
  ...CALL_PATHS,
  ...RECORD_PATHS,
  ...STATE_PATHS,
  ...pageToolPaths(() => ({})),
];

/**
 * Runs every path twice, with and without authorization. These are all the cases, whatever number is
 * requested.
 */
export async function tryPaths(
  { seed }: Pick<SuiteOptions, 'seed'>,
  paths: readonly PagePath[] = PAGE_PATHS,
): Promise<SuiteReport> {
  const report = createCaseReport(seed);
  for (const path of paths) {
    const { authorized, unauthorized } = await problemsOf(path);
    report.addCase(path.name, authorized);
    report.addCase(path.name, unauthorized);
  }
  return report.report();
}
