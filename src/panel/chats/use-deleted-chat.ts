import { useEffect, useState } from 'react';
import { useQuery } from '@/src/panel/data/stored-data';
import type { ChatView } from '@/src/store/queries';

interface PanelAttachment {
  /** Attaches the panel to the page in front and that page's current chat. */
  attach(): void;
  show(chatId: string): void;
}

/**
 * Leaves the shown chat when it is deleted: in this panel or another one, alone or with all data. Returns to it if the deletion is undone,
 * unless `forget` was called: call it when the user chooses a chat.
 *
 * @param view the chat as it is stored; undefined while it is read, null if its row is gone
 */
export function useDeletedChat(
  chatId: string | null,
  view: ChatView | null | undefined,
  { attach, show }: PanelAttachment,
): { forget(): void } {
  /** The shown chat that was deleted; null once the deletion is undone, or after `forget`. */
  const [deletedId, setDeletedId] = useState<string | null>(null);
  const isGone = view === null || (view !== undefined && view.chat.deletedAtMs !== null);
  const shownId = isGone ? chatId : null;
  const restoredId = useQuery(
    async ({ chatList }) => (deletedId !== null && (await chatList.has(deletedId)) ? deletedId : null),
    [deletedId],
  );
  useEffect(() => {
    if (shownId === null) return;
    setDeletedId(shownId);
    attach();
  }, [shownId, attach]);
  useEffect(() => {
    // Right after `deletedId` changes, the query still returns the result for the previous chat.
    if (deletedId === null || restoredId !== deletedId) return;
    setDeletedId(null);
    show(deletedId);
  }, [deletedId, restoredId, show]);
  return { forget: () => setDeletedId(null) };
}
