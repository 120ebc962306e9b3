import { useEffect } from 'react';
import { browser } from 'wxt/browser';
import { isRequestFor, PANEL_REQUEST_KEY, type PanelRequest } from '@/src/messages/panel-request';
import { currentWindowId } from './current-window-id';

/**
 * Takes each request of the background to this window's side panel once, including requests from before the panel opened. A
 * detached panel takes none. `onTask` and `onError` must be stable between renderings.
 */
export function usePanelRequests(
  isDetached: boolean,
  onTask: (task: PanelRequest['task']) => void,
  onError: (error: unknown) => void,
): void {
  useEffect(() => {
    if (isDetached) return;
    const take = async () => {
      const [windowId, stored] = await Promise.all([
        currentWindowId(),
        browser.storage.session.get(PANEL_REQUEST_KEY),
      ]);
      const request = stored[PANEL_REQUEST_KEY];
      if (!isRequestFor(request, windowId, Date.now())) return;
      await browser.storage.session.remove(PANEL_REQUEST_KEY);
      onTask(request.task);
    };
    // One at a time: two concurrent reads would carry out the same request twice.
    let last = Promise.resolve();
    const takeInTurn = () => {
      last = last.then(take).catch(onError);
    };
    const onChanged = (changes: Record<string, { newValue?: unknown }>, area: string) => {
      if (area === 'session' && changes[PANEL_REQUEST_KEY]?.newValue !== undefined) takeInTurn();
    };
    browser.storage.onChanged.addListener(onChanged);
    takeInTurn();
    return () => browser.storage.onChanged.removeListener(onChanged);
  }, [isDetached, onTask, onError]);
}
