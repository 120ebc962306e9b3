/// <reference types="chrome" />
import { hasEnded } from '@/src/core/records/transition';
import type { RunStatus } from '@/src/schema/run-status';
import { waitUntil } from '@/tests/drive/wait-until';
import type { SettlingStage } from './settle';
import type { WorkerEdges } from './worker-edges';

/**
 * Complaints if anything goes on although the task has ended, or the record has defects. `runs`: those of the chat. Takes the errors that the
 * page's scripts, the panel and the worker did not handle.
 */
export async function checkIdle(
  stage: SettlingStage & { readonly worker: Pick<WorkerEdges, 'errors'> },
  runs: readonly Record<string, unknown>[],
  errors: string[],
): Promise<string[]> {
  const violations: string[] = [];
  const isUnlocked = () => stage.page.evaluate(() => document.querySelector('steward-lock') === null);
  await waitUntil(isUnlocked, 'The page stays locked.').catch((error) => violations.push(String(error)));
  if ((await stage.rows('restores')).length > 0) violations.push('A rollback is unfinished.');
  for (const { status } of runs as unknown as { status: RunStatus }[]) {
    if (!hasEnded(status)) violations.push(`A run is left ${status.state}.`);
  }
  const report = await stage
    .panel()
    .page.evaluate(() =>
      chrome.runtime.sendMessage({ channel: 'steward/command', command: { type: 'check-data' } }),
    );
  const findings = report?.ok === true ? Object.values(report.value).flat() : [report];
  if (findings.length > 0) violations.push(`The check of the database found ${JSON.stringify(findings)}.`);
  for (const error of [errors, stage.worker.errors].flatMap((list) => list.splice(0)))
    violations.push(`Unhandled error: ${error}`);
  const defect = (await stage.rows('logs')).find(
    ({ data }) => (data as { code?: unknown } | null)?.code === 'internal',
  );
  if (defect !== undefined) violations.push(`The log has an internal error: ${JSON.stringify(defect)}`);
  return violations;
}
