import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { browser } from 'wxt/browser';
import { isStewardError, toErrorInfo } from '@/src/core/errors';
import { type DetachedPanel, detachedSearch } from '@/src/messages/detached-panel';
import type { PageStatus } from '@/src/messages/page-status';
import { isRequestFor, PANEL_REQUEST_KEY, type PanelRequest } from '@/src/messages/panel-request';
import type { ErrorInfo } from '@/src/schema/error-info';
import { currentWindowId } from './current-window-id';
import { type PageTask, panelTasks } from './panel-tasks';
import { sendCommand } from './send-command';
import { useFrontChanges } from './use-front-changes';

/** The chat that the panel shows, or the reason why it shows none. */
export type Attachment =
  | { state: 'looking' }
  /** `page`: the page's status when the panel was attached; null after `show`, until the live feed has one. */
  | { state: 'attached'; chatId: string; page: PageStatus | null }
  | { state: 'unattached'; page: PageStatus }
  | { state: 'failed'; error: ErrorInfo };

export interface AttachmentControl {
  attachment: Attachment;
  /** Attaches the panel again: to the active tab's page, or, if it is detached, to its chat. */
  attach(): void;
  /** Switches to another chat about the same page. */
  adopt(chatId: string): void;
  /** Switches to a chat about any page. */
  show(chatId: string): void;
  /** Called instead of `attach` on a click on the toolbar button; null for none. */
  onToolbarClick: RefObject<(() => void) | null>;
}

/**
 * Attaches this panel to the page of the active tab in its window. It does so when the panel opens, and on a click on the toolbar button in
 * that window. While the panel isn't attached, it also does so when a tab changes, and when sites or permissions change. A detached panel
 * is attached on the same occasions, but to its chat, whatever tab that chat's page is in.
 */
export function useAttachment(detached: DetachedPanel | null): AttachmentControl {
  const [attachment, setAttachment] = useState<Attachment>({ state: 'looking' });
  const place = detached?.place ?? null;
  const newestRequest = useRef(0);
  /** Tasks about the page in front. They wait while a request is pending, until the panel shows the chat of that page or another one. */
  const tasks = useRef<PageTask[]>([]);
  /** The current attachment, for callbacks that were created in an earlier render. */
  const current = useRef(attachment);
  /** The last shown chat. Kept while the panel isn't attached, since the chat's page may just be loading. */
  const shownChatId = useRef(detached?.chatId);

  /** Shows a chat, or the reason why there is none, and passes on the tasks that waited for it. */
  const change = useCallback(
    (next: Attachment) => {
      current.current = next;
      if (next.state === 'attached') {
        shownChatId.current = next.chatId;
        // A detached panel's address names its chat. So the chat survives a reload, and the background finds the panel that shows a chat.
        const search = place === null ? null : detachedSearch({ chatId: next.chatId, place });
        // A change of the address takes the browser milliseconds, even to the same one.
        if (search !== null && search !== location.search) history.replaceState(null, '', search);
      }
      const due = tasks.current.splice(0);
      if (due.length === 0) {
        setAttachment(next);
        return;
      }
      // Rendered at once, so that the composer has that chat's text before a task changes it.
      flushSync(() => setAttachment(next));
      const { chatId = null, page = null } = next.state === 'attached' ? next : {};
      const tabId = page?.state === 'connected' ? page.tabId : null;
      for (const task of due) panelTasks.deliver({ task, chatId, tabId });
    },
    [place],
  );

  const attach = useCallback(() => {
    newestRequest.current += 1;
    const request = newestRequest.current;
    const settle = (next: Attachment) => {
      if (request === newestRequest.current) change(next);
    };
    requestAttachment(shownChatId.current, place !== null).then(settle, (error: unknown) =>
      settle({ state: 'failed', error: toErrorInfo(error) }),
    );
  }, [place, change]);

  const adopt = useCallback(
    (chatId: string) => {
      if (current.current.state !== 'attached') return;
      newestRequest.current += 1;
      change({ ...current.current, chatId });
    },
    [change],
  );

  const show = useCallback(
    (chatId: string) => {
      newestRequest.current += 1;
      change({ state: 'attached', chatId, page: null });
    },
    [change],
  );

  const onTask = useCallback(
    (task: PanelRequest['task']) => {
      if (task.kind === 'show-chat') {
        show(task.chatId);
        return;
      }
      // The task is about the page in front, which may belong to another chat.
      tasks.current.push(task);
      attach();
    },
    [attach, show],
  );

  const onToolbarClick = useRef<(() => void) | null>(null);
  useEffect(attach, [attach]);
  usePanelRequests(place !== null, onTask, reportProblem);
  const attachIfUnattached = () => {
    if (attachment.state !== 'attached') attach();
  };
  useFrontChanges({
    // A panel stays with its page until the user clicks the toolbar button on another page.
    onToolbarClick: () => (onToolbarClick.current ?? attach)(),
    onFrontPage: attachIfUnattached,
    onSitesChanged: attachIfUnattached,
  });
  return { attachment, attach, adopt, show, onToolbarClick };
}

/** Reports the error as a task, which the panel shows. */
function reportProblem(error: unknown): void {
  panelTasks.deliver({ task: { kind: 'problem', error }, chatId: null, tabId: null });
}

async function requestAttachment(shownChatId: string | undefined, isDetached: boolean): Promise<Attachment> {
  const to =
    isDetached && shownChatId !== undefined
      ? { chatId: shownChatId }
      : { windowId: await currentWindowId(), shownChatId };
  const request = () => sendCommand({ type: 'attach', to });
  const { chatId, page } = await request().catch((error: unknown) => {
    // The background stopped before it replied. A second request starts it again, and attaching twice has the same result as once.
    if (isStewardError(error) && error.code === 'protocol') return request();
    throw error;
  });
  return chatId === null ? { state: 'unattached', page } : { state: 'attached', chatId, page };
}

/**
 * Takes each request of the background to this window's side panel once, including those from before the panel opened. A detached panel
 * takes none. `onTask` and `onError` must be the same functions in each render.
 */
function usePanelRequests(
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
