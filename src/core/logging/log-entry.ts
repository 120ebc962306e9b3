import type { JsonObject } from '../json';
import type { LogLevel } from './log-level';

/** One entry of the log. Below `debug` it holds nothing of what was said or of what stands on the page (ledger A-208). */
export interface LogEntry {
  /** Grows with every entry: the order in which they were written. */
  id: number;
  atMs: number;
  level: LogLevel;
  /** Short, dotted, from the general to the particular, e.g. `ai_loop.error`. */
  topic: string;
  chatId: string | null;
  runId: string | null;
  /** One sentence: what happened. */
  message: string;
  data: JsonObject | null;
}

/** An entry that has no place in the log yet. */
export type NewLogEntry = Omit<LogEntry, 'id'>;

/** An entry as it is stored. */
export interface LogRow extends LogEntry {
  /** UTF-16 units of its message and of its data as JSON, which the log's bound counts. */
  size: number;
}

/** What an entry is about; null or left out where there is no such thing. */
export type LogFacts = Partial<Pick<LogEntry, 'chatId' | 'runId' | 'data'>>;

/** Writes entries of one level. Never throws, and never waits. */
export type LogWrite = (topic: string, message: string, facts?: LogFacts) => void;

/** Where Steward writes down what it does. A log that can't be kept never stops what is logged. */
export interface Logger extends Record<LogLevel, LogWrite> {
  /** Whether entries of this level are kept now: spares making large ones in vain. */
  keeps(level: LogLevel): boolean;
}
