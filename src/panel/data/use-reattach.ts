import { useEffect } from 'react';
import { browser } from 'wxt/browser';
import { assertNever } from '@/src/core/assert-never';
import { isPanelNotice } from '@/src/messages/panel-notice';
import { currentWindowId } from './current-window-id';

/**
 * Calls `attach` when the page to show may have changed: always when the toolbar button is clicked in this window;
 * while not attached, also when a tab of this window changes, and when the background reports that sites changed.
 */
export function useReattach(isAttached: boolean, attach: () => void): void {
  useEffect(() => {
    const attachIfOwnWindow = (windowId: number) => {
      currentWindowId().then(
        (own) => {
          if (own === windowId) attach();
        },
        // `attach` fails in the same way, and shows the error.
        () => undefined,
      );
    };
    const onMessage = (message: unknown, sender: { id?: string | undefined; tab?: unknown }): undefined => {
      if (!isPanelNotice(message, sender, browser.runtime.id)) return;
      const { notice } = message;
      switch (notice.type) {
        case 'toolbar-click':
          // A panel stays with its page until the user clicks the toolbar button on another one.
          attachIfOwnWindow(notice.windowId);
          return;
        case 'sites-changed':
          if (!isAttached) attach();
          return;
        default:
          return assertNever(notice);
      }
    };
    const onActivated = ({ windowId }: { windowId: number }) => {
      if (!isAttached) attachIfOwnWindow(windowId);
    };
    const onUpdated = (
      _tabId: number,
      change: { status?: string },
      tab: { windowId: number; active: boolean },
    ) => {
      if (!isAttached && change.status === 'complete' && tab.active) attachIfOwnWindow(tab.windowId);
    };
    browser.runtime.onMessage.addListener(onMessage);
    browser.tabs.onActivated.addListener(onActivated);
    browser.tabs.onUpdated.addListener(onUpdated);
    return () => {
      browser.runtime.onMessage.removeListener(onMessage);
      browser.tabs.onActivated.removeListener(onActivated);
      browser.tabs.onUpdated.removeListener(onUpdated);
    };
  }, [isAttached, attach]);
}
