import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { RevisionPage, RevisionPreview } from '@/src/core/checkpoints/revision';
import { ErrorCard } from '@/src/panel/kit/errors/error-card';
import { excessLength, TooLongNote } from '@/src/panel/kit/fields/too-long-note';
import { focusAfter, useFocusAfterwards } from '@/src/panel/kit/focus';
import { formatNumber } from '@/src/panel/kit/text/format-number';
import { i18n } from '@/src/texts/i18n';
import { DEFAULT_CHOICE } from '../reversals/reversal';
import type { SpokenMessage } from '../use-entries';
import { type PageDecision, PageOfferView, pageOf } from './page-offer-view';
import { useEditedText } from './use-edited-text';
import type { OpenRevision, RevisionState } from './use-revision';

interface RevisionFormProps {
  open: OpenRevision;
  revision: RevisionState;
}

const FIRST_DECISION: PageDecision = { kind: 'roll-back', choice: DEFAULT_CHOICE };

/**
 * Form of an edit or a retry: the text, the effect on the later messages, and the choice for the page. The form of an edit
 * replaces its message. Ctrl or Cmd with Enter sends; Escape cancels.
 */
export function RevisionForm({ open, revision }: RevisionFormProps) {
  const { message, preview, isSending, error } = open;
  const isEdit = message.role === 'user';
  const { text, write, flush, problem } = useEditedText(message, revision.texts);
  const [decision, setDecision] = useState(FIRST_DECISION);
  const field = useRef<HTMLTextAreaElement>(null);
  const cancel = useRef<HTMLButtonElement>(null);
  const form = useRef<HTMLDivElement>(null);
  useFocusAfterwards(form, focusAfter);
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
      ref={form}
      className="card revision-form"
      role="group"
      aria-label={isEdit ? i18n.t('revision.edit') : i18n.t('revision.retry')}
      onKeyDown={onKeyDown}
    >
      {isEdit && (
        <textarea
          ref={field}
          aria-label={i18n.t('revision.newText')}
          aria-invalid={excess > 0 || undefined}
          aria-describedby={excess > 0 ? noteId : undefined}
          rows={3}
          value={text}
          onChange={(event) => write(event.target.value)}
        />
      )}
      {message.role === 'user' && message.images !== undefined && (
        <p className="secondary">
          {i18n.t('revision.keepsImages', message.images.length, [formatNumber(message.images.length)])}
        </p>
      )}
      {excess > 0 && <TooLongNote id={noteId} excess={excess} />}
      {error === null && preview === null && <p className="secondary">{i18n.t('revision.comparing')}</p>}
      {preview !== null && (
        <>
          <PageOfferView offer={preview.page} decision={decision} onDecide={setDecision} />
          <p className="secondary" aria-live="polite">
            {setAsideText(message, preview)}
          </p>
        </>
      )}
      {error !== null && (
        <ErrorCard error={error}>
          <button type="button" onClick={revision.refresh}>
            {i18n.t('common.tryAgain')}
          </button>
        </ErrorCard>
      )}
      {problem !== null && <ErrorCard error={problem} />}
      <div className="button-row">
        <button
          type="button"
          className="primary"
          disabled={!canSend}
          aria-disabled={isSending}
          onClick={() => page !== null && send(page)}
        >
          {isEdit ? i18n.t('revision.send') : i18n.t('common.retry')}
        </button>
        <button type="button" ref={cancel} aria-disabled={isSending} onClick={revision.cancel}>
          {i18n.t('common.cancel')}
        </button>
      </div>
    </div>
  );
}

function setAsideText({ role }: SpokenMessage, { messagesSetAside }: RevisionPreview): string {
  const later = messagesSetAside - 1;
  const amount: [string] = [formatNumber(later)];
  if (role === 'user') {
    return later > 0
      ? i18n.t('revision.setAside.messageAndLater', later, amount)
      : i18n.t('revision.setAside.message');
  }
  return later > 0
    ? i18n.t('revision.setAside.answerAndLater', later, amount)
    : i18n.t('revision.setAside.answer');
}
