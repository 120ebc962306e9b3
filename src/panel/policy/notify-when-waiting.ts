import { browser } from 'wxt/browser';
import { StewardError } from '@/src/core/errors';
import { NOTIFICATIONS_KEY } from '@/src/messages/channels';

/**
 * Turns notifications on or off. Must be called in a click handler before any await, since the browser requires a user
 * gesture. Rejects with `permission-missing` if the user or the browser refuses.
 */
export async function notifyWhenWaiting(isWanted: boolean): Promise<void> {
  const isGranted = !isWanted || (await browser.permissions.request({ permissions: ['notifications'] }));
  if (!isGranted) {
    throw new StewardError('permission-missing', 'The browser doesn’t let Steward show notifications.', {
      remedy: 'Try again and allow what the browser asks for. The toolbar button shows what waits as well.',
    });
  }
  await browser.storage.local.set({ [NOTIFICATIONS_KEY]: isWanted });
}
