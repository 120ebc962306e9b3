/** How much an entry matters, the weightiest first (ledger A-203..A-206). */
export const LOG_LEVELS = ['error', 'warning', 'info', 'debug'] as const;

export type LogLevel = (typeof LOG_LEVELS)[number];

/** Kept until the user chooses otherwise; payloads are not (ledger A-206). */
export const DEFAULT_LOG_LEVEL: LogLevel = 'info';

/** Where storage.local keeps the level, one for the whole extension (ledger conflict 8). */
export const LOG_LEVEL_KEY = 'log-level';

/** The levels that weigh as much as this one, or more. */
export function levelsUpTo(level: LogLevel): LogLevel[] {
  return LOG_LEVELS.slice(0, LOG_LEVELS.indexOf(level) + 1);
}

/** The level as it was stored; {@link DEFAULT_LOG_LEVEL} where none was. */
export function readLogLevel(stored: unknown): LogLevel {
  return LOG_LEVELS.find((level) => level === stored) ?? DEFAULT_LOG_LEVEL;
}
