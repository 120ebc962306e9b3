import { browser } from 'wxt/browser';

/** The only used function of Firefox’s sidebar API; `wxt/browser` has Chromium’s types. */
interface SidebarAction {
  open(): Promise<void>;
}

/**
 * Opens the panel beside the page: Chromium’s side panel of this window, Firefox’s sidebar of the window in
 * front. Call it first in a user gesture's handler: after an await the browser no longer counts it as one.
 */
export function openPanel(windowId: number): Promise<void> {
  if (!import.meta.env.FIREFOX) return browser.sidePanel.open({ windowId });
  const { sidebarAction } = browser as typeof browser & { sidebarAction: SidebarAction };
  return sidebarAction.open();
}
