import { useEffect, useEffectEvent } from 'react';
import { browser } from 'wxt/browser';
import { isPanelNotice } from '@/src/messages/panel-notice';
import { currentWindowId } from '@/src/panel/data/current-window-id';

/**
 * Calls `onOther` when another page comes to the front of the panel's window or the user clicks the
 * toolbar button there, and `onAccess` when Steward may have gained access to sites.
 */
export function useFrontChanges(onOther: () => void, onAccess: () => void): void {
  const inOwnWindow = useEffectEvent((windowId: number) => {
    currentWindowId().then(
      (own) => {
        if (own === windowId) onOther();
      },
      // The next command of this panel reports it.
      () => undefined,
    );
  });
  const onNotice = useEffectEvent((message: unknown, sender: { id?: string | undefined; tab?: unknown }) => {
    if (!isPanelNotice(message, sender, browser.runtime.id)) return;
    if (message.notice.type === 'toolbar-click') inOwnWindow(message.notice.windowId);
    else onAccess();
  });
  useEffect(() => {
    const onActivated = ({ windowId }: { windowId: number }) => inOwnWindow(windowId);
    const onUpdated = (
      _: number,
      { status }: { status?: string },
      tab: { windowId: number; active: boolean },
    ) => {
      if (status === 'complete' && tab.active) inOwnWindow(tab.windowId);
    };
    const onMessage = (message: unknown, sender: { id?: string | undefined; tab?: unknown }): undefined => {
      onNotice(message, sender);
    };
    browser.runtime.onMessage.addListener(onMessage);
    browser.tabs.onActivated.addListener(onActivated);
    browser.tabs.onUpdated.addListener(onUpdated);
    return () => {
      browser.runtime.onMessage.removeListener(onMessage);
      browser.tabs.onActivated.removeListener(onActivated);
      browser.tabs.onUpdated.removeListener(onUpdated);
    };
  }, []);
}
