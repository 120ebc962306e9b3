import { useEffect } from 'react';
import { browser } from 'wxt/browser';
import { isRequestFor, PANEL_REQUEST_KEY, type PanelRequest } from '@/src/messages/panel-request';
import { currentWindowId } from './current-window-id';

/**
 * Takes the requests of the background to the side panel of this window, each once: those made before it was open, and
 * later ones. A detached panel takes none. `onTask` and `onError` must be stable between renderings.
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
    // In turn: two readings at once would carry out the same request twice.
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
