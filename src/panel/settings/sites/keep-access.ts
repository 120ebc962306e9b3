import { browser } from 'wxt/browser';
import { StewardError } from '@/src/core/errors';
import { hostPattern } from '@/src/core/host-pattern';
import { sendCommand } from '@/src/panel/data/send-command';
import { i18n } from '@/src/texts/i18n';

/**
 * Makes access to a site permanent. Must be called in a click handler before any await, since the browser requires a
 * user gesture. Rejects with `permission-missing` if the user or the browser refuses.
 */
export async function keepAccess(origin: string): Promise<void> {
  const pattern = hostPattern(origin);
  const isGranted = pattern !== null && (await browser.permissions.request({ origins: [pattern] }));
  if (!isGranted) {
    throw new StewardError('permission-missing', i18n.t('sites.access.refused', { origin }), {
      remedy: i18n.t('sites.access.refusedRemedy'),
    });
  }
  await sendCommand({ type: 'keep-site', origin });
}
