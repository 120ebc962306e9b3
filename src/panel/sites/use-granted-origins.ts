import { useCallback } from 'react';
import { browser } from 'wxt/browser';
import { hostPattern } from '@/src/core/host-pattern';
import { usePermissions } from '../link/use-permissions';

/** The origins to which the browser grants access; null until they are known. */
export function useGrantedOrigins(
  origins: readonly string[],
  onError: (error: unknown) => void,
): ReadonlySet<string> | null {
  const key = origins.join(' ');
  const query = useCallback(() => readGranted(key === '' ? [] : key.split(' ')), [key]);
  return usePermissions(query, onError);
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
