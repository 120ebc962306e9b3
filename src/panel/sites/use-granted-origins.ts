import { useEffect, useState } from 'react';
import { browser } from 'wxt/browser';
import { hostPattern } from '@/src/core/host-pattern';

/** Which of these origins the browser gives access to; null until it has told. */
export function useGrantedOrigins(
  origins: readonly string[],
  onError: (error: unknown) => void,
): ReadonlySet<string> | null {
  const [granted, setGranted] = useState<ReadonlySet<string> | null>(null);
  const key = origins.join(' ');
  useEffect(() => {
    let isCurrent = true;
    const read = () => {
      readGranted(key === '' ? [] : key.split(' ')).then((found) => {
        if (isCurrent) setGranted(found);
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
  }, [key, onError]);
  return granted;
}

async function readGranted(origins: readonly string[]): Promise<ReadonlySet<string>> {
  const flags = await Promise.all(
    origins.map(async (origin) => {
      const pattern = hostPattern(origin);
      return pattern !== null && browser.permissions.contains({ origins: [pattern] });
    }),
  );
  return new Set(origins.filter((_, index) => flags[index]));
}
