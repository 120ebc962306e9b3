import type { LogLevel } from '@/src/core/logging/log-level';

/** Labels of a minimum level, for filters and settings. */
export const MINIMUM_LEVEL_LABELS: Readonly<Record<LogLevel, string>> = {
  error: 'Errors only',
  warning: 'Warnings and above',
  info: 'Info and above',
  debug: 'Debug and above',
};

/** Labels of an entry's level. */
export const LEVEL_LABELS: Readonly<Record<LogLevel, string>> = {
  error: 'Error',
  warning: 'Warning',
  info: 'Info',
  debug: 'Debug',
};
