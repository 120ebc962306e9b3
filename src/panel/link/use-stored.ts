import { useEffect, useState } from 'react';
import { browser } from 'wxt/browser';

/**
 * What storage.local keeps under a key, as `read` understands it; null until the browser has told. `read` gets
 * undefined where nothing is kept. Both functions have to stay the same from one rendering to the next.
 */
export function useStored<Value>(
  key: string,
  read: (stored: unknown) => Value,
  onError: (error: unknown) => void,
): Value | null {
  const [value, setValue] = useState<Value | null>(null);
  useEffect(() => {
    const look = () => {
      browser.storage.local.get(key).then((stored) => setValue(read(stored[key])), onError);
    };
    const onChanged = (changes: Record<string, unknown>, area: string) => {
      if (area === 'local' && key in changes) look();
    };
    browser.storage.onChanged.addListener(onChanged);
    look();
    return () => browser.storage.onChanged.removeListener(onChanged);
  }, [key, read, onError]);
  return value;
}
