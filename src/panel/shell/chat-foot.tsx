import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { assertNever } from '@/src/core/assert-never';
import type { PageStatus } from '@/src/messages/page-status';
import type { CardState } from '@/src/panel/approval/card-state';
import { ApprovalCard, SitesCard } from '@/src/panel/approval/parts';
import { Composer } from '@/src/panel/composer/composer';
import type { ComposerText } from '@/src/panel/composer/composer-text';
import { AttachButton } from '@/src/panel/composer/images/attach-button';
import { type ImageReadings, useComposerImages } from '@/src/panel/composer/images/use-composer-images';
import { useImageFiles } from '@/src/panel/composer/images/use-image-files';
import { ImageTray, QueuedMessageLine, QueuedStatusLine, UnsentTextCard } from '@/src/panel/composer/parts';
import { quoteSelection } from '@/src/panel/composer/quoted';
import { isActiveRun, runActivity } from '@/src/panel/composer/run-activity';
import { LateVoiceInput } from '@/src/panel/composer/voice/late-voice-input';
import { LostChangesCard } from '@/src/panel/conversation/parts';
import { shownQuestion } from '@/src/panel/conversation/waiting-call';
import { BrokenPart, EntryBoundary } from '@/src/panel/data/entry-boundary';
import { type PanelTask, panelTasks } from '@/src/panel/data/panel-tasks';
import { useSendInChat, useShownChat } from '@/src/panel/data/shown-chat';
import { waitingApproval } from '@/src/panel/data/waiting-approval';
import { PageElsewhere } from '@/src/panel/header/parts';
import { CommandErrorCard } from '@/src/panel/kit/errors/command-error-card';
import { type Commands, useCommands } from '@/src/panel/kit/errors/command-errors';
import { focusIfLost } from '@/src/panel/kit/focus';
import type { PanelFrame } from '@/src/panel/kit/panel-frame';
import { SaidWords } from '@/src/panel/kit/text/said-words';
import { TextButton } from '@/src/panel/kit/text-button';
import { PolicyChip } from '@/src/panel/settings/policy/policy-chip';
import type { ErrorInfo } from '@/src/schema/error-info';
import type { ChatView } from '@/src/store/queries';
import { FOOT_CARDS, type FootCard } from './foot-cards';
import { FootNote } from './foot-note';
import { isAboutPage, type PageCard } from './page-card';
import type { ChatActions } from './use-chat-actions';
import type { SendGate } from './use-send-gate';

interface ChatFootProps {
  frame: PanelFrame;
  composerText: ComposerText;
  /** Readings of images that are in progress, in all chats. */
  imageReadings: ImageReadings;
  gate: SendGate;
  /** The one card about a page to show; null for none. */
  pageCard: PageCard | null;
  onNewChat(): void;
  onSend: ChatActions['send'];
  onOpen(sheet: 'policy' | 'undo'): void;
}

/** The panel's footer: errors, offers and the approval request, with the composer below. */
export function ChatFoot(props: ChatFootProps) {
  const { frame, composerText, gate } = props;
  const { view, page } = useShownChat();
  const { error, dismiss } = useCommands();
  const sendInChat = useSendInChat();
  const composer: RefObject<HTMLTextAreaElement> = useRef(frame.message);
  usePanelTasks(composerText);
  useForgetPageErrors(page, error, dismiss);
  const [cardStates] = useState(() => new Map<string, CardState>());
  const chatId = view?.chat.id ?? null;
  const run = view?.run ?? null;
  const approval = view?.pendingApproval ?? null;
  const queued = view?.chat.pendingMessage ?? null;
  const queuedText = queued?.text ?? null;
  const composerImages = useComposerImages(
    chatId,
    view?.chat.settings ?? null,
    props.imageReadings,
    composerText,
  );
  const isDragging = useImageFiles(composer, (files) => void composerImages.add(files));
  const activity = runActivity(run);

  const queuedStatus = view?.chat.queuedStatus ?? null;

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the chat changes
  useEffect(() => {
    // When the toolbar button or another panel shows another chat, the focused element may be removed with the previous chat.
    focusIfLost(frame.message);
  }, [chatId, frame]);

  const cancelQueuedStatus = async () => {
    await sendInChat({ type: 'queue-status', runId: null, status: null });
    frame.message.focus();
  };
  const withdraw = async (isEdited: boolean) => {
    if (chatId === null || queued === null) return;
    const { text, queuedAtMs } = queued;
    frame.message.focus();
    if (!isEdited) {
      await sendInChat({ type: 'withdraw-message', queuedAtMs });
      return;
    }
    composerText.flush();
    const isTaken = await sendInChat({ type: 'take-back-message', queuedAtMs });
    if (isTaken) await composerText.takeIn(chatId, text, 'before');
  };
  const notes: Record<FootCard, ReactNode> = {
    error: props.pageCard !== 'elsewhere' && (
      <CommandError isSaidAbove={props.pageCard === 'page'} onNewChat={props.onNewChat} />
    ),
    elsewhere: props.pageCard === 'elsewhere' &&
      page !== null &&
      view !== null &&
      view.chat.binding !== null && (
        <PageElsewhere
          page={view.chat.binding}
          isRefused={error !== null}
          onNewChat={props.onNewChat}
          onShowPage={() => sendInChat({ type: 'show-page' })}
          onConfirm={gate.confirm}
        />
      ),
    unsent: view !== null && <UnsentTextCard composerText={composerText} />,
    lost: view !== null && !view.chat.targets && <LostChangesCard key={view.chat.id} />,
    status: (
      <QueuedStatusLine
        key={`status ${chatId}`}
        queued={queuedStatus}
        isIdle={activity === 'idle'}
        onCancel={cancelQueuedStatus}
      />
    ),
    message: (
      <QueuedMessageLine
        key={`message ${chatId}`}
        text={queuedText}
        images={queued?.images?.length ?? 0}
        isUnderWay={isActiveRun(activity)}
        onSend={activity === 'idle' ? () => sendInChat({ type: 'control-run', action: 'send-queued' }) : null}
        onEdit={() => withdraw(true)}
        onWithdraw={() => withdraw(false)}
      />
    ),
  };
  const cards = (
    <>
      <div className="foot-notes">
        {FOOT_CARDS.map((name) => (
          <FootNote key={name} approvalId={waitingApproval(view)}>
            {notes[name]}
          </FootNote>
        ))}
      </div>
      {view !== null && approval !== null && (
        // The fallback offers no approval, since the user can't see what would run.
        <EntryBoundary key={approval.id} place="approval" fallback={<BrokenPart part="approval" />}>
          <ApprovalCard
            approval={approval}
            isPlan={isPlan(view, approval.messageId)}
            done={doneIn(view)}
            adapterId={view.chat.binding?.adapterId ?? null}
            pageTools={view.chat.pageTools}
            kept={cardStates}
            composer={composer}
          />
        </EntryBoundary>
      )}
      {view?.siteParts.some(({ state }) => state === 'asks') && (
        <EntryBoundary
          key={view.landmarks.response?.id}
          place="approval"
          fallback={<BrokenPart part="approval" />}
        >
          <SitesCard parts={view.siteParts} kept={cardStates} composer={composer} />
        </EntryBoundary>
      )}
    </>
  );
  return (
    <>
      {createPortal(cards, frame.foot)}
      <Composer
        frame={frame}
        composerText={composerText}
        question={view === null ? null : shownQuestion(view)}
        onSend={async (text, questionId, isEarly) => {
          const imageIds = await composerImages.read();
          // With images that the user hasn't seen, the message is not what the user wanted to send.
          if (imageIds === null || (isEarly && imageIds.length > 0)) return false;
          return props.onSend(text, imageIds, questionId);
        }}
        onOpen={props.onOpen}
        tray={
          <ImageTray composerImages={composerImages} composerText={composerText} isDragging={isDragging} />
        }
        tools={
          <>
            {view !== null && <AttachButton isBusy={composerImages.isReading} onFiles={composerImages.add} />}
            <LateVoiceInput key={chatId} textarea={composer} composerText={composerText} />
            {view !== null && <PolicyChip policy={view.chat.settings} onOpen={props.onOpen} />}
          </>
        }
      />
    </>
  );
}

