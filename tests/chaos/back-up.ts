import { canonicalJson } from '@/src/core/hash';
import { NO_RESULT } from '@/src/core/history/call-results';
import type { Message } from '@/src/schema/message';
import type { Json } from '@/src/schema/values/json';
import { isDamaged } from '@/src/store/storage-error';
import { openHelp } from '@/tests/drive/menu';
import { waitUntil } from '@/tests/drive/wait-until';
import type { SettlingStage } from './settle';
import type { WorkerEdges } from './worker-edges';

/**
 * Tables whose rows a restored backup has, but for fields that no file brings. The others have more, or are changed by the panel that
 * opens then; decisions are not restored.
 */
const COMPARED_TABLES = [
  'messages',
  'runs',
  'executions',
  'usage',
  'chatImages',
  'audit',
  'auditHeads',
  'pageSteps',
  'sentRequests',
  'requestParts',
] as const;

const MAX_ATTEMPTS = 3;
/** Number of waits, of ten seconds each, for a backup of hundreds of chats. */
const MAX_WAITS = 6;
const DELETION_LIMIT_MS = 30_000;

/** A stage whose rounds are over. */
export type EndedStage = SettlingStage & { readonly worker: Pick<WorkerEdges, 'killAt'> };

/** The rows of the compared tables, each as text. */
type Rows = Record<string, string[]>;

/**
 * Saves a backup, deletes all data, and restores the backup, while the worker is killed at the edge with this number. Restores it again
 * if nothing was restored. Resolves with complaints about rows that are missing or different.
 */
export async function restoreBackup(stage: EndedStage, edge: number): Promise<string[]> {
  await stage.openPanel();
  const { page } = stage.panel();
  const sheet = await openHelp(page, 'Data');
  const button = (name: string) => sheet.getByRole('button', { name, exact: true });
  const [download] = await Promise.all([page.waitForEvent('download'), button('Save backup').click()]);
  const file = await download.path();
  const before = await readRows(stage);
  await button('Delete all my data…').click();
  await button('Delete all my data').click();
  await sheet.waitFor({ state: 'hidden', timeout: DELETION_LIMIT_MS });
  await stage.worker.killAt([edge]);
  const restored = async () => (await stage.rows('messages')).length > 0;
  for (let attempt = 1; attempt <= MAX_ATTEMPTS && !(await restored()); attempt += 1) {
    // Closing the sheet removes the error of the previous attempt, which would be taken for an error of this one.
    if (await sheet.isVisible()) await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'hidden' });
    await openHelp(page, 'Data');
    await sheet.getByLabel('Backup file').setInputFiles(file);
    // Missing if the worker ended.
    await button('Restore')
      .click({ timeout: DELETION_LIMIT_MS })
      .catch(() => undefined);
    // It fails if the worker ends, and is tried again. A large one takes longer than one wait.
    const isOver = async () => (await restored()) || (await sheet.getByRole('alert').isVisible());
    for (let wait = 1; wait <= MAX_WAITS && !(await isOver()); wait += 1) {
      await waitUntil(isOver, 'Nothing was restored.').catch(() => undefined);
    }
  }
  await stage.worker.killAt([]);
  return differences(before, await readRows(stage));
}

/**
 * Removes the fields of a row that a restore doesn't keep: delimiters of page data and of other chats' messages, and
 * the page's state as a run sent it.
 */
function plain({
  nonce: _,
  news: __,
  sender: ______,
  contextText: ___,
  snapshot: ____,
  savedHash: _____,
  stateMessageId: _______,
  ...row
}: Record<string, unknown>) {
  // A restore lifts an accepted summary: its state becomes null.
  return row.role === 'summary' ? { ...row, state: null } : row;
}

/** True for a result that the restore wrote because the call’s own result was damaged, and so missing in the backup. */
const isMadeByRestore = ({ result }: Record<string, unknown>) =>
  result !== undefined && canonicalJson(result as Json) === canonicalJson(NO_RESULT as unknown as Json);

/** All rows that a backup must keep. */
export async function readRows(stage: SettlingStage): Promise<Rows> {
  const rows: Rows = {};
  for (const table of COMPARED_TABLES) {
    rows[table] = (await stage.rows(table))
      .filter(
        (row) => table !== 'messages' || !(isDamaged(row as unknown as Message) || isMadeByRestore(row)),
      )
      .map((row) => canonicalJson(plain(row) as Json));
  }
  return rows;
}

/** Complaints if the tables differ after a backup was restored. */
export function differences(before: Rows, after: Rows): string[] {
  return Object.entries(before).flatMap(([table, rows]) => {
    const restored = new Set(after[table]);
    const missing = rows.filter((row) => !restored.has(row));
    const more = [...restored].filter((row) => !rows.includes(row));
    if (missing.length + more.length === 0) return [];
    const [first = ''] = [...missing, ...more];
    return [
      `The restored backup lacks ${missing.length} rows of ${table}, and has ${more.length} others: ${first}`,
    ];
  });
}
