import { useEffect } from 'react';
import { spellOut } from '@/src/core/text/foreign-text';
import type { Chat } from '@/src/schema/chat';

/** The title of a panel without a chat. */
const NAME = 'Steward';

/** The title of a window or tab, from the chat's title and its page's, such as `Hide previews – Model filter`. */
export function documentTitle({ title, binding }: Pick<Chat, 'title' | 'binding'>): string {
  const parts = [title, ...(binding === null ? [] : [binding.title])].map((part) => spellOut(part.trim()));
  return parts.filter((part) => part !== '').join(' – ') || NAME;
}

/** Names the window or tab of a detached panel after its chat. `chat` is null in a side panel, which the browser names. */
export function useDocumentTitle(chat: Pick<Chat, 'title' | 'binding'> | null): void {
  const title = chat === null ? NAME : documentTitle(chat);
  useEffect(() => {
    document.title = title;
  }, [title]);
}
