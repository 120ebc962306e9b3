import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { DismissibleError } from '@/src/panel/kit/errors/dismissible-error';
import { APPROVAL_CARD_ID, focusIfLost } from '@/src/panel/kit/focus';
import type { Said } from '@/src/schema/values/said';
import { t, wordsOf } from '@/src/texts/i18n';
import { ApprovalActions, Refusal } from './approval-actions';
import type { CardState } from './card-state';
import { editorModule } from './editing/editor-module';
import type { OpenApproval } from './use-approval';
import { useCardKeys } from './use-card-keys';
import type { Decision } from './use-decision';
import './approval-card.css';

/** The refusal form of a card. */
type RefusalForm = Pick<CardState, 'isRefusing' | 'refusal'>;

interface CardShellProps extends Pick<OpenApproval, 'actions' | 'holdAgain' | 'urgentWait'> {
  decision: Omit<Decision, 'approval' | 'rejection'>;
  form: RefusalForm;
  onForm(change: Partial<RefusalForm>): void;
  /** Shown above the part that scrolls. */
  head: ReactNode;
  /** The warning at the foot; empty if there is none. */
  warning: Said;
  /** Read aloud when it changes. */
  announced: Said;
  /** Replaces the buttons while nothing can be decided. */
  instead?: ReactNode;
  /** The message field, which gets the focus when this card is removed. */
  composer: RefObject<HTMLTextAreaElement | null>;
  children: ReactNode;
}

/**
 * Frame of an approval card: head, a part that scrolls, and the buttons or the refusal form. Ctrl or Cmd with Enter approves once the user
 * has moved into the card; Escape opens and closes the refusal form.
 */
export function CardShell(props: CardShellProps) {
  const { decision, form, onForm, warning, actions, urgentWait, instead } = props;
  const { isRefusing, refusal } = form;
  const { error } = decision;
  const card = useFocusWhileShown(props.composer);
  const scroller = useRef<HTMLDivElement>(null);
  const reason = useRef<HTMLTextAreaElement>(null);

  useEffect(() => void editorModule.load(), []);
  useEffect(() => {
    // Scrolls to the error, which is shown at the top of the scrolling area.
    if (error !== null && scroller.current !== null) scroller.current.scrollTop = 0;
  }, [error]);

  const refuse = () => void decision.refuse(refusal);
  const openRefusal = () => {
    // The focus moves only when the user opens the form. A kept form can also appear with the card, while the user types elsewhere.
    flushSync(() => onForm({ isRefusing: true }));
    reason.current?.focus();
  };
  const closeRefusal = () => {
    onForm({ isRefusing: false });
    card.current?.focus();
  };
  const { needsEntry, ...keys } = useCardKeys({
    isRefusing,
    apply: () => (isRefusing ? refuse() : void decision.approve()),
    toggleRefusal: () => (isRefusing ? closeRefusal() : openRefusal()),
    onStray: props.holdAgain,
  });
  const buttons = isRefusing ? (
    <Refusal
      field={reason}
      note={refusal}
      isDeciding={decision.isDeciding}
      onNote={(note) => onForm({ refusal: note })}
      onRefuse={refuse}
      onBack={closeRefusal}
    />
  ) : (
    <ApprovalActions warning={warning} actions={actions} decision={decision} onRefuse={openRefusal} />
  );
  return (
    <section
      id={APPROVAL_CARD_ID}
      className="card approval-card"
      aria-label={t('approval.card.name')}
      tabIndex={-1}
      ref={card}
      {...keys}
    >
      {props.head}
      <div className="approval-scroller" ref={scroller}>
        <DismissibleError error={error} onDismiss={decision.dismissError} />
        {props.children}
      </div>
      <div className="approval-foot">
        {needsEntry && <p className="meta">{t('approval.card.enterFirst')}</p>}
        {instead ?? buttons}
      </div>
      <LateAnnouncement text={wordsOf(props.announced)} />
      <LateAnnouncement text={needsEntry ? t('approval.card.enterFirst') : urgentWait} />
    </section>
  );
}

/** Announces a text to screen readers. The text is set after mounting, since the initial content of a live region isn't announced. */
function LateAnnouncement({ text }: { text: string }) {
  const [announced, setAnnounced] = useState('');
  useEffect(() => setAnnounced(text), [text]);
  return (
    <p className="visually-hidden" aria-live="polite">
      {announced}
    </p>
  );
}

/**
 * Focuses the card while it is shown, unless the composer has the focus: keys that are typed for a message must not decide a request that
 * the user hasn't read.
 */
function useFocusWhileShown(composer: RefObject<HTMLTextAreaElement | null>): RefObject<HTMLElement | null> {
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    const field = composer.current;
    const isInComposer = field !== null && document.activeElement === field;
    if (!isInComposer) card.current?.focus();
    return () => {
      focusIfLost(field);
    };
  }, [composer]);
  return card;
}
