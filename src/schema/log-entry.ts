import type { JsonObject } from './values/json';
import type { LogLevel } from './values/log-level';

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
