import { useCallback, useEffect, useState } from 'react';
import { browser } from 'wxt/browser';
import { StewardError } from '@/src/core/errors';
import { hostPattern } from '@/src/core/host-pattern';

/**
 * Access to an endpoint's host. The function returned must be called first thing in a click, before any await, or
 * the browser takes the request for one that nobody made. It rejects with `invalid-message` for an address that is
 * none, and with `permission-missing` when the user or the browser refuses.
 */
export function useEndpointPermission(baseUrl: string): () => Promise<void> {
  const origin = hostPattern(baseUrl);
  const [grantedOrigin, setGrantedOrigin] = useState<string | null>(null);

  useEffect(() => {
    if (origin === null) return;
    browser.permissions.contains({ origins: [origin] }).then(
      (isGranted) => {
        if (isGranted) setGrantedOrigin(origin);
      },
      // Not knowing is no harm: the click asks, and its failure is shown.
      () => undefined,
    );
  }, [origin]);

  return useCallback(async () => {
    if (origin === null) {
      throw new StewardError('invalid-message', 'The base URL is no complete web address.', {
        remedy: 'Write it with http:// or https:// in front, such as http://127.0.0.1:8787/v1.',
      });
    }
    if (origin === grantedOrigin) return;
    if (await browser.permissions.request({ origins: [origin] })) return setGrantedOrigin(origin);
    throw new StewardError(
      'permission-missing',
      `Steward has no access to ${new URL(baseUrl.trim()).host}.`,
      {
        remedy: 'Save again and allow the access that the browser asks for; nothing was saved.',
      },
    );
  }, [origin, grantedOrigin, baseUrl]);
}
