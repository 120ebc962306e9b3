import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { CardState } from '@/src/panel/approval/card-state';
import { ApprovalCard } from '@/src/panel/approval/parts';
import { Composer } from '@/src/panel/composer/composer';
import type { ComposerText } from '@/src/panel/composer/composer-text';
import { AttachButton } from '@/src/panel/composer/images/attach-button';
import { type ImageReadings, useImageDrafts } from '@/src/panel/composer/images/use-image-drafts';
import { useImageFiles } from '@/src/panel/composer/images/use-image-files';
import { ImageTray, QueuedMessage, QueuedStatus, SetAsideCard } from '@/src/panel/composer/parts';
import { quoted } from '@/src/panel/composer/quoted';
import { runActions } from '@/src/panel/composer/run-actions';
import { isActiveRun, runActivity } from '@/src/panel/composer/run-activity';
import { useOwnMessages } from '@/src/panel/composer/use-own-messages';
import { LateVoiceInput } from '@/src/panel/composer/voice/late-voice-input';
import { openQuestion } from '@/src/panel/conversation/open-question';
import { LostChangesCard } from '@/src/panel/conversation/parts';
import { BrokenPart, EntryBoundary } from '@/src/panel/data/entry-boundary';
import { sendCommand } from '@/src/panel/data/send-command';
import { useSendKey } from '@/src/panel/data/use-send-key';
import { DismissibleError } from '@/src/panel/kit/errors/dismissible-error';
import type { Perform } from '@/src/panel/kit/errors/use-command-error';
import { focusIfLost } from '@/src/panel/kit/focus';
import type { MenuGroup } from '@/src/panel/kit/menu/menu-entry';
import type { PanelFrame } from '@/src/panel/kit/panel-frame';
import { PolicyChip } from '@/src/panel/settings/policy/policy-chip';
import type { ErrorInfo } from '@/src/schema/error-info';
import type { ChatView } from '@/src/store/queries';
import { usePanelTasks } from './use-panel-tasks';

interface ChatFootProps {
  /** The places of the footer's parts. */
  frame: PanelFrame;
  /** Null while there is no chat. */
  view: ChatView | null;
  composerText: ComposerText;
  /** Sends a message in the chat; resolves to true if it was accepted. Otherwise `error` has the reason. */
  onSend(text: string, imageIds: string[]): Promise<boolean>;
  /** The images that are being read, of all chats. */
  imageReadings: ImageReadings;
  /** Warning that the chat's page is in another window, if it is. */
  pageElsewhere: ReactNode;
  /** The last command that failed. */
  error: ErrorInfo | null;
  perform: Perform;
  /** Shows the error of something that the user didn't start. */
  report(error: unknown): void;
  onDismissError(): void;
  /** Opens the chat's policy. */
  onOpenPolicy(): void;
  /** The entries of the panel's menu. */
  menu: readonly MenuGroup[];
}

