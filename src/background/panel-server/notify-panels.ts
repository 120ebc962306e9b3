import { browser } from 'wxt/browser';
import { PANEL_CHANNEL } from '@/src/messages/channels';
import type { PanelNotice } from '@/src/messages/panel-notice';

/**
 * Sends a notice to every open panel. Without an open panel the notice is dropped: a panel loads its state when it
 * opens.
 */
export function notifyPanels(notice: PanelNotice['notice']): void {
  const message: PanelNotice = { channel: PANEL_CHANNEL, notice };
  browser.runtime.sendMessage(message).catch((error: unknown) => {
    console.info('no panel took a notice', error);
  });
}

/** Tells every open panel how many chats of a restore, or of a check of all data, are done. */
export function notifyChatsDone(done: number, total: number): void {
  notifyPanels({ type: 'progressed', chatId: null, done, total, isHeldUp: false });
}
