import { useEffect, useState } from 'react';
import { browser } from 'wxt/browser';

/**
 * Result of a permission query, which runs again when permissions change. Null until the first result. `query` and `onError` must be the
 * same functions in each render.
 */
export function usePermissions<Result>(
  query: () => Promise<Result>,
  onError: (error: unknown) => void,
): Result | null {
  const [result, setResult] = useState<{ value: Result } | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const read = () => {
      query().then((value) => {
        if (isCurrent) setResult({ value });
      }, onError);
    };
    browser.permissions.onAdded.addListener(read);
    browser.permissions.onRemoved.addListener(read);
    read();
    return () => {
      isCurrent = false;
      browser.permissions.onAdded.removeListener(read);
      browser.permissions.onRemoved.removeListener(read);
    };
  }, [query, onError]);
  return result?.value ?? null;
}
