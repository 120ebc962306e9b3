import { useEffect, useState } from 'react';
import { useQuery } from '@/src/panel/data/stored-data';
import type { ChatView } from '@/src/store/queries';

interface PanelAttachment {
  /** Attaches the panel to the page in front, with that page's current chat. */
  attach(): void;
  show(chatId: string): void;
}

/**
 * Leaves the shown chat when it is deleted, in this panel or another one, alone or with all of Steward's data. Returns to it when
 * the deletion is undone. Call `forget` when the user chooses a chat, which then stays.
 *
 * @param view the chat as it is stored; undefined while it is read, null if its row is gone
 */
export function useDeletedChat(
  chatId: string | null,
  view: ChatView | null | undefined,
  { attach, show }: PanelAttachment,
): { forget(): void } {
  /** The chat that was shown when it was deleted, until its deletion is undone. */
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
    // Right after `forget`, the query still returns the previous chat.
    if (deletedId === null || restoredId !== deletedId) return;
    setDeletedId(null);
    show(deletedId);
  }, [deletedId, restoredId, show]);
  return { forget: () => setDeletedId(null) };
}
