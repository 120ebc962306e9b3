import { LOG_LEVELS, type LogLevel } from '@/src/schema/values/log-level';

/** The levels of at least this severity. */
export function levelsUpTo(level: LogLevel): LogLevel[] {
  return LOG_LEVELS.slice(0, LOG_LEVELS.indexOf(level) + 1);
}
