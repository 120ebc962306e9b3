import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { PageOffer, RevisionPage, RevisionPreview } from '@/src/core/checkpoints/revision';
import { toErrorInfo } from '@/src/core/errors';
import { ShownSiteMark } from '@/src/panel/data/site-mark';
import { useDebouncedWrite } from '@/src/panel/kit/debounced-write';
import { ErrorCard } from '@/src/panel/kit/errors/error-card';
import { RetryableError } from '@/src/panel/kit/errors/retryable-error';
import { ChoiceGroup } from '@/src/panel/kit/fields/choice-group';
import { excessLength, TooLongNote } from '@/src/panel/kit/fields/too-long-note';
import { passesFocusOn } from '@/src/panel/kit/focus';
import { SecondarySaid, SecondaryText } from '@/src/panel/kit/text/paragraph';
import { TextButton } from '@/src/panel/kit/text-button';
import type { ErrorInfo } from '@/src/schema/error-info';
import { t } from '@/src/texts/i18n';
import { DEFAULT_CHOICE, isReady, type ManualChangesChoice, strategyOf } from '../reversals/reversal';
import { PreviewContent } from '../reversals/reversal-preview-view';
import type { SpokenMessage } from '../use-entries';
import { readStoredEdit, storeEdit } from './stored-edits';
import type { OpenRevision, RevisionState } from './use-revision';

const FIRST_DECISION: PageDecision = { kind: 'roll-back', choice: DEFAULT_CHOICE };

/**
 * Form of an edit or a retry: the text, the effect on the later messages, and the choice for the page. The form of an edit
 * replaces its message. Ctrl or Cmd with Enter sends; Escape cancels.
 */
export function RevisionForm({ open, revision }: { open: OpenRevision; revision: RevisionState }) {
  const { message, preview, isSending, error } = open;
  const isEdit = message.role === 'user';
  const { text, write, flush, problem } = useEditedText(message, revision.texts);
  const [decision, setDecision] = useState(FIRST_DECISION);
  const field = useRef<HTMLTextAreaElement>(null);
  const cancel = useRef<HTMLButtonElement>(null);
  const noteId = useId();
  const excess = isEdit ? excessLength(text) : 0;
  const page = preview === null ? null : pageOf(preview, decision);
  const canSend = page !== null && excess === 0 && (!isEdit || text.trim() !== '');

  useEffect(() => {
    if (!revision.claimFocus(message.id)) return;
    const shown = field.current;
    // The button that opened the form is gone. A retry has no text field: Cancel gets the focus, so that a stray key does no
    // harm.
    if (shown === null) cancel.current?.focus();
    shown?.focus();
    shown?.setSelectionRange(shown.value.length, shown.value.length);
  }, [revision, message.id]);

  const send = (decided: RevisionPage) => {
    if (isSending) return;
    // Stored before it is sent: a failure doesn't lose the text.
    flush();
    revision.send(isEdit ? text : null, decided);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter and Escape belong to the input method while it composes.
    if (event.nativeEvent.isComposing || event.repeat) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      revision.cancel();
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      if (canSend) send(page);
    }
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a visible legend
    <div
      ref={passesFocusOn}
      className="card revision-form"
      role="group"
      aria-label={t(isEdit ? 'revision.edit' : 'revision.retry')}
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
      {error === null && preview === null && <SecondaryText text="revision.comparing" />}
      {preview !== null && (
        <>
          <PageOfferView offer={preview.page} decision={decision} onDecide={setDecision} />
          <p className="secondary" aria-live="polite">
            {setAsideText(message, preview)}
          </p>
        </>
      )}
      <RetryableError error={error} onRetry={revision.refresh} />
      {problem !== null && <ErrorCard error={problem} />}
      <div className="button-row">
        <TextButton
          text={isEdit ? 'revision.send' : 'common.retry'}
          className="primary"
          disabled={!canSend}
          aria-disabled={isSending}
          onClick={() => page !== null && send(page)}
        />
        <TextButton text="common.cancel" ref={cancel} aria-disabled={isSending} onClick={revision.cancel} />
      </div>
    </div>
  );
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
  /** Stores pending changes at once. */
  flush(): void;
  /** The reason why the text couldn't be stored or read; null if there is none. */
  problem: ErrorInfo | null;
}

/**
 * Text of the form that edits a message. Changes go to `texts` and are stored, so that closing the panel loses nothing. A form
 * that is opened again begins with them.
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

/** The user's decision about the page in an open form. The choice counts for a rollback only. */
interface PageDecision {
  kind: RevisionPage['kind'];
  choice: ManualChangesChoice;
}

/** The decision as it is sent; null while conflicts are open. */
function pageOf({ page }: RevisionPreview, { kind, choice }: PageDecision): RevisionPage | null {
  if (page.kind !== 'choice' || kind === 'keep') return { kind: 'keep' };
  if (!isReady(page.rollback, choice)) return null;
  return { kind: 'roll-back', strategy: strategyOf(page.rollback, choice) };
}

interface PageOfferViewProps {
  offer: PageOffer;
  decision: PageDecision;
  onDecide(decision: PageDecision): void;
}

/** The choice for a page that the messages to be set aside have changed, with the preview of a rollback. */
function PageOfferView({ offer, decision, onDecide }: PageOfferViewProps) {
  if (offer.kind === 'unchanged') return null;
  if (offer.kind === 'kept') {
    return <SecondarySaid said={offer.why} />;
  }
  return (
    <>
      <ChoiceGroup
        legend="revision.page.legend"
        choices={{ 'roll-back': 'revision.page.rollBack', keep: 'revision.page.keep' }}
        chosen={decision.kind}
        onChoose={(kind) => onDecide({ ...decision, kind })}
      />
      {decision.kind === 'roll-back' ? (
        <>
          <ShownSiteMark />
          <PreviewContent
            preview={offer.rollback}
            choice={decision.choice}
            onChoose={(choice) => onDecide({ ...decision, choice })}
          />
          <SecondarySaid said={offer.rollback.savedNote} />
        </>
      ) : (
        <SecondaryText text="revision.page.keepNote" />
      )}
    </>
  );
}
