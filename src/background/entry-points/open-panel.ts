import { browser } from 'wxt/browser';
import { PANEL_REQUEST_KEY, type PanelRequest } from '@/src/messages/panel-request';

/** The used part of Firefox’s sidebar API; `wxt/browser` has Chromium’s types. */
interface SidebarAction {
  open(): Promise<void>;
  isOpen(options: { windowId: number }): Promise<boolean>;
}

/**
 * Opens the panel beside the page: Chromium’s side panel of this window, Firefox’s sidebar of the window in
 * front. Call it first in a user gesture's handler: after an await the browser no longer counts it as one. Rejects if the browser
 * doesn't take it for one, unless Firefox's sidebar is open already.
 */
export async function openPanel(windowId: number): Promise<void> {
  if (!import.meta.env.FIREFOX) return browser.sidePanel.open({ windowId });
  const { sidebarAction } = browser as typeof browser & { sidebarAction: SidebarAction };
  await sidebarAction.open().catch(async (error) => {
    if (!(await sidebarAction.isOpen({ windowId }))) throw error;
  });
}

/** Requests something of the side panel of a window, which may only be being opened. A newer request replaces it. */
export async function requestOfPanel(windowId: number, task: PanelRequest['task']): Promise<void> {
  const request: PanelRequest = { windowId, atMs: Date.now(), task };
  await browser.storage.session.set({ [PANEL_REQUEST_KEY]: request });
}
