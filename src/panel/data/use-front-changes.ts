import { useEffect, useEffectEvent } from 'react';
import { browser } from 'wxt/browser';
import { assertNever } from '@/src/core/assert-never';
import { isPanelNotice } from '@/src/messages/panel-notice';
import { currentWindowId } from './current-window-id';

interface FrontChanges {
  /**
   * Called when the user clicks the toolbar button in the panel's window, or presses its keys. `againAtMs`: the time of the click if
   * Steward was already on for the page in front; null otherwise.
   */
  onToolbarClick(againAtMs: number | null): void;
  /** Called when another tab of the panel's window comes to the front, or the page in the front tab has loaded. */
  onFrontPage(): void;
  /** Called when the sites that Steward has access to may have changed. */
  onSitesChanged(): void;
}

/** Reports changes after which another page may be in front of the panel, or after which Steward may have access to the page in front. */
export function useFrontChanges(changes: FrontChanges): void {
  const onToolbarClick = useEffectEvent(changes.onToolbarClick);
  const onFrontPage = useEffectEvent(changes.onFrontPage);
  const onSitesChanged = useEffectEvent(changes.onSitesChanged);
  useEffect(() => {
    const ifOwnWindow = (windowId: number, report: () => void) => {
      currentWindowId().then(
        (panelWindowId) => {
          if (panelWindowId === windowId) report();
        },
        // Ignored: the panel's next command fails for the same reason, and shows the error.
        () => undefined,
      );
    };
    const onMessage = (message: unknown, sender: { id?: string | undefined; tab?: unknown }): undefined => {
      if (!isPanelNotice(message, sender, browser.runtime.id)) return;
      const { notice } = message;
      switch (notice.type) {
        case 'toolbar-click':
          ifOwnWindow(notice.windowId, () => onToolbarClick(notice.againAtMs));
          return;
        case 'sites-changed':
          onSitesChanged();
          return;
        case 'progressed':
          return;
        default:
          return assertNever(notice);
      }
    };
    const onActivated = ({ windowId }: { windowId: number }) => ifOwnWindow(windowId, onFrontPage);
    const onUpdated = (
      _tabId: number,
      { status }: { status?: string },
      tab: { windowId: number; active: boolean },
    ) => {
      if (status === 'complete' && tab.active) ifOwnWindow(tab.windowId, onFrontPage);
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
