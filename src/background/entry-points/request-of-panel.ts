import { browser } from 'wxt/browser';
import { PANEL_REQUEST_KEY, type PanelRequest } from '@/src/messages/panel-request';

/** Requests something of the side panel of a window, which may only be being opened. A newer request replaces it. */
export async function requestOfPanel(windowId: number, task: PanelRequest['task']): Promise<void> {
  const request: PanelRequest = { windowId, atMs: Date.now(), task };
  await browser.storage.session.set({ [PANEL_REQUEST_KEY]: request });
}
