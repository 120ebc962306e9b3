import type { JsonObject } from '../json';
import type { LogLevel } from './log-level';

/** The log entry for an event. */
export interface LogEvent {
  level: LogLevel;
  topic: string;
  message: string;
  data: JsonObject | null;
}
