import type { LogLevel } from '@/src/core/logging/log-level';

/** What the log shows or keeps up to a level, in words. */
export const MINIMUM_LEVEL_LABELS: Readonly<Record<LogLevel, string>> = {
  error: 'Errors only',
  warning: 'Warnings too',
  info: 'Info too',
  debug: 'Debug too',
};

/** One entry's level, in a word. */
export const LEVEL_LABELS: Readonly<Record<LogLevel, string>> = {
  error: 'Error',
  warning: 'Warning',
  info: 'Info',
  debug: 'Debug',
};
