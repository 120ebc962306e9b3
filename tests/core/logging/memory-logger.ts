import type { LogFacts, Logger } from '@/src/core/logging/log-entry';
import { levelsUpTo } from '@/src/core/logging/log-lines';
import type { LogLevel } from '@/src/schema/values/log-level';

/** An entry as it was passed to the logger. */
export type GivenEntry = { level: LogLevel; topic: string; message: string } & LogFacts;

/** A logger that keeps entries up to a level. */
export function createMemoryLogger(level: LogLevel): { logger: Logger; entries: GivenEntry[] } {
  const entries: GivenEntry[] = [];
  const write = (own: LogLevel) => (topic: string, message: string, facts?: LogFacts) => {
    if (levelsUpTo(level).includes(own)) entries.push({ level: own, topic, message, ...facts });
  };
  return {
    entries,
    logger: {
      keeps: (own) => levelsUpTo(level).includes(own),
      error: write('error'),
      warning: write('warning'),
      info: write('info'),
      debug: write('debug'),
    },
  };
}
