import { LOG_LEVEL_KEY, type LogLevel, readLogLevel } from '@/src/core/logging/log-level';
import { useStored } from '../link/use-stored';

/** The minimum level of stored log entries; null until it is loaded. */
export function useLogLevel(onError: (error: unknown) => void): LogLevel | null {
  return useStored(LOG_LEVEL_KEY, readLogLevel, onError, 'local');
}
