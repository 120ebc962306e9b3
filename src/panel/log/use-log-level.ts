import { LOG_LEVEL_KEY, type LogLevel, readLogLevel } from '@/src/core/logging/log-level';
import { useStored } from '../link/use-stored';

/** What the log keeps; null until the browser has told. */
export function useLogLevel(onError: (error: unknown) => void): LogLevel | null {
  return useStored(LOG_LEVEL_KEY, readLogLevel, onError);
}
