import type { AuditEntry } from '@/src/schema/audit';
import type { LogEntry } from '@/src/schema/log-entry';
import { LOG_LEVELS, type LogLevel } from '@/src/schema/values/log-level';
import { fileStamp } from './file-names';
import { PAYLOAD_TOPICS } from './payload-topics';
import type { RecordedCall } from './recorded-calls';

/**
 * A line of the log: a step of Steward, a change of a page as the audit has it, content that a chat sent or received, or a call of
 * a tool.
 */
export type LogLine =
  | { kind: 'step' | 'payload'; row: LogEntry }
  | { kind: 'change'; row: AuditEntry }
  | { kind: 'call'; row: RecordedCall };

/** Selects the lines of the log for a list or an export. Null fields and an empty text match all lines. */
export interface LogFilter {
  /** The kinds of lines: all of them, only changes of pages, or only steps of at least this severity. */
  shown: 'all' | 'changes' | LogLevel;
  /** Searched for in all texts of a line; case-insensitive. */
  text: string;
  /** The site of the changes, if only changes are shown. */
  site: string | null;
  /**
   * Matches changes with this decision, and all lines that are no changes, since they have none. `action` does the
   * same.
   */
  decision: AuditEntry['decision'] | null;
  action: AuditEntry['action'] | null;
  /** Matches lines written at or after this time. */
  sinceMs: number | null;
  /** Matches the chat's log: its steps, its changes of pages, and what it sent and received, if that is kept. */
  chatId: string | null;
}

/** The filter that matches every line. */
export const WHOLE_LOG: LogFilter = {
  shown: 'all',
  text: '',
  site: null,
  decision: null,
  action: null,
  sinceMs: null,
  chatId: null,
};

/** True if the filter matches every line of the kinds that it shows. Every step is at least as severe as `debug`. */
export function isUnfiltered({ shown, site: _, text, ...others }: LogFilter): boolean {
  return (
    ['all', 'changes', 'debug'].includes(shown) &&
    text.trim() === '' &&
    Object.values(others).every((value) => value === null)
  );
}

/** The levels of at least this severity. */
export function levelsUpTo(level: LogLevel): LogLevel[] {
  return LOG_LEVELS.slice(0, LOG_LEVELS.indexOf(level) + 1);
}

/** True if the line has the filter's text, time and chat, and, if it is a change, the filter's decision and action. */
export function lineMatches(line: LogLine, { text, decision, action, sinceMs, chatId }: LogFilter): boolean {
  const { kind, row } = line;
  const wanted = text.trim().toLowerCase();
  return (
    (kind !== 'change' || decision === null || row.decision === decision) &&
    (kind !== 'change' || action === null || row.action === action) &&
    (chatId === null || row.chatId === chatId) &&
    (sinceMs === null || row.atMs >= sinceMs) &&
    (wanted === '' || textsOf(line).some((found) => found?.toLowerCase().includes(wanted)))
  );
}

function textsOf({ kind, row }: LogLine): (string | null)[] {
  if (kind === 'change') {
    return [row.subject, row.proposed, row.ran, row.savedBefore, row.note, row.errorCode];
  }
  if (kind === 'call') return [row.tool, row.arguments, JSON.stringify(row.result)];
  return [row.topic, row.message, row.data && JSON.stringify(row.data)];
}

const payloadTopics: readonly string[] = Object.values(PAYLOAD_TOPICS);

/**
 * JSON Lines, in the order given: a line's kind and time, then its stored row. The row of a change is complete, so
 * that other programs can verify the chain.
 */
export function jsonLines(lines: readonly LogLine[]): string {
  return lines
    .map(({ kind, row }) => `${JSON.stringify({ kind, at: new Date(row.atMs).toISOString(), ...row })}\n`)
    .join('');
}

/**
 * Name of the exported file: `comms_…` if it contains payloads, `steward-audit_127.0.0.1-8787_20251120T143215Z.jsonl` for the
 * changes of a site, else `steward-log_…`.
 */
export function logFileName(
  { shown, site }: LogFilter,
  lines: readonly LogLine[],
  { atMs, extension }: { atMs: number; extension: 'jsonl' | 'csv' },
): string {
  const hasPayloads = lines.some(
    ({ kind, row }) => (kind === 'step' || kind === 'payload') && payloadTopics.includes(row.topic),
  );
  const ofSite = `steward-audit_${site?.replace(/^[a-z-]+:\/\//, '').replace(/[^\w.-]+/g, '-')}`;
  const name = shown === 'changes' ? ofSite : hasPayloads ? 'comms' : 'steward-log';
  return `${name}_${fileStamp(atMs)}.${extension}`;
}
