import { useCallback, useEffect, useRef, useState } from 'react';
import { type ErrorInfo, toErrorInfo } from '@/src/core/errors';
import type { PageStatus } from '@/src/messages/commands';
import { currentWindowId } from './current-window-id';
import { sendCommand } from './send-command';
import { useLookingAgain } from './use-looking-again';

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

/**
 * Attaches this panel to the page in front of its window: when it opens, and whenever the toolbar button is clicked
 * there; while there is none, also when a tab changes, and when sites were switched or access was given.
 */
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
  useLookingAgain(attachment.state === 'attached', look);
  return { attachment, look, adopt };
}

async function attach(): Promise<Attachment> {
  const { chatId, page } = await sendCommand({ type: 'attach', windowId: await currentWindowId() });
  return chatId === null ? { state: 'unattached', page } : { state: 'attached', chatId, page };
}
