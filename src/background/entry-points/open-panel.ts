import { browser } from 'wxt/browser';
import { PANEL_REQUEST_KEY, type PanelRequest } from '@/src/messages/panel-request';

/** Firefox’s sidebar API, as far as it is used; `wxt/browser` has Chromium’s types. */
interface SidebarAction {
  open(): Promise<void>;
  isOpen(options: { windowId: number }): Promise<boolean>;
}

/**
 * Opens the panel: in Chromium the side panel of this window, in Firefox the sidebar of the window in front. Call it
 * first in the handler of a user gesture: after an await the browser no longer accepts it as one. Rejects if the
 * browser accepts no user gesture, unless Firefox's sidebar is already open.
 */
export async function openPanel(windowId: number): Promise<void> {
  if (!import.meta.env.FIREFOX) return browser.sidePanel.open({ windowId });
  const { sidebarAction } = browser as typeof browser & { sidebarAction: SidebarAction };
  await sidebarAction.open().catch(async (error) => {
    if (!(await sidebarAction.isOpen({ windowId }))) throw error;
  });
}

/** Requests a task from the side panel of a window, which may still be opening. Replaces an earlier request. */
export async function requestOfPanel(windowId: number, task: PanelRequest['task']): Promise<void> {
  const request: PanelRequest = { windowId, atMs: Date.now(), task };
  await browser.storage.session.set({ [PANEL_REQUEST_KEY]: request });
}
