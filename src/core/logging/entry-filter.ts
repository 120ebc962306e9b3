import type { LogEntry } from '@/src/schema/log-entry';
import { LOG_LEVELS, type LogLevel } from '@/src/schema/values/log-level';

/** The levels of at least this severity. */
export function levelsUpTo(level: LogLevel): LogLevel[] {
  return LOG_LEVELS.slice(0, LOG_LEVELS.indexOf(level) + 1);
}

/** True if the entry's topic, message or data contain the text, ignoring case. */
export function entryMatches({ topic, message, data }: LogEntry, text: string): boolean {
  const wanted = text.trim().toLowerCase();
  const holds = (place: string) => place.toLowerCase().includes(wanted);
  return holds(topic) || holds(message) || (data !== null && holds(JSON.stringify(data)));
}
