import { browser } from 'wxt/browser';
import { NOTIFICATIONS_KEY } from '@/src/messages/channels';
import { notificationsApi } from './notifications';
import type { WaitingNotifier } from './waiting-notifier';

/**
 * Registers browser events for badge and notifications, and updates both. Call synchronously when the worker
 * starts.
 */
export function listenForNotifications(attention: Pick<WaitingNotifier, 'update' | 'follow'>): void {
  const update = () => void attention.update();
  const follow = (systemId: string) => void attention.follow(systemId);
  // Registering the same listener again has no effect.
  const listenForClicks = () => notificationsApi()?.onClicked.addListener(follow);

  // Without this listener the browser doesn't start the worker, and no badge for an earlier session is shown.
  browser.runtime.onStartup.addListener(update);
  browser.storage.onChanged.addListener((changes, area) => {
    if (area === 'local' && NOTIFICATIONS_KEY in changes) update();
  });
  browser.permissions.onAdded.addListener(() => {
    listenForClicks();
    update();
  });
  browser.permissions.onRemoved.addListener(update);
  listenForClicks();
  update();
}