/** The panel's footer: errors, offers and the approval request, with the composer below. */
export function ChatFoot(props: ChatFootProps) {
  const { frame, view, composerText, error, perform, onDismissError } = props;
  const composer: RefObject<HTMLTextAreaElement> = useRef(frame.message);
  const ownMessages = useOwnMessages(view);
  const { value: sendKey } = useSendKey(props.report);
  usePanelTasks({ composerText, composer, perform, report: props.report });
  const [kept] = useState(() => new Map<string, CardState>());
  const chatId = view?.chat.id ?? null;
  const run = view?.run ?? null;
  const approval = view?.pendingApproval ?? null;
  const queued = view?.chat.pendingMessage ?? null;
  const queuedText = queued?.text ?? null;
  const drafts = useImageDrafts(chatId, view?.chat.settings ?? null, props.imageReadings, perform);
  const isDragging = useImageFiles(composer, (files) => void drafts.add(files));
  const activity = runActivity(run);

  const queuedStatus = view?.chat.queuedStatus ?? null;

  // biome-ignore lint/correctness/useExhaustiveDependencies: another chat is an occasion, not an input
  useEffect(() => {
    // What had the focus may be gone with the chat before, which the toolbar button or another panel replaced.
    focusIfLost(frame.message);
  }, [chatId, frame]);

  const stop = async () => chatId !== null && (await perform(() => sendCommand({ type: 'stop', chatId })));
  const cancelQueuedStatus = async () => {
    const command = { type: 'queue-status', runId: null, status: null } as const;
    if (chatId !== null) await perform(() => sendCommand({ ...command, chatId }));
    frame.message.focus();
  };
  const withdraw = async (isEdited: boolean) => {
    if (chatId === null || queued === null) return;
    const { text, queuedAtMs } = queued;
    frame.message.focus();
    await (isEdited
      ? composerText.addStored(chatId, text, 'before', () =>
          perform(() => sendCommand({ type: 'take-back-message', chatId, queuedAtMs })),
        )
      : perform(() => sendCommand({ type: 'queue-message', chatId, text: null, queuedAtMs })));
  };
  const quote = () =>
    chatId !== null &&
    perform(async () => {
      const { text } = await sendCommand({ type: 'read-selection', chatId });
      // The user may have opened another chat meanwhile. The field is focused first, since only an edit of a focused field can be undone.
      if (composerText.belongsTo(chatId)) frame.message.focus();
      composerText.add(chatId, quoted(text), 'after');
    });
  const cards = (
    <>
      <DismissibleError error={error} onDismiss={onDismissError} />
      {props.pageElsewhere}
      {view !== null && approval !== null && (
        // Without a way to approve: the user can't see what would run.
        <EntryBoundary key={approval.id} place="approval" fallback={<BrokenPart part="approval" />}>
          <ApprovalCard
            approval={approval}
            isPlan={isPlan(view, approval.messageId)}
            done={doneIn(view)}
            adapterId={view.chat.binding?.adapterId ?? null}
            pageTools={view.chat.pageTools}
            kept={kept}
            composer={composer}
          />
        </EntryBoundary>
      )}
      {view !== null && <SetAsideCard chat={view.chat} composerText={composerText} perform={perform} />}
      {view !== null && (
        <LostChangesCard
          key={view.chat.id}
          chatId={view.chat.id}
          run={view.run}
          composer={composer}
          perform={perform}
        />
      )}
      <QueuedStatus
        key={`status ${chatId}`}
        queued={queuedStatus}
        isIdle={activity === 'idle'}
        onCancel={cancelQueuedStatus}
      />
      <QueuedMessage
        key={`message ${chatId}`}
        text={queuedText}
        images={queued?.images?.length ?? 0}
        isUnderWay={isActiveRun(activity)}
        onEdit={() => withdraw(true)}
        onWithdraw={() => withdraw(false)}
      />
    </>
  );
  return (
    <>
      {createPortal(cards, frame.foot)}
      <Composer
        frame={frame}
        composerText={composerText}
        sendKey={sendKey}
        messages={ownMessages}
        chatId={chatId}
        activity={activity}
        question={view === null ? null : openQuestion(view)}
        onSend={async (text) => {
          const imageIds = await drafts.read();
          return imageIds !== null && props.onSend(text, imageIds);
        }}
        onStop={stop}
        runActions={runActions(run, queuedStatus)}
        onRunAction={({ command }) =>
          chatId !== null && void perform(() => sendCommand({ ...command, chatId }))
        }
        onQuote={async () => quote()}
        menu={props.menu}
        tray={<ImageTray drafts={drafts} composerText={composerText} isDragging={isDragging} />}
        tools={
          <>
            {drafts.isOffered && <AttachButton isBusy={drafts.isReading} onFiles={drafts.add} />}
            <LateVoiceInput
              key={chatId}
              textarea={composer}
              composerText={composerText}
              report={props.report}
            />
            {view !== null && <PolicyChip policy={view.chat.settings} onOpen={props.onOpenPolicy} />}
          </>
        }
      />
    </>
  );
}

/** True if the response is the assistant's plan. One for a call that the user started has no planned results. */
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
