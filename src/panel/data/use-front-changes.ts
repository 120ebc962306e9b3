import { useEffect, useEffectEvent } from 'react';
import { browser } from 'wxt/browser';
import { assertNever } from '@/src/core/assert-never';
import { isPanelNotice } from '@/src/messages/panel-notice';
import { currentWindowId } from './current-window-id';

interface FrontChanges {
  /**
   * The user clicked the toolbar button in the panel's window, or pressed its keys. `againAtMs` is the time if Steward was on for the
   * page in front already, null otherwise.
   */
  onToolbarClick(againAtMs: number | null): void;
  /** Another tab of the panel's window came to the front, or the page in the front tab finished loading. */
  onFrontPage(): void;
  /** The sites that Steward has access to may have changed. */
  onSitesChanged(): void;
}

/** Reports the changes after which another page may be in front of the panel, or the page in front may be accessible. */
export function useFrontChanges(changes: FrontChanges): void {
  const onToolbarClick = useEffectEvent(changes.onToolbarClick);
  const onFrontPage = useEffectEvent(changes.onFrontPage);
  const onSitesChanged = useEffectEvent(changes.onSitesChanged);
  useEffect(() => {
    const ifOwnWindow = (windowId: number, report: () => void) => {
      currentWindowId().then(
        (own) => {
          if (own === windowId) report();
        },
        // The next command of this panel fails in the same way, and shows the error.
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
