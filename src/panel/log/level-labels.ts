import type { LogLevel } from '@/src/core/logging/log-level';
import type { TextKey } from '@/src/texts/text-key';

/** Labels of a minimum level, for filters and settings. */
export const MINIMUM_LEVEL_LABELS: Readonly<Record<LogLevel, TextKey>> = {
  error: 'log.level.errorsOnly',
  warning: 'log.level.warningsAndAbove',
  info: 'log.level.infoAndAbove',
  debug: 'log.level.debugAndAbove',
};

/** Labels of an entry's level. */
export const LEVEL_LABELS: Readonly<Record<LogLevel, TextKey>> = {
  error: 'log.level.error',
  warning: 'log.level.warning',
  info: 'log.level.info',
  debug: 'log.level.debug',
};
