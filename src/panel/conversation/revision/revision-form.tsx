import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { RevisionPreview } from '@/src/core/checkpoints/revision';
import { toErrorInfo } from '@/src/core/errors';
import { useDebouncedWrite } from '@/src/panel/kit/debounced-write';
import { CommandErrors, useCommands } from '@/src/panel/kit/errors/command-errors';
import { ErrorCard } from '@/src/panel/kit/errors/error-card';
import { RetryableError } from '@/src/panel/kit/errors/retryable-error';
import { excessLength, TooLongNote } from '@/src/panel/kit/fields/too-long-note';
import { passesFocusOn } from '@/src/panel/kit/focus';
import { TextButton } from '@/src/panel/kit/text-button';
import { useStable } from '@/src/panel/kit/use-stable';
import type { ErrorInfo } from '@/src/schema/error-info';
import { t } from '@/src/texts/i18n';
import { ProgressNote } from '../progress-note';
import { ReversalPreviewView } from '../reversals/reversal-preview-view';
import { useReversal } from '../reversals/use-reversal';
import { useReversalPreview } from '../reversals/use-reversal-preview';
import type { SpokenMessage } from '../use-entries';
import { readStoredEdit, storeEdit } from './stored-edits';
import type { RevisionState } from './use-revision';

interface RevisionFormProps {
  message: SpokenMessage;
  revision: RevisionState;
}

/**
 * Form of an edit or a retry: the text, the effect on the later messages, and the choice for the page. The form of an edit
 * replaces its message. Ctrl or Cmd with Enter sends; Escape cancels.
 */
export function RevisionForm(props: RevisionFormProps) {
  return (
    <CommandErrors>
      <Form {...props} />
    </CommandErrors>
  );
}

function Form({ message, revision }: RevisionFormProps) {
  const { id: messageId, chatId } = message;
  const isEdit = message.role === 'user';
  const { text, write, flush, problem } = useEditedText(message, revision.texts);
  const kind = isEdit ? 'edit' : 'retry';
  const target = { kind, messageId } as const;
  const source = useReversalPreview(chatId, target, { delayMs: 0, occasion: null });
  const reversal = useReversal(chatId, isEdit ? { ...target, text } : target, source, {
    onReversed: () => undefined,
  });
  const { error, report } = useCommands();
  const { field, cancelButton } = useFocusOnOpen(revision, messageId);
  const isBegun = useRef(false);
  const noteId = useId();
  const preview = reversal.preview?.kind === 'revision' ? reversal.preview : null;
  const excess = isEdit ? excessLength(text) : 0;
  const canSend = reversal.isReady && excess === 0 && (!isEdit || text.trim() !== '');

  const send = useStable(() => {
    if (reversal.isActing) return;
    // Stored before it is sent, so that a failure doesn't lose the text.
    flush();
    const refused = revision.problem();
    if (refused === null) void revision.send(message, reversal.act);
    else report(refused);
  });
  useEffect(() => {
    if (preview === null || isBegun.current) return;
    isBegun.current = true;
    // An answer without later messages and changes is requested again at once: the user has nothing to decide.
    if (!isEdit && preview.messagesSetAside <= 1 && preview.page.kind === 'unchanged') send();
  }, [preview, isEdit, send]);
  const cancel = () => {
    if (!reversal.isActing) revision.cancel(message);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter and Escape belong to the input method while it composes.
    if (event.nativeEvent.isComposing || event.repeat) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      cancel();
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      if (canSend) send();
    }
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a visible legend
    <div
      ref={passesFocusOn}
      className="card revision-form"
      role="group"
      aria-label={t(`revision.${kind}`)}
      onKeyDown={onKeyDown}
    >
      {isEdit && (
        <textarea
          ref={field}
          aria-label={t('revision.newText')}
          aria-invalid={excess > 0 || undefined}
          aria-describedby={excess > 0 ? noteId : undefined}
          rows={3}
          value={text}
          onChange={(event) => write(event.target.value)}
        />
      )}
      {message.role === 'user' && message.images !== undefined && (
        <p className="secondary">{t('revision.keepsImages', { count: message.images.length })}</p>
      )}
      {excess > 0 && <TooLongNote id={noteId} excess={excess} />}
      <ReversalPreviewView reversal={reversal} onRetry={reversal.retry} />
      {preview !== null && (
        <p className="secondary" aria-live="polite">
          {setAsideText(message, preview)}
        </p>
      )}
      <RetryableError error={error} onRetry={reversal.retry} />
      {problem !== null && <ErrorCard error={problem} />}
      <ProgressNote progress={reversal.progress} />
      <div className="button-row">
        <TextButton
          text={isEdit ? 'revision.send' : 'common.retry'}
          className="primary"
          disabled={!canSend}
          aria-disabled={reversal.isActing}
          onClick={send}
        />
        <TextButton
          text="common.cancel"
          ref={cancelButton}
          aria-disabled={reversal.isActing}
          onClick={cancel}
        />
      </div>
    </div>
  );
}

/** Moves the focus into the form once it opens. */
function useFocusOnOpen(revision: RevisionFormProps['revision'], messageId: string) {
  const field = useRef<HTMLTextAreaElement>(null);
  const cancelButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!revision.claimFocus(messageId)) return;
    const shown = field.current;
    // The button that opened the form is gone. The form of a retry has no text field: Cancel gets the focus, so that a stray key press does
    // no harm.
    if (shown === null) cancelButton.current?.focus();
    shown?.focus();
    shown?.setSelectionRange(shown.value.length, shown.value.length);
  }, [revision, messageId]);
  return { field, cancelButton };
}

function setAsideText({ role }: SpokenMessage, { messagesSetAside }: RevisionPreview): string {
  const later = messagesSetAside - 1;
  if (role === 'user') {
    return later > 0
      ? t('revision.setAside.messageAndLater', { count: later })
      : t('revision.setAside.message');
  }
  return later > 0 ? t('revision.setAside.answerAndLater', { count: later }) : t('revision.setAside.answer');
}

interface EditedText {
  text: string;
  write(next: string): void;
  /** Stores changes at once that wait to be stored. */
  flush(): void;
  /** The reason why the text couldn't be stored or read; null if there is none. */
  problem: ErrorInfo | null;
}

/**
 * Text of the form that edits a message. Changes are kept in `texts` and stored, so that closing the panel loses nothing. A form that is
 * opened again begins with that text.
 */
function useEditedText(message: SpokenMessage, texts: Map<string, string>): EditedText {
  const [text, setText] = useState(() => texts.get(message.id) ?? message.content);
  const [problem, setProblem] = useState<ErrorInfo | null>(null);
  const writing = useDebouncedWrite(() => {
    const written = texts.get(message.id);
    // The edit was sent or cancelled meanwhile.
    if (written === undefined) return;
    storeEdit(message, written).then(
      () => setProblem(null),
      (thrown: unknown) => setProblem(toErrorInfo(thrown)),
    );
  });
  useEffect(() => {
    if (message.role !== 'user' || texts.has(message.id)) return;
    let isOver = false;
    readStoredEdit(message).then(
      (stored) => {
        // Text that was typed meanwhile stays.
        if (isOver || stored === null || texts.has(message.id)) return;
        texts.set(message.id, stored);
        setText(stored);
      },
      (thrown: unknown) => setProblem(toErrorInfo(thrown)),
    );
    return () => {
      isOver = true;
    };
  }, [message, texts]);

  const write = (next: string) => {
    setText(next);
    texts.set(message.id, next);
    writing.schedule();
  };
  return { text, write, flush: writing.flush, problem };
}
