import type { JsonObject } from '@/src/schema/values/json';
import type { LogLevel } from '@/src/schema/values/log-level';

/** The log entry for an event. */
export interface LogEvent {
  level: LogLevel;
  topic: string;
  message: string;
  data: JsonObject | null;
}
