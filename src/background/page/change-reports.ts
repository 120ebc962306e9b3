import type { ChangeProgress } from '@/src/core/records/change-progress';

/** Passes the progress of running executions on to those who wait for them. */
export interface ChangeReports {
  /** Passes on the progress of a running execution; ignores that of any other. */
  progressed(executionId: string, progress: ChangeProgress): void;
  /** Passes the progress of an execution to `report` while `work` runs. */
  during<Value>(
    executionId: string,
    report: ((progress: ChangeProgress) => void) | undefined,
    work: () => Promise<Value>,
  ): Promise<Value>;
}

export function createChangeReports(): ChangeReports {
  const reports = new Map<string, (progress: ChangeProgress) => void>();
  return {
    progressed: (executionId, progress) => reports.get(executionId)?.(progress),
    async during(executionId, report, work) {
      if (report !== undefined) reports.set(executionId, report);
      try {
        return await work();
      } finally {
        reports.delete(executionId);
      }
    },
  };
}
