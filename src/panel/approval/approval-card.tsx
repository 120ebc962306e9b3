import { RefreshCw } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { spellOut } from '@/src/core/text/foreign-text';
import { PageNamesProvider } from '@/src/panel/data/page-names-provider';
import { useShownChat } from '@/src/panel/data/shown-chat';
import { DismissibleError } from '@/src/panel/kit/errors/dismissible-error';
import { RetryableError } from '@/src/panel/kit/errors/retryable-error';
import { ManagedFields, useLimits } from '@/src/panel/kit/fields/managed-fields';
import { CheckBox } from '@/src/panel/kit/fields/switch-field';
import { APPROVAL_CARD_ID, focusIfLost } from '@/src/panel/kit/focus';
import { NameGroupProvider } from '@/src/panel/kit/page-names/name-group';
import { SaidWords } from '@/src/panel/kit/text/said-words';
import { Sentence } from '@/src/panel/kit/text/sentence';
import type { Approval } from '@/src/schema/approval';
import type { StateDifference } from '@/src/schema/change';
import type { PageTool } from '@/src/schema/page-tool';
import { type Said, say, sentences } from '@/src/schema/values/said';
import { t, wordsOf } from '@/src/texts/i18n';
import { ApprovalActions, Refusal } from './approval-actions';
import { ApprovalBody } from './approval-body';
import { requestNote, verdictOf, warningOf } from './call-text';
import type { CardState } from './card-state';
import { DifferenceSection } from './difference-section';
import { editorModule } from './editing/editor-module';
import { OpenCardContext, useOpenCard } from './open-card';
import { useApproval } from './use-approval';
import { useCardKeys } from './use-card-keys';
import { VerdictHead } from './verdict-head';
import './approval-card.css';
import { mayAllow } from '@/src/core/policy/may-allow';
import { SEND_MESSAGE } from '@/src/core/records/chat-message';
import { sentName } from '@/src/core/tools/page-tool-names';
import { TextWithElements } from '@/src/panel/kit/text/text-with-elements';

interface ApprovalCardProps {
  approval: Approval;
  /** True if the calls are a plan made in plan mode. */
  isPlan: boolean;
  /** Execution ids of the calls that have a result. */
  done: ReadonlySet<string>;
  /** The adapter of the chat's page; null if the chat is bound to no page. */
  adapterId: string | null;
  pageTools: readonly PageTool[];
  /** The user's input on cards, by approval id. It outlives the card, which is unmounted for example while the run is paused. */
  kept: Map<string, CardState>;
  /** The message field, which gets the focus when this card is removed. */
  composer: RefObject<HTMLTextAreaElement | null>;
}

/**
 * Card of an approval request: a dry run of the calls on the current page, with controls to edit, omit, approve or refuse them. Ctrl or Cmd
 * with Enter approves once the user has moved into the card; Escape opens and closes the refusal form.
 */
