import { useCallback, useEffect, useRef, useState } from 'react';
import { type ErrorInfo, toErrorInfo } from '@/src/core/errors';
import type { PageStatus } from '@/src/messages/commands';
import { type DetachedPanel, detachedSearch } from '@/src/messages/detached-panel';
import { currentWindowId } from './current-window-id';
import { sendCommand } from './send-command';
import { useReattach } from './use-reattach';

/** The chat that the panel shows, or why there is none. */
export type Attachment =
  | { state: 'looking' }
  /** `page` is null until the live feed provides it. */
  | { state: 'attached'; chatId: string; page: PageStatus | null }
  | { state: 'unattached'; page: PageStatus }
  | { state: 'failed'; error: ErrorInfo };

/** An attachment with the functions to change it. */
export interface AttachmentControl {
  attachment: Attachment;
  /** Attaches the panel to the active tab's page again. */
  attach(): void;
  /** Switches to another chat about the same page. */
  adopt(chatId: string): void;
  /** Switches to a chat about any page. */
  show(chatId: string): void;
}

/**
 * Attaches this panel to the active tab's page in its window: when it opens, and whenever the toolbar button is clicked
 * there; while not attached, also when a tab changes, and when sites or permissions change. A detached panel is beside no
 * page: it is attached, on the same occasions, to the chat that it shows, whichever tab has that chat's page.
 */
export function useAttachment(detached: DetachedPanel | null): AttachmentControl {
  const [attachment, setAttachment] = useState<Attachment>({ state: 'looking' });
  const place = detached?.place ?? null;
  const newestRequest = useRef(0);
  /** The current attachment, for callbacks with a stale closure. */
  const current = useRef(attachment);
  /** The last chat shown. Kept while not attached: its page may only be loading. */
  const shownChatId = useRef(detached?.chatId);

  const change = useCallback(
    (next: Attachment) => {
      current.current = next;
      if (next.state === 'attached') {
        shownChatId.current = next.chatId;
        // After a reload it shows the same chat; and the background finds the panel that shows a chat by its address.
        if (place !== null) history.replaceState(null, '', detachedSearch({ chatId: next.chatId, place }));
      }
      setAttachment(next);
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
  }, [change, place]);

  const adopt = useCallback(
    (chatId: string) => {
      newestRequest.current += 1;
      if (current.current.state === 'attached') change({ ...current.current, chatId });
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

  useEffect(attach, [attach]);
  useReattach(attachment.state === 'attached', attach);
  return { attachment, attach, adopt, show };
}

async function requestAttachment(shownChatId: string | undefined, isDetached: boolean): Promise<Attachment> {
  if (isDetached && shownChatId !== undefined) {
    return { state: 'attached', ...(await sendCommand({ type: 'attach-detached', chatId: shownChatId })) };
  }
  const windowId = await currentWindowId();
  const { chatId, page } = await sendCommand({ type: 'attach', windowId, shownChatId });
  return chatId === null ? { state: 'unattached', page } : { state: 'attached', chatId, page };
}
