import type { JsonObject } from '../json';
import type { LogLevel } from './log-level';

/** What is to be logged of something that happened. */
export interface LogEvent {
  level: LogLevel;
  topic: string;
  message: string;
  data: JsonObject | null;
}
