import { browser } from 'wxt/browser';
import { PANEL_CHANNEL } from '@/src/messages/channels';
import type { PanelNotice } from '@/src/messages/panel-notice';

/** Tells every open panel. Where none is open nobody takes it, and none needs to: a panel looks when it opens. */
export function notifyPanels(notice: PanelNotice['notice']): void {
  const message: PanelNotice = { channel: PANEL_CHANNEL, notice };
  browser.runtime.sendMessage(message).catch((error: unknown) => {
    console.info('no panel took a notice', error);
  });
}
