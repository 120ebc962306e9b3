import { useEffect } from 'react';
import { query } from '@/src/panel/data/stored-data';
import { useStable } from '@/src/panel/kit/use-stable';
import type { ChatView } from '@/src/store/queries';
import type { ChatEdits } from './kept-edits';
import { deleteStoredEdit } from './stored-edits';

/**
 * Removes the edits of messages that were set aside, for example by a rollback in another window. `onGivenUp` gets the ids of
 * these messages, and the texts that the user wrote. Checks after each change of the chat and of `form`, since an edit that
 * couldn't be sent is kept again.
 */
export function useGivenUpEdits(
  view: ChatView,
  form: unknown,
  edits: ChatEdits,
  onGivenUp: (messageIds: readonly string[], texts: readonly string[]) => void,
): void {
  const giveUp = useStable((messageIds: readonly string[]) => {
    // An open form that wasn't changed has no text.
    const texts = messageIds.flatMap((id) => edits.texts.get(id) ?? []);
    for (const id of messageIds) {
      edits.texts.delete(id);
      deleteStoredEdit({ id, chatId: view.chat.id });
    }
    onGivenUp(messageIds, texts);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form is an occasion, not an input
  useEffect(() => {
    const shown = new Set(view.messages.map(({ id }) => id));
    const edited = edits.open === null ? [] : [edits.open.id];
    const ids = [...new Set([...edited, ...edits.texts.keys()])].filter((id) => !shown.has(id));
    if (ids.length === 0) return;
    let isOver = false;
    void query(async ({ userMessage }) => {
      const messages = await Promise.all(ids.map(userMessage));
      return ids.filter((_, index) => messages[index]?.discardedBy !== null);
    }).then(
      (gone) => {
        if (!isOver && gone.length > 0) giveUp(gone);
      },
      // The edits stay, and are checked again after the next change.
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [view, form, edits, giveUp]);
}
