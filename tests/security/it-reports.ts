import { expect, it } from 'vitest';
import type { SuiteReport } from '@/scripts/suites/suite';

/** Generous: the suites use the whole background, and a shared machine can stall. */
export const TIMEOUT_MS = 120_000;

export const messagesOf = ({ failures }: SuiteReport) => failures.map(({ message }) => message);

/** A defect, a suite that runs with it, and the failures that the suite must report; an empty list: it must report none. */
export type Defect = [
  defect: string,
  run: () => Promise<SuiteReport>,
  findings: readonly (string | RegExp)[],
  plant?: () => void,
];

/** Tests that a suite finds each defect, which proves that its checks can fail. */
export function itReports(defects: readonly Defect[]): void {
  it.each(defects)(
    'reports %s',
    async (_defect, run, findings, plant = () => {}) => {
      plant();
      const found = messagesOf(await run()).join('\n');
      for (const finding of findings) expect(found).toMatch(finding);
      if (findings.length === 0) expect(found).toBe('');
    },
    TIMEOUT_MS,
  );
}
