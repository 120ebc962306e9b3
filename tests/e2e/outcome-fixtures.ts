import type { ChangingEndpoint } from '@/tests/fakes/changing-endpoint';
import { test as base, type Call } from './approval-fixtures';
import { expect, type OpenPanel } from './fixtures';
import { createPageFaults, type PageFaults } from './page-faults';
import { readTable } from './read-table';

export { CONCLUSION, ignoreRules } from './approval-fixtures';
export { expect };

/** Stories of pages that answer late or not at all, and of changes that others make during a run. */
export const OUTCOME = { tag: '@outcome' };

export const HIDE_AUDIO: Call = ['add_ignore_rule', { pattern: '*audio*' }];
export const HIDE_VISION: Call = ['add_ignore_rule', { pattern: '*vision*' }];

/** How long Stop may take, with time for the panel to show it. */
const STOP_LIMIT_MS = 1_500;

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

/** A change as the model was told of it. */
interface ToldChange {
  pattern: unknown;
  /** Who made it, e.g. `the user`. */
  by: unknown;
}

/**
 * The changes that a request tells after the last answer of the model; `at`: which request, -1 for the last one. Where an entry names nobody, a message of
 * the user tells what the user did, and the end of a round of calls what these calls did (docs/page-context.md).
 */
export function changesTold(endpoint: ChangingEndpoint, at = -1): ToldChange[] {
  const messages = endpoint.chats().at(at)?.body.messages ?? [];
  const newest = messages.slice(messages.findLastIndex(({ role }) => role === 'assistant') + 1);
  const text = newest.map(({ content }) => content ?? '').join('\n');
  const blocks = text.matchAll(/<(changes-since-last-message|page-changes) [^>]*>\n([\s\S]*?)\n<\/\1/g);
  return [...blocks].flatMap(([, tag, lines = '']) =>
    lines.split('\n').map((line) => {
      const { pattern, by } = JSON.parse(line.slice(line.indexOf('{')));
      return { pattern, by: by ?? (tag === 'page-changes' ? 'the assistant' : 'the user') };
    }),
  );
}
