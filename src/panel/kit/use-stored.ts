import { useEffect, useState } from 'react';
import { browser } from 'wxt/browser';

/**
 * The value stored under a key, parsed by `read`; null until it is loaded. `read` gets undefined if nothing is stored.
 * `read` and `onError` must be stable between renderings.
 * to the next.
 */
export function useStored<Value>(
  key: string,
  read: (stored: unknown) => Value,
  onError: (error: unknown) => void,
  area: 'local' | 'session',
): Value | null {
  const [value, setValue] = useState<Value | null>(null);
  useEffect(() => {
    const load = () => {
      browser.storage[area].get(key).then((stored) => setValue(read(stored[key])), onError);
    };
    const onChanged = (changes: Record<string, unknown>, changedArea: string) => {
      if (changedArea === area && key in changes) load();
    };
    browser.storage.onChanged.addListener(onChanged);
    load();
    return () => browser.storage.onChanged.removeListener(onChanged);
  }, [key, read, onError, area]);
  return value;
}
