import { useCallback, useEffect, useMemo, useState } from 'react';

export interface Find {
  isOpen: boolean;
  /** Number of times that the user asked for the bar since it was last closed; 0 while it is closed. */
  request: number;
  open(): void;
  close(): void;
}

/**
 * State of the find bar. Ctrl or Cmd with F opens it; without a chat and in sheets, these keys are left to the browser. Showing another
 * chat closes the bar: in a new chat it would take the focus from the message field.
 */
export function useFind(chatId: string | null): Find {
  const [request, setRequest] = useState(0);
  const [searchedChatId, setSearchedChatId] = useState(chatId);
  if (searchedChatId !== chatId) {
    setSearchedChatId(chatId);
    setRequest(0);
  }
  const hasChat = chatId !== null;
  const open = useCallback(() => setRequest((before) => before + 1), []);
  const close = useCallback(() => setRequest(0), []);
  useEffect(() => {
    if (!hasChat) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const isFind = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
      if (!isFind || event.key.toLowerCase() !== 'f' || document.querySelector('dialog[open]') !== null)
        return;
      event.preventDefault();
      open();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [hasChat, open]);
  return useMemo(() => ({ isOpen: request > 0, request, open, close }), [request, open, close]);
}
