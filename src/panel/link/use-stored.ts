import { useEffect, useState } from 'react';
import { browser } from 'wxt/browser';

/**
 * What the browser keeps under a key, in storage.local unless said otherwise, as `read` understands it; null until the
 * browser has told. `read` gets undefined where nothing is kept. Both functions have to stay the same from one rendering
 * to the next.
 */
export function useStored<Value>(
  key: string,
  read: (stored: unknown) => Value,
  onError: (error: unknown) => void,
  area: 'local' | 'session' = 'local',
): Value | null {
  const [value, setValue] = useState<Value | null>(null);
  useEffect(() => {
    const look = () => {
      browser.storage[area].get(key).then((stored) => setValue(read(stored[key])), onError);
    };
    const onChanged = (changes: Record<string, unknown>, changedArea: string) => {
      if (changedArea === area && key in changes) look();
    };
    browser.storage.onChanged.addListener(onChanged);
    look();
    return () => browser.storage.onChanged.removeListener(onChanged);
  }, [key, read, onError, area]);
  return value;
}
