import { useCallback, useEffect, useRef, useState } from 'react';
import { type ErrorInfo, toErrorInfo } from '@/src/core/errors';
import type { PageStatus } from '@/src/messages/commands';
import { currentWindowId } from './current-window-id';
import { sendCommand } from './send-command';
import { useReattach } from './use-reattach';

/** Which chat this panel shows, and why if none. */
export type Attachment =
  | { state: 'looking' }
  /** `page` null: not known yet; the live feed tells it. */
  | { state: 'attached'; chatId: string; page: PageStatus | null }
  | { state: 'unattached'; page: PageStatus }
  | { state: 'failed'; error: ErrorInfo };

/** An attachment with the ways to change it. */
export interface AttachmentControl {
  attachment: Attachment;
  /** Asks again which page is in front. */
  attach(): void;
  /** Goes over to another chat about the same page. */
  adopt(chatId: string): void;
  /** Goes over to a chat about any page. */
  show(chatId: string): void;
}

/**
 * Attaches this panel to the page in front of its window: when it opens, and whenever the toolbar button is clicked
 * there; while there is none, also when a tab changes, and when sites were switched or access was given.
 */
export function useAttachment(): AttachmentControl {
  const [attachment, setAttachment] = useState<Attachment>({ state: 'looking' });
  const newestRequest = useRef(0);
  /** The attachment as it is now, for callbacks that were made before it changed. */
  const current = useRef(attachment);
  /** The chat shown last. Kept while there is none: its page may only need a moment until Steward sees it again. */
  const shownChatId = useRef<string | undefined>(undefined);

  const change = useCallback((next: Attachment) => {
    current.current = next;
    if (next.state === 'attached') shownChatId.current = next.chatId;
    setAttachment(next);
  }, []);

  const look = useCallback(() => {
    newestRequest.current += 1;
    const request = newestRequest.current;
    const settle = (next: Attachment) => {
      if (request === newestRequest.current) change(next);
    };
    requestAttachment(shownChatId.current).then(settle, (error: unknown) =>
      settle({ state: 'failed', error: toErrorInfo(error) }),
    );
  }, [change]);

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

  useEffect(look, [look]);
  useReattach(attachment.state === 'attached', look);
  return { attachment, attach: look, adopt, show };
}

async function requestAttachment(shownChatId: string | undefined): Promise<Attachment> {
  const windowId = await currentWindowId();
  const { chatId, page } = await sendCommand({ type: 'attach', windowId, shownChatId });
  return chatId === null ? { state: 'unattached', page } : { state: 'attached', chatId, page };
}
