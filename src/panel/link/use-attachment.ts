import { useCallback, useEffect, useRef, useState } from 'react';
import { browser } from 'wxt/browser';
import { type ErrorInfo, StewardError, toErrorInfo } from '@/src/core/errors';
import type { PageStatus } from '@/src/messages/commands';
import { sendCommand } from './send-command';

/** Which chat this panel shows, and why if none. */
export type Attachment =
  | { state: 'looking' }
  | { state: 'attached'; chatId: string; page: PageStatus }
  | { state: 'unattached'; page: PageStatus }
  | { state: 'failed'; error: ErrorInfo };

/** An attachment with the ways to change it. */
export interface AttachmentControl {
  attachment: Attachment;
  /** Asks again which page is in front. */
  look(): void;
  /** Goes over to another chat about the same page. */
  adopt(chatId: string): void;
}

/** A click on the toolbar button gives access without any event that a panel could hear: so it looks again by itself. */
const LOOK_AGAIN_MS = 1_500;

/** Attaches this panel to the page in front of its window; while there is none, looks again whenever a tab changes. */
export function useAttachment(): AttachmentControl {
  const [attachment, setAttachment] = useState<Attachment>({ state: 'looking' });
  const newestRequest = useRef(0);

  const look = useCallback(() => {
    newestRequest.current += 1;
    const request = newestRequest.current;
    const settle = (next: Attachment) => {
      if (request === newestRequest.current) setAttachment(next);
    };
    attach().then(settle, (error: unknown) => settle({ state: 'failed', error: toErrorInfo(error) }));
  }, []);

  const adopt = useCallback((chatId: string) => {
    newestRequest.current += 1;
    setAttachment((current) => (current.state === 'attached' ? { ...current, chatId } : current));
  }, []);

  useEffect(look, [look]);
  useLookingAgain(attachment, look);
  return { attachment, look, adopt };
}

async function attach(): Promise<Attachment> {
  const { chatId, page } = await sendCommand({ type: 'attach', windowId: await currentWindowId() });
  return chatId === null ? { state: 'unattached', page } : { state: 'attached', chatId, page };
}

async function currentWindowId(): Promise<number> {
  const { id } = await browser.windows.getCurrent();
  if (id === undefined) {
    throw new StewardError('page-gone', 'The browser does not say which window this panel belongs to.', {
      remedy: 'Close the panel and open it again.',
    });
  }
  return id;
}

function useLookingAgain(attachment: Attachment, look: () => void): void {
  const isAttached = attachment.state === 'attached';
  const isForbidden = attachment.state === 'unattached' && attachment.page.state === 'not-allowed';

  useEffect(() => {
    if (isAttached) return;
    let windowId: number | null = null;
    currentWindowId().then(
      (id) => {
        windowId = id;
      },
      // `attach` meets the same failure and shows it.
      () => undefined,
    );
    const onActivated = (info: { windowId: number }) => {
      if (info.windowId === windowId) look();
    };
    const onUpdated = (
      _tabId: number,
      change: { status?: string },
      tab: { windowId: number; active: boolean },
    ) => {
      if (change.status === 'complete' && tab.active && tab.windowId === windowId) look();
    };
    browser.tabs.onActivated.addListener(onActivated);
    browser.tabs.onUpdated.addListener(onUpdated);
    return () => {
      browser.tabs.onActivated.removeListener(onActivated);
      browser.tabs.onUpdated.removeListener(onUpdated);
    };
  }, [isAttached, look]);

  useEffect(() => {
    if (!isForbidden) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') look();
    }, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isForbidden, look]);
}
