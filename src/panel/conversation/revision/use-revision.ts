import { useEffect, useMemo, useRef, useState } from 'react';
import type { RevisionPage, RevisionPreview } from '@/src/core/checkpoints/revision';
import { type StewardError, toErrorInfo } from '@/src/core/errors';
import { sendCommand } from '@/src/panel/data/send-command';
import { query } from '@/src/panel/data/stored-data';
import { focusMessageFieldIfLost } from '@/src/panel/kit/focus';
import { useStable } from '@/src/panel/kit/use-stable';
import type { ErrorInfo } from '@/src/schema/error-info';
import type { ChatView } from '@/src/store/queries';
import type { SpokenMessage } from '../use-entries';
import { type ChatEdits, deleteStoredEdit, editsOf, type KeptEdits } from './stored-edits';

export interface RevisionOptions {
  /** The reason why nothing can be sent now; null if there is none. */
  problem(): StewardError | null;
  kept: KeptEdits;
}

/** The open form of an edit or a retry. */
export interface OpenRevision {
  message: SpokenMessage;
  /** Null while it is being computed. */
  preview: RevisionPreview | null;
  isSending: boolean;
  error: ErrorInfo | null;
}

/** The edit or retry that the user is about to make in a chat; at most one. */
export interface RevisionState {
  /** Null if no form is open. */
  open: OpenRevision | null;
  /** Texts that the user wrote in forms that aren't sent, by the id of the message. The open form updates this map. */
  texts: Map<string, string>;
  /**
   * Returns true once after the user opened or closed a message's form, which moves the focus. False where a kept form is shown
   * again.
   */
  claimFocus(messageId: string): boolean;
  /** Opens the form of a message. An answer without later messages and changes is retried at once. */
  begin(message: SpokenMessage): void;
  /** Requests the preview again. */
  refresh(): void;
  cancel(): void;
  /** `text`: the edited message; null for a retry. */
  send(text: string | null, page: RevisionPage): void;
}

/** Keeps the open form, and sends the edit or retry. `onGivenUp` gets the text of an edit whose message was set aside. */
export function useRevision(
  view: ChatView,
  { problem, kept }: RevisionOptions,
  onGivenUp: (text: string) => void,
): RevisionState {
  const chatId = view.chat.id;
  const [edits] = useState(() => editsOf(kept, chatId));
  const [open, setOpen] = useState<OpenRevision | null>(null);
  const newest = useRef(0);
  const focusDue = useRef<string | null>(null);

  const submit = async (shown: OpenRevision, text: string | null, page: RevisionPage) => {
    const { message, preview } = shown;
    if (preview === null) return;
    setOpen({ ...shown, isSending: true, error: null });
    // Removed first: when the message is set aside, useGivenUpEdits must not return this text to the composer.
    edits.open = null;
    edits.texts.delete(message.id);
    try {
      const refused = problem();
      if (refused !== null) throw refused;
      const { stateHash, position } = preview;
      const basis = { stateHash, position };
      await sendCommand({ type: 'revise', chatId, messageId: message.id, text, shown: basis, page });
      deleteStoredEdit(message);
      setOpen(null);
      focusDue.current = null;
    } catch (thrown) {
      if (message.role === 'user') edits.open = message;
      if (text !== null) edits.texts.set(message.id, text);
      setOpen({ ...shown, isSending: false, error: toErrorInfo(thrown) });
    }
  };

  const load = async (message: SpokenMessage) => {
    newest.current += 1;
    const request = newest.current;
    const loading = { message, preview: null, isSending: false, error: null };
    edits.open = message.role === 'user' ? message : null;
    setOpen(loading);
    try {
      const preview = await sendCommand({ type: 'preview-revision', chatId, messageId: message.id });
      if (request !== newest.current) return;
      const shown = { ...loading, preview };
      if (message.role === 'assistant' && isSmall(preview)) await submit(shown, null, { kind: 'keep' });
      else setOpen(shown);
    } catch (thrown) {
      if (request === newest.current) setOpen({ ...loading, error: toErrorInfo(thrown) });
    }
  };

  const close = () => {
    newest.current += 1;
    edits.open = null;
    setOpen(null);
  };
  const reopen = useStable(() => {
    if (edits.open !== null) void load(edits.open);
  });
  useEffect(reopen, [reopen]);
  useGivenUpEdits(view, open, edits, (messageIds, given) => {
    const isOpen = edits.open !== null && messageIds.includes(edits.open.id);
    if (isOpen) close();
    if (given.length > 0) onGivenUp(given.join('\n'));
    if (isOpen) focusMessageFieldIfLost();
  });

  const begin = useStable((message: SpokenMessage) => {
    focusDue.current = message.id;
    void load(message);
  });
  const refresh = useStable(() => {
    if (open !== null) void load(open.message);
  });
  const cancel = useStable(() => {
    if (open === null || open.isSending) return;
    focusDue.current = open.message.id;
    edits.texts.delete(open.message.id);
    deleteStoredEdit(open.message);
    close();
  });
  const send = useStable((text: string | null, page: RevisionPage) => {
    if (open !== null && !open.isSending) void submit(open, text, page);
  });
  const { texts } = edits;
  const claimFocus = useStable((messageId: string) => {
    const isDue = focusDue.current === messageId;
    if (isDue) focusDue.current = null;
    return isDue;
  });
  return useMemo(
    () => ({ open, texts, claimFocus, begin, refresh, cancel, send }),
    [open, texts, claimFocus, begin, refresh, cancel, send],
  );
}

/** True if the revision sets only the answer aside and the page is unchanged: the user has nothing to decide. */
function isSmall({ messagesSetAside, page }: RevisionPreview): boolean {
  return messagesSetAside <= 1 && page.kind === 'unchanged';
}

/**
 * Removes the edits of messages that were set aside, for example by a rollback in another window. `onGivenUp` gets the ids of
 * these messages, and the texts that the user wrote. Checks after each change of the chat and of `form`, since an edit that
 * couldn't be sent is kept again.
 */
function useGivenUpEdits(
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
