import { useEffect, useRef } from 'react';
import { MAX_SUMMARY_LENGTH } from '@/src/messages/channels';
import { useSendInChat } from '@/src/panel/data/shown-chat';
import { useDebouncedWrite } from '@/src/panel/kit/debounced-write';
import { useTypedFields } from '@/src/panel/kit/fields/use-typed-fields';
import { focusAfter, passesFocusOn, useFocusAfterwards } from '@/src/panel/kit/focus';
import { TextButton } from '@/src/panel/kit/text-button';
import { t } from '@/src/texts/i18n';
import { useOneDecision } from './use-one-decision';
import { useSummaryChange } from './use-summaries';

interface SummaryDraftProps {
  id: string;
  /** The stored text, or the text that has arrived so far. */
  content: string;
  /** True while the model still writes it. */
  isWriting: boolean;
}

/**
 * Text of a summary that isn't accepted yet: read-only while the model writes it, then editable. Corrections are stored while the
 * user types, so that closing the panel loses none.
 */
export function SummaryDraft({ id, content, isWriting }: SummaryDraftProps) {
  const changeSummary = useSummaryChange(id);
  // Once a correction is stored, the field follows the stored text, which another panel may change.
  const { fields, isTyped, change, noteSaved } = useTypedFields({ text: content });
  const { text } = fields;
  const isEmpty = text.trim() === '';
  const store = async () => {
    if (!isEmpty && isTyped && (await changeSummary({ kind: 'edit', text }))) noteSaved(fields, fields);
  };
  const writing = useDebouncedWrite(store);
  const { decide } = useOneDecision();
  const area = useRef<HTMLTextAreaElement>(null);
  // The focus moves to the message field when the draft is removed.
  useFocusAfterwards(area, focusAfter);
  useEffect(() => {
    // Keeps the newest words in view.
    if (isWriting && content !== '' && area.current !== null) {
      area.current.scrollTop = area.current.scrollHeight;
    }
  }, [isWriting, content]);
  return (
    <>
      <textarea
        ref={area}
        aria-label={t('conversation.summary.text')}
        className="summary-text"
        value={text}
        maxLength={MAX_SUMMARY_LENGTH}
        readOnly={isWriting}
        aria-busy={isWriting}
        onChange={(event) => {
          change({ text: event.target.value });
          writing.schedule();
        }}
        onBlur={writing.flush}
      />
      {/* Rendered from the beginning, though disabled: if it appeared only at the end, a late press of Cancel could hit it. */}
      <div ref={passesFocusOn} className="button-row">
        <TextButton
          text="conversation.summary.use"
          className="primary"
          disabled={isEmpty || isWriting}
          onClick={() => {
            // Stored before it is accepted, so that a failure doesn't lose the text.
            writing.flush();
            decide(() => changeSummary({ kind: 'accept', text }));
          }}
        />
        {isWriting ? (
          <CancelWriting />
        ) : (
          <TextButton
            text="conversation.summary.discard"
            onClick={() => {
              writing.cancel();
              decide(() => changeSummary({ kind: 'discard' }));
            }}
          />
        )}
      </div>
    </>
  );
}

/** Button that stops the model's writing. When it is removed, the focus moves to the text, which can then be corrected. */
function CancelWriting() {
  const sendInChat = useSendInChat();
  const button = useRef<HTMLButtonElement>(null);
  useFocusAfterwards(button, focusText);
  return (
    <TextButton
      ref={button}
      text="conversation.summary.cancel"
      onClick={() => sendInChat({ type: 'cancel-summary' })}
    />
  );
}

function focusText(removed: HTMLElement): void {
  removed.closest('.summary-card')?.querySelector('textarea')?.focus();
}
