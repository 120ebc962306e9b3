import type { LogEntry } from '@/src/schema/log-entry';
import type { LogLevel } from '@/src/schema/values/log-level';

/** References and data of an entry; null or omitted if not applicable. */
export type LogFacts = Partial<Pick<LogEntry, 'chatId' | 'runId' | 'data'>>;

/** Writes entries of one level. Never throws, and never waits. */
export type LogWrite = (topic: string, message: string, facts?: LogFacts) => void;

/** Writes log entries. A failure of the log never affects the logged operation. */
export interface Logger extends Record<LogLevel, LogWrite> {
  /** True if entries of this level are stored now. Lets callers skip building large ones. */
  keeps(level: LogLevel): boolean;
}
