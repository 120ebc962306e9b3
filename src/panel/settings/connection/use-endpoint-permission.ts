import { useCallback, useEffect, useState } from 'react';
import { browser } from 'wxt/browser';
import { textError } from '@/src/core/errors';
import { hostPattern } from '@/src/core/host-pattern';
import { readAddress } from '@/src/core/llm/endpoint-address';
import { say } from '@/src/schema/values/said';

/**
 * Returns a function that requests access to an endpoint's host. It must be called in a click handler before any await,
 * since the browser requires a user gesture. It rejects with `permission-missing` if the user or the browser refuses, and
 * requests nothing for an address that isn't http or https, which the background refuses.
 */
export function useEndpointPermission(baseUrl: string): () => Promise<void> {
  const address = readAddress(baseUrl);
  const origin = hostPattern(address);
  const [grantedOrigin, setGrantedOrigin] = useState<string | null>(null);

  useEffect(() => {
    if (origin === null) return;
    browser.permissions.contains({ origins: [origin] }).then(
      (isGranted) => {
        if (isGranted) setGrantedOrigin(origin);
      },
      // Ignored: the click requests the permission anyway, and shows a failure.
      () => undefined,
    );
  }, [origin]);

  return useCallback(async () => {
    if (origin === null || origin === grantedOrigin) return;
    if (await browser.permissions.request({ origins: [origin] })) return setGrantedOrigin(origin);
    throw textError(
      'permission-missing',
      say('connection.permission.denied', { host: new URL(address).host }),
    );
  }, [origin, grantedOrigin, address]);
}
