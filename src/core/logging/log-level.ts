import { LOG_LEVELS, type LogLevel } from '@/src/schema/values/log-level';

/** Default level. It excludes payloads. */
export const DEFAULT_LOG_LEVEL: LogLevel = 'info';

/** Key of the level in storage.local; one level for the whole extension. */
export const LOG_LEVEL_KEY = 'log-level';

/** The levels of at least this severity. */
export function levelsUpTo(level: LogLevel): LogLevel[] {
  return LOG_LEVELS.slice(0, LOG_LEVELS.indexOf(level) + 1);
}

/** Reads the stored level; {@link DEFAULT_LOG_LEVEL} if none is stored. */
export function readLogLevel(stored: unknown): LogLevel {
  return LOG_LEVELS.find((level) => level === stored) ?? DEFAULT_LOG_LEVEL;
}
