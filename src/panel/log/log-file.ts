import { jsonLines, type LogFilter, type LogLine, logFileName } from '@/src/core/logging/log-lines';
import { query } from '@/src/panel/data/stored-data';

/** A file that an export button saves. */
export interface ExportedFile {
  name: string;
  mediaType: string;
  content: BlobPart;
}

/** The lines of the log that match the filter, oldest first, as JSON Lines. */
export async function jsonlFile(filter: LogFilter, atMs: number): Promise<ExportedFile> {
  const lines = await matches(filter);
  const name = logFileName(filter, lines, { atMs, extension: 'jsonl' });
  return { name, mediaType: 'application/jsonl', content: jsonLines(lines) };
}

/** The changes of a site that match the filter, oldest first, as a CSV table. */
export async function csvFile(filter: LogFilter, atMs: number): Promise<ExportedFile> {
  const [{ auditCsv }, lines] = await Promise.all([import('./audit/audit-csv'), matches(filter)]);
  const name = logFileName(filter, lines, { atMs, extension: 'csv' });
  const entries = lines.flatMap(({ kind, row }) => (kind === 'change' ? [row] : []));
  return { name, mediaType: 'text/csv', content: auditCsv(entries) };
}

function matches(filter: LogFilter): Promise<LogLine[]> {
  return query(({ log }) => log.lines(filter));
}