export function ApprovalCard(props: ApprovalCardProps) {
  const { approval, isPlan, done, adapterId, pageTools, kept, composer } = props;
  const { open, cardState, dispatch, preview, dryRunOf, actions, decision, holdAgain, urgentWait } =
    useApproval(approval, done, kept);
  const [isCut, setIsCut] = useState(false);
  const { isRefusing, refusal } = cardState;
  const card = useFocusWhileShown(composer);
  const scroller = useRef<HTMLDivElement>(null);
  const reason = useRef<HTMLTextAreaElement>(null);
  const { error } = decision;

  useEffect(() => void editorModule.load(), []);
  useEffect(() => {
    // Scrolls to the error, which is shown at the top of the scrolling area.
    if (error !== null && scroller.current !== null) scroller.current.scrollTop = 0;
  }, [error]);

  const refuse = () => void decision.refuse(refusal);
  const openRefusal = () => {
    // The focus moves only when the user opens the form. A kept form can also appear with the card, while the user types elsewhere.
    flushSync(() => dispatch({ type: 'refusing', isRefusing: true }));
    reason.current?.focus();
  };
  const closeRefusal = () => {
    dispatch({ type: 'refusing', isRefusing: false });
    card.current?.focus();
  };
  const { needsEntry, ...keys } = useCardKeys({
    isRefusing,
    apply: () => (isRefusing ? refuse() : void decision.approve()),
    toggleRefusal: () => (isRefusing ? closeRefusal() : openRefusal()),
    onStray: holdAgain,
  });

  const { shown } = preview;
  const verdict = verdictOf(open, cardState, shown.dryRun.net, dryRunOf);
  const warning = warningOf(shown.dryRun);
  const note = requestNote(approval.calls, isPlan);
  const announced = sentences(
    verdict,
    warning,
    shown.since.length === 0 ? null : say('approval.changed.announcement'),
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
      <VerdictHead verdict={verdict} isCurrent={preview.isCurrent} onCut={setIsCut} />
      <div className="approval-scroller" ref={scroller}>
        {isCut && (
          <p className="whole-verdict">
            <Sentence text={verdict} />
          </p>
        )}
        {note !== '' && (
          <p className="meta">
            <SaidWords said={note} />
          </p>
        )}
        <DismissibleError error={error} onDismiss={decision.dismissError} />
        <RetryableError error={preview.error} onRetry={preview.retry} />
        <StaleBanner since={shown.since} sinceBy={shown.sinceBy} />
        <OpenCardContext value={{ open, cardState, dispatch, preview, dryRunOf, adapterId }}>
          <PageNamesProvider>
            <NameGroupProvider>
              <ApprovalBody />
            </NameGroupProvider>
          </PageNamesProvider>
          {!isRefusing && <AllowTools pageTools={pageTools} />}
        </OpenCardContext>
      </div>
      <div className="approval-foot">
        {needsEntry && <p className="meta">{t('approval.card.enterFirst')}</p>}
        {isRefusing ? (
          <Refusal
            field={reason}
            note={refusal}
            isDeciding={decision.isDeciding}
            onNote={(note) => dispatch({ type: 'refusal', refusal: note })}
            onRefuse={refuse}
            onBack={closeRefusal}
          />
        ) : (
          <ApprovalActions warning={warning} actions={actions} decision={decision} onRefuse={openRefusal} />
        )}
      </div>
      <MarkedAnnouncement text={announced} />
      <LateAnnouncement text={needsEntry ? t('approval.card.enterFirst') : urgentWait} />
    </section>
  );
}

/** Announces a text, preceded by the site's name if the user or the organisation named the site. */
function MarkedAnnouncement({ text }: { text: Said }) {
  const { siteMark: mark } = useShownChat();
  const marked = mark === null ? text : say('common.labelled', { label: spellOut(mark.name), text });
  return <LateAnnouncement text={wordsOf(marked)} />;
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

/** Warns that the page changed since approval was requested, with the differences. Renders nothing if it didn't. */
function StaleBanner({ since, sinceBy }: { since: readonly StateDifference[]; sinceBy: readonly Said[] }) {
  if (since.length === 0) return null;
  return (
    <div className="stale-banner">
      <p>
        <RefreshCw className="icon" />
        <span>{t('approval.changed.warning')}</span>
      </p>
      <DifferenceSection title={changedByText(sinceBy)} differences={since} isFolded={since.length > 6} />
    </div>
  );
}

/** Heading that says who changed the page. */
function changedByText(people: readonly Said[]): Said {
  return people.length === 0 ? say('approval.changed.byUnknown') : say('approval.changed.by', { people });
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

/** Names of the tools that always need approval, whatever the settings. */
function alwaysAsked(pageTools: readonly PageTool[]): Set<string> {
  return new Set([SEND_MESSAGE, ...pageTools.map(sentName)]);
}

/** Folded check boxes, each of which allows a tool without approval from now on. They take effect with the decision. */
function AllowTools({ pageTools }: { pageTools: readonly PageTool[] }) {
  const { open, cardState, dispatch } = useOpenCard();
  const limits = useLimits();
  const always = alwaysAsked(pageTools);
  const tools = [
    ...new Set(open.flatMap(({ isAsked, tool }) => (isAsked && !always.has(tool) ? [tool] : []))),
  ];
  if (tools.length === 0) return null;
  return (
    <details className="approval-more">
      <summary className="secondary">{t('approval.allow.more')}</summary>
      {tools.map((tool) => (
        <ManagedFields key={tool} isManaged={!mayAllow(limits, tool)}>
          <CheckBox
            isOn={mayAllow(limits, tool) && cardState.allowTools.includes(tool)}
            onChange={(isAllowed) => dispatch({ type: 'allow-tool', tool, isAllowed })}
          >
            <span className="choice-text">
              <span>
                <TextWithElements
                  text="approval.allow.tool"
                  elements={{ tool: <span className="mono">{tool}</span> }}
                />
              </span>
            </span>
          </CheckBox>
        </ManagedFields>
      ))}
    </details>
  );
}
