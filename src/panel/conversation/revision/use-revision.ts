import { useEffect, useMemo, useRef, useState } from 'react';
import type { StewardError } from '@/src/core/errors';
import { query } from '@/src/panel/data/stored-data';
import { focusMessageFieldIfLost } from '@/src/panel/kit/focus';
import { useStable } from '@/src/panel/kit/use-stable';
import type { ChatView } from '@/src/store/queries';
import type { SpokenMessage } from '../use-entries';
import { type ChatEdits, deleteStoredEdit, editsOf, type KeptEdits } from './stored-edits';

export interface RevisionOptions {
  /** The reason why nothing can be sent now; null if there is none. */
  problem(): StewardError | null;
  kept: KeptEdits;
}

/** The edit or retry that the user is about to make in a chat; at most one. */
export interface RevisionState extends Pick<RevisionOptions, 'problem'> {
  /** The message whose form is open; null if none is. */
  open: SpokenMessage | null;
  /** Texts of edits that aren't sent yet, by the message's id. The open form updates this map. */
  texts: Map<string, string>;
  /**
   * Returns true once after the user opened or closed a message's form: the caller then moves the focus. False if a kept form is shown
   * again, such as after another chat was shown.
   */
  claimFocus(messageId: string): boolean;
  begin(message: SpokenMessage): void;
  cancel(message: SpokenMessage): void;
  /** Runs `act`, and closes the form if it resolves to true. */
  send(message: SpokenMessage, act: () => Promise<boolean>): Promise<void>;
}

/** State of the chat's edits and retries. `onGivenUp` gets the texts of edits whose message was set aside. */
export function useRevision(
  view: ChatView,
  { problem, kept }: RevisionOptions,
  onGivenUp: (texts: string[]) => void,
): RevisionState {
  const [edits] = useState(() => editsOf(kept, view.chat.id));
  const [open, setOpen] = useState<SpokenMessage | null>(edits.open);
  const focusDue = useRef<string | null>(null);

  const show = (message: SpokenMessage | null) => {
    edits.open = message?.role === 'user' ? message : null;
    setOpen(message);
  };
  useGivenUpEdits(view, open, edits, (messageIds, texts) => {
    const isOpen = edits.open !== null && messageIds.includes(edits.open.id);
    if (isOpen) show(null);
    if (texts.length > 0) onGivenUp(texts);
    if (isOpen) focusMessageFieldIfLost();
  });

  const begin = useStable((message: SpokenMessage) => {
    focusDue.current = message.id;
    show(message);
  });
  const cancel = useStable((message: SpokenMessage) => {
    focusDue.current = message.id;
    edits.texts.delete(message.id);
    deleteStoredEdit(message);
    show(null);
  });
  const send = useStable(async (message: SpokenMessage, act: () => Promise<boolean>) => {
    const text = edits.texts.get(message.id);
    // Removed first: when the message is set aside, useGivenUpEdits must not return this text to the composer.
    edits.open = null;
    edits.texts.delete(message.id);
    if (await act()) {
      deleteStoredEdit(message);
      focusDue.current = null;
      show(null);
    } else {
      if (text !== undefined) edits.texts.set(message.id, text);
      // A new object, so that useGivenUpEdits checks that text again.
      show({ ...message });
    }
  });
  const currentProblem = useStable(problem);
  const { texts } = edits;
  const claimFocus = useStable((messageId: string) => {
    const isDue = focusDue.current === messageId;
    if (isDue) focusDue.current = null;
    return isDue;
  });
  return useMemo(
    () => ({ open, texts, problem: currentProblem, claimFocus, begin, cancel, send }),
    [open, texts, currentProblem, claimFocus, begin, cancel, send],
  );
}

/**
 * Removes the edits of messages that were set aside, for example by a rollback in another window. `onGivenUp` gets the ids of these
 * messages and the texts that the user wrote for them. Checks after each change of the chat and of `form`: `send` changes `form` when it
 * keeps an edit that couldn't be sent.
 */
function useGivenUpEdits(
  view: ChatView,
  form: unknown,
  edits: ChatEdits,
  onGivenUp: (messageIds: readonly string[], texts: string[]) => void,
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
