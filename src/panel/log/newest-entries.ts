import type { Queries } from '@/src/panel/data/stored-data';
import type { AuditEntry } from '@/src/schema/audit';
import type { LogSummary } from '@/src/store/queries';

/** An entry of the list: a step of Steward, or a change of a page. */
export type NotedEntry = { kind: 'log'; entry: LogSummary } | { kind: 'change'; entry: AuditEntry };

/** The newest steps and changes of pages of all sites that contain the text, newest first; at most `limit`. */
export async function newestEntries(
  { newestLogEntries, audits }: Queries,
  text: string,
  limit: number,
): Promise<{ entries: NotedEntry[]; isCut: boolean }> {
  const filter = { text, decision: null, action: null, sinceMs: null, chatId: null };
  const [steps, ...changes] = await Promise.all([
    newestLogEntries({ level: 'debug', text, limit }),
    ...(await audits.origins()).map((origin) => audits.newest(origin, filter, limit)),
  ]);
  const all: NotedEntry[] = [
    ...steps.entries.map((entry) => ({ kind: 'log' as const, entry })),
    ...changes.flatMap(({ entries }) => entries.map((entry) => ({ kind: 'change' as const, entry }))),
  ].sort((a, b) => b.entry.atMs - a.entry.atMs);
  return {
    entries: all.slice(0, limit),
    isCut: all.length > limit || [steps, ...changes].some(({ isCut }) => isCut),
  };
}
