import { useEffect, useState } from 'react';
import { browser } from 'wxt/browser';
import { LOG_LEVEL_KEY, type LogLevel, readLogLevel } from '@/src/core/logging/log-level';

/** What the log keeps; null until the browser has told. */
export function useLogLevel(onError: (error: unknown) => void): LogLevel | null {
  const [level, setLevel] = useState<LogLevel | null>(null);
  useEffect(() => {
    const read = () => {
      browser.storage.local
        .get(LOG_LEVEL_KEY)
        .then((stored) => setLevel(readLogLevel(stored[LOG_LEVEL_KEY])), onError);
    };
    const onChanged = (changes: Record<string, unknown>, area: string) => {
      if (area === 'local' && LOG_LEVEL_KEY in changes) read();
    };
    browser.storage.onChanged.addListener(onChanged);
    read();
    return () => browser.storage.onChanged.removeListener(onChanged);
  }, [onError]);
  return level;
}
