import type { ChangingEndpoint } from '@/tests/fakes/changing-endpoint';
import { test as base } from './approval-fixtures';
import { expect, type OpenPanel } from './fixtures';
import { createPageFaults, type PageFaults } from './page-faults';
import { readTable } from './read-table';

export { type Call, CONCLUSION, ignoreRules } from './approval-fixtures';
export { expect };

/** Stories in which the page doesn't answer as it should, or somebody else changes it during a run. */
export const OUTCOME = { tag: '@outcome' };

/** How long Stop may take, with time for the panel to show it. */
export const STOP_LIMIT_MS = 1_500;

export const test = base.extend<{ faults: PageFaults }>({
  faults: async ({ filterPage }, use) => use(await createPageFaults(filterPage.page)),
});

/** Clicks Stop, and fails unless the panel shows in time that the run is stopped. */
export async function stopInTime(panel: OpenPanel): Promise<void> {
  const clickedAtMs = Date.now();
  await panel.stop();
  await expect(panel.page.getByText('Stopped.', { exact: true })).toBeVisible({ timeout: STOP_LIMIT_MS });
  expect(Date.now() - clickedAtMs).toBeLessThanOrEqual(STOP_LIMIT_MS);
}

/** A row of the audit journal, as far as these stories read it. */
export interface AuditRow {
  action: string;
  subject: string;
  success: boolean;
  errorCode: string | null;
  stateHashBefore: string | null;
  stateHashAfter: string | null;
}

/** The audit journal, oldest first. */
export async function auditRows(panel: OpenPanel): Promise<AuditRow[]> {
  const rows = (await readTable(panel.page, 'audit')) as unknown as (AuditRow & { sequence: number })[];
  return rows.sort((a, b) => a.sequence - b.sequence);
}

/** The changes that the model was told with the last message of the user; empty if it was told none. */
export function changesTold(endpoint: ChangingEndpoint): string {
  const messages = endpoint.chats().at(-1)?.body.messages ?? [];
  const text = messages.findLast(({ role }) => role === 'user')?.content ?? '';
  const [, changes = ''] = /<changes-since-last-message [^>]*>\n([\s\S]*?)\n<\/changes/.exec(text) ?? [];
  return changes;
}
