import { browser } from 'wxt/browser';

/** The one call of Firefox’s sidebar that is used; the types of `wxt/browser` are Chromium’s. */
interface SidebarAction {
  open(): Promise<void>;
}

/**
 * Opens the panel beside the page: Chromium’s side panel of this window, Firefox’s sidebar of the window in front.
 * To be called as the first statement of a gesture: after an await the browser no longer counts it as one.
 */
export function openPanel(windowId: number): Promise<void> {
  if (!import.meta.env.FIREFOX) return browser.sidePanel.open({ windowId });
  const { sidebarAction } = browser as typeof browser & { sidebarAction: SidebarAction };
  return sidebarAction.open();
}
