import { useEffect } from 'react';
import { browser } from 'wxt/browser';
import { assertNever } from '@/src/core/assert-never';
import { isPanelNotice } from '@/src/messages/panel-notice';
import { currentWindowId } from './current-window-id';

/**
 * Looks again when there may be something else to see: always when the toolbar button was clicked in this window;
 * while no page is attached, also when a tab changes there, and when the background tells that sites changed.
 */
export function useReattach(isAttached: boolean, look: () => void): void {
  useEffect(() => {
    const lookHere = (windowId: number) => {
      currentWindowId().then(
        (own) => {
          if (own === windowId) look();
        },
        // `requestAttachment` meets the same failure and shows it.
        () => undefined,
      );
    };
    const onMessage = (message: unknown, sender: { id?: string | undefined; tab?: unknown }): undefined => {
      if (!isPanelNotice(message, sender, browser.runtime.id)) return;
      const { notice } = message;
      switch (notice.type) {
        case 'toolbar-click':
          // A panel stays with its page until the user asks for another one: a click on the button is that.
          lookHere(notice.windowId);
          return;
        case 'sites-changed':
          if (!isAttached) look();
          return;
        default:
          return assertNever(notice);
      }
    };
    const onActivated = ({ windowId }: { windowId: number }) => {
      if (!isAttached) lookHere(windowId);
    };
    const onUpdated = (
      _tabId: number,
      change: { status?: string },
      tab: { windowId: number; active: boolean },
    ) => {
      if (!isAttached && change.status === 'complete' && tab.active) lookHere(tab.windowId);
    };
    browser.runtime.onMessage.addListener(onMessage);
    browser.tabs.onActivated.addListener(onActivated);
    browser.tabs.onUpdated.addListener(onUpdated);
    return () => {
      browser.runtime.onMessage.removeListener(onMessage);
      browser.tabs.onActivated.removeListener(onActivated);
      browser.tabs.onUpdated.removeListener(onUpdated);
    };
  }, [isAttached, look]);
}
