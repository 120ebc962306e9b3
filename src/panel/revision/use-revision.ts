import { useMemo, useRef, useState } from 'react';
import type { RevisionPage, RevisionPreview } from '@/src/core/checkpoints/revision';
import { type ErrorInfo, type StewardError, toErrorInfo } from '@/src/core/errors';
import { sendCommand } from '../link/send-command';
import { useStable } from '../link/use-stable';
import type { RevisableMessage } from './messages-at-items';

/** Connects revisions to the rest of the panel. */
export interface RevisionOptions {
  /** The reason why nothing can be sent now; null if there is none. */
  problem(): StewardError | null;
  /** Called once a message was replaced. */
  onRevised(): void;
}

/** The open form of an edit or a retry. */
export interface OpenRevision {
  message: RevisableMessage;
  /** Null while it is being computed. */
  preview: RevisionPreview | null;
  isSending: boolean;
  error: ErrorInfo | null;
}

/** The edit or retry that the user is about to make in a chat; at most one. */
export interface RevisionState {
  /** Null if no form is open. */
  open: OpenRevision | null;
  /** The message whose form was closed last; its button gets the focus back. */
  closedId: string | null;
  /** Opens the form of a message. An answer without later messages and changes is requested again at once. */
  begin(message: RevisableMessage): void;
  /** Computes the preview again. */
  refresh(): void;
  cancel(): void;
  /** `text`: the edited message; null for a retry. */
  send(text: string | null, page: RevisionPage): void;
}

/** Keeps the open form, and sends it. */
export function useRevision(chatId: string, { problem, onRevised }: RevisionOptions): RevisionState {
  const [open, setOpen] = useState<OpenRevision | null>(null);
  const [closedId, setClosedId] = useState<string | null>(null);
  const newest = useRef(0);

  const submit = async (shown: OpenRevision, text: string | null, page: RevisionPage) => {
    const { message, preview } = shown;
    if (preview === null) return;
    setOpen({ ...shown, isSending: true, error: null });
    try {
      const refused = problem();
      if (refused !== null) throw refused;
      const target = { chatId, messageId: message.id, expectedPosition: preview.expectedPosition, page };
      await (text === null
        ? sendCommand({ type: 'retry-answer', ...target })
        : sendCommand({ type: 'edit-message', ...target, text }));
      setOpen(null);
      setClosedId(null);
      onRevised();
    } catch (thrown) {
      setOpen({ ...shown, isSending: false, error: toErrorInfo(thrown) });
    }
  };

  const load = async (message: RevisableMessage) => {
    newest.current += 1;
    const request = newest.current;
    const loading = { message, preview: null, isSending: false, error: null };
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

  const begin = useStable((message: RevisableMessage) => void load(message));
  const refresh = useStable(() => {
    if (open !== null) void load(open.message);
  });
  const cancel = useStable(() => {
    newest.current += 1;
    setClosedId(open?.message.id ?? null);
    setOpen(null);
  });
  const send = useStable((text: string | null, page: RevisionPage) => {
    if (open !== null && !open.isSending) void submit(open, text, page);
  });
  return useMemo(
    () => ({ open, closedId, begin, refresh, cancel, send }),
    [open, closedId, begin, refresh, cancel, send],
  );
}

/** True if nothing but the answer itself is set aside, so that there is nothing to decide. */
function isSmall({ messagesSetAside, page }: RevisionPreview): boolean {
  return messagesSetAside <= 1 && page.kind === 'unchanged';
}
