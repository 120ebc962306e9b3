import { useCallback, useEffect, useState } from 'react';
import { browser } from 'wxt/browser';
import { StewardError } from '@/src/core/errors';
import { hostPattern } from '@/src/core/host-pattern';
import { i18n } from '@/src/texts/i18n';

/**
 * Returns a function that requests access to an endpoint's host. It must be called in a click handler before any await,
 * since the browser requires a user gesture. It rejects with `invalid-message` for an invalid address, and with
 * `permission-missing` if the user or the browser refuses.
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
      // Harmless: the click requests the permission, and shows a failure.
      () => undefined,
    );
  }, [origin]);

  return useCallback(async () => {
    if (origin === null) {
      throw new StewardError('invalid-message', i18n.t('connection.permission.invalidAddress'), {
        remedy: i18n.t('connection.permission.invalidAddressRemedy'),
      });
    }
    if (origin === grantedOrigin) return;
    if (await browser.permissions.request({ origins: [origin] })) return setGrantedOrigin(origin);
    throw new StewardError(
      'permission-missing',
      i18n.t('connection.permission.denied', { host: new URL(baseUrl.trim()).host }),
      {
        remedy: i18n.t('connection.permission.deniedRemedy'),
      },
    );
  }, [origin, grantedOrigin, baseUrl]);
}
