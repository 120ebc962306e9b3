import type { JsonObject } from '../json';
import type { LogLevel } from './log-level';

/** One entry of the log. Below `debug` it contains neither text of the conversation nor page content. */
export interface LogEntry {
  /** Increases with every entry. */
  id: number;
  atMs: number;
  level: LogLevel;
  /** Dotted, from general to specific, e.g. `ai_loop.error`. */
  topic: string;
  chatId: string | null;
  runId: string | null;
  /** One sentence: what happened. */
  message: string;
  data: JsonObject | null;
}

/** An entry that hasn't been stored yet. */
export type NewLogEntry = Omit<LogEntry, 'id'>;

/** An entry as it is stored. */
export interface LogRow extends LogEntry {
  /** UTF-16 units of its message and of its data as JSON; counts towards the log's bound. */
  size: number;
}

/** References and data of an entry; null or omitted if not applicable. */
export type LogFacts = Partial<Pick<LogEntry, 'chatId' | 'runId' | 'data'>>;

/** Writes entries of one level. Never throws, and never waits. */
export type LogWrite = (topic: string, message: string, facts?: LogFacts) => void;

/** Writes log entries. A failure of the log never affects the logged operation. */
export interface Logger extends Record<LogLevel, LogWrite> {
  /** True if entries of this level are stored now. Lets callers skip building large ones. */
  keeps(level: LogLevel): boolean;
}
