import { browser } from 'wxt/browser';
import { NOTICE_KEY } from '@/src/messages/channels';
import { notificationsApi } from './notifications';
import type { WaitingNotifier } from './waiting-notifier';

/** Registers what the browser tells of badge and notifications. Synchronously, at the worker’s start, which also updates both. */
export function listenForNotifications(attention: Pick<WaitingNotifier, 'update' | 'follow'>): void {
  const update = () => void attention.update();
  const follow = (noticeId: string) => void attention.follow(noticeId);
  // Registered a second time, a listener counts once.
  const listenForClicks = () => notificationsApi()?.onClicked.addListener(follow);

  // Without a listener the worker isn’t started with the browser, which shows no badge of an earlier session.
  browser.runtime.onStartup.addListener(update);
  browser.storage.onChanged.addListener((changes, area) => {
    if (area === 'local' && NOTICE_KEY in changes) update();
  });
  browser.permissions.onAdded.addListener(() => {
    listenForClicks();
    update();
  });
  browser.permissions.onRemoved.addListener(update);
  listenForClicks();
  update();
}