/**
 * True if the response is the assistant's plan. Requires planned results in its run: a response with a call that the user started has none.
 */
function isPlan({ messages }: ChatView, messageId: string): boolean {
  const response = messages.find((message) => message.id === messageId);
  if (response?.role !== 'assistant' || response.plan !== true) return false;
  return messages.some(
    (message) => message.role === 'tool' && message.runId === response.runId && message.planned === true,
  );
}

/** Execution ids of the calls that have a result. */
function doneIn({ executions }: ChatView): Set<string> {
  return new Set(executions.flatMap(({ id, state }) => (state === 'done' ? [id] : [])));
}

interface CommandErrorProps {
  /** True if the card of the chat's page says the same as an error about a page. Such an error is then only announced. */
  isSaidAbove: boolean;
  onNewChat(): void;
}

/** The error of the last command. If the page is closed, a new chat is offered, except in a detached panel, which has no page in front. */
function CommandError({ isSaidAbove, onNewChat }: CommandErrorProps) {
  const { error } = useCommands();
  const { detached } = useShownChat();
  if (error !== null && isSaidAbove && isAboutPage(error)) {
    return (
      <p className="visually-hidden" role="alert">
        <SaidWords said={error.message} />
      </p>
    );
  }
  return (
    <CommandErrorCard>
      {error?.code === 'page-gone' && detached === null && (
        <TextButton text="menu.newChat" onClick={onNewChat} />
      )}
    </CommandErrorCard>
  );
}

/** Dismisses an error about a page once the chat's page is connected again. */
export function useForgetPageErrors(
  page: PageStatus | null,
  error: ErrorInfo | null,
  dismiss: () => void,
): void {
  const isConnected = page?.state === 'connected';
  const onConnected = useEffectEvent(() => {
    if (error !== null && isAboutPage(error)) dismiss();
  });
  useEffect(() => {
    if (isConnected) onConnected();
  }, [isConnected]);
}

/** Carries out tasks that reach the panel from outside: a quotation, the undo of the last changes, or a problem to show. */
export function usePanelTasks(composerText: ComposerText): void {
  const commands = useCommands();
  const newest = useRef({ composerText, ...commands });
  newest.current = { composerText, ...commands };
  useEffect(() => panelTasks.receive((task) => carryOutTask(task, newest.current)), []);
}

type TaskMeans = { composerText: ComposerText } & Pick<Commands, 'perform' | 'report'>;

function carryOutTask(
  { task, chatId, tabId }: PanelTask,
  { composerText, perform, report }: TaskMeans,
): void {
  switch (task.kind) {
    case 'quote':
      if (chatId !== null) void perform(() => quoteSelection(composerText, chatId));
      return;
    case 'undo-last':
      void perform(async () => {
        const { undoLast } = await import('@/src/panel/conversation/reversals/undo-last');
        await undoLast(chatId, task.tabId === tabId);
      });
      return;
    case 'problem':
      report(task.error);
      return;
    default:
      assertNever(task);
  }
}
