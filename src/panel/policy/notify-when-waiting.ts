import { browser } from 'wxt/browser';
import { StewardError } from '@/src/core/errors';
import { NOTIFICATIONS_KEY } from '@/src/messages/channels';
import { i18n } from '@/src/texts/i18n';

/**
 * Turns notifications on or off. Must be called in a click handler before any await, since the browser requires a user
 * gesture. Rejects with `permission-missing` if the user or the browser refuses.
 */
export async function notifyWhenWaiting(isWanted: boolean): Promise<void> {
  const isGranted = !isWanted || (await browser.permissions.request({ permissions: ['notifications'] }));
  if (!isGranted) {
    throw new StewardError('permission-missing', i18n.t('policy.notification.refused'), {
      remedy: i18n.t('policy.notification.refusedRemedy'),
    });
  }
  await browser.storage.local.set({ [NOTIFICATIONS_KEY]: isWanted });
}
