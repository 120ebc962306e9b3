import { type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { assertNever } from '@/src/core/assert-never';
import type { ScheduledRetry } from '@/src/core/records/live-tail';
import type { QueueWait } from '@/src/core/records/queue-wait';
import { sendCommand } from '@/src/panel/data/send-command';
import { useInChat, useShownView } from '@/src/panel/data/shown-chat';
import { ErrorCard } from '@/src/panel/kit/errors/error-card';
import { ERROR_TITLES } from '@/src/panel/kit/errors/error-titles';
import { focusAfter, useFocusAfterwards } from '@/src/panel/kit/focus';
import { ForeignText } from '@/src/panel/kit/text/foreign-text';
import { formatDuration } from '@/src/panel/kit/text/format-duration';
import { useSinglePress } from '@/src/panel/kit/use-single-press';
import type { ErrorInfo } from '@/src/schema/error-info';
import type { Run } from '@/src/schema/run';
import type { UserInputReason } from '@/src/schema/run-status';
import { i18n } from '@/src/texts/i18n';
import type { TextKey } from '@/src/texts/text-key';
import { endedText, pausedText, userInputText, waitingText, waitText } from './run-text';
import { useSummaries } from './use-summaries';

interface RunOutcomeRowProps {
  /** True if a streaming response is shown. */
  isStreaming: boolean;
  /** The scheduled retry; null if there is none. */
  retry: ScheduledRetry | null;
  /** Reason why the request isn't sent yet; null if it is. */
  queued: QueueWait | null;
  onNewChat(): void;
}

/** The status of the newest run, below the conversation: running, waiting, paused, failed, stopped or at a limit. */
export function RunOutcomeRow(props: RunOutcomeRowProps) {
  const { isStreaming, retry, queued, onNewChat } = props;
  const { chat, run } = useShownView();
  if (run === null) return null;
  const { status } = run;
  switch (status.state) {
    case 'waiting-for-all-actors-ready':
      return <Note>{i18n.t('conversation.run.starting')}</Note>;
    case 'waiting-for-endpoint':
      return <WaitingCard text={i18n.t('conversation.run.chooseModel')} />;
    case 'processing':
      if (run.control !== null) return <Note>{i18n.t(HOLDING[run.control])}</Note>;
      if (queued?.reason === 'in-flight') return <Note>{i18n.t('conversation.queue.otherChats')}</Note>;
      if (queued !== null) return <DelayNote untilMs={queued.untilMs} />;
      if (isStreaming) return null;
      return retry === null ? <Note>{waitingText(run)}</Note> : <RetryNote retry={retry} />;
    case 'waiting-for-tools':
      return run.control === null ? null : <Note>{i18n.t(HOLDING[run.control])}</Note>;
    case 'waiting-for-approval':
    case 'done':
      return null;
    case 'waiting-for-agent-coordination':
      return (
        <Note>
          <ForeignText text={waitText(status)} />
        </Note>
      );
    case 'paused':
      return (
        <WaitingCard
          text={pausedText(status.before)}
          button={
            <RunButton run={run} isPrimary action="resume">
              {i18n.t('conversation.run.resume')}
            </RunButton>
          }
        />
      );
    case 'waiting-for-user-input':
      return <NeedsUser run={run} reason={status.reason} roundsPerRun={chat.settings.roundsPerRun} />;
    case 'waiting-for-system-input':
      if (run.error !== null) {
        const isTooLong = run.error.code === 'context-too-long';
        return (
          <FailedRun key={`${run.id} ${run.attempt}`} error={run.error}>
            {isTooLong && <TooLongButtons onNewChat={onNewChat} />}
            <RunButton run={run} isPrimary={!isTooLong} action="retry">
              {i18n.t('common.retry')}
            </RunButton>
          </FailedRun>
        );
      }
      return <Note>{endedText(status)}</Note>;
    default:
      return assertNever(status);
  }
}

const HOLDING: Readonly<Record<'pause' | 'stop', TextKey>> = {
  pause: 'conversation.run.pausing',
  stop: 'conversation.run.stopping',
};

interface NeedsUserProps {
  run: Run;
  reason: UserInputReason;
  roundsPerRun: number;
}

function NeedsUser({ run, reason, roundsPerRun }: NeedsUserProps) {
  const text = userInputText(reason, roundsPerRun);
  return text === null ? null : (
    <WaitingCard
      text={text}
      button={
        <RunButton run={run} isPrimary action="continue">
          {i18n.t('common.continue')}
        </RunButton>
      }
    />
  );
}

interface RunButtonProps {
  run: Run;
  isPrimary: boolean;
  action: 'retry' | 'continue' | 'resume';
  children: ReactNode;
}

/**
 * Button that continues a run. After a successful press it ignores others until the run is read again and the button is removed.
 */
function RunButton({ run, isPrimary, action, children }: RunButtonProps) {
  const inChat = useInChat();
  const newest = useRef(run);
  newest.current = run;
  const [continued, setContinued] = useState<Run | null>(null);
  const { isBusy, press } = useSinglePress(async () => {
    const isTaken = await inChat((chatId) => sendCommand({ type: 'control-run', chatId, action }));
    if (isTaken) setContinued(newest.current);
  });
  const isPressed = isBusy || continued === run;
  return (
    <button
      type="button"
      className={isPrimary ? 'primary' : ''}
      aria-disabled={isPressed}
      onClick={() => isPressed || press()}
    >
      {children}
    </button>
  );
}

function Note({ children }: { children: ReactNode }) {
  return children === null ? null : <p className="note secondary">{children}</p>;
}

/** Shown while the run waits for the user. */
function WaitingCard({ text, button }: { text: string; button?: ReactNode }) {
  const card = useRef<HTMLDivElement>(null);
  useFocusAfterwards(card, focusAfter);
  return (
    <div className="card note-card" role="status" ref={card}>
      <p>
        <ForeignText text={text} />
      </p>
      {button !== undefined && <div className="button-row">{button}</div>}
    </div>
  );
}

/** Interval of the countdown in milliseconds, short enough to show each second. */
const TICK_MS = 250;

/** Whole seconds until a time, counting down to 0. */
function useSecondsUntil(dueAtMs: number): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  const seconds = Math.max(0, Math.ceil((dueAtMs - nowMs) / 1_000));
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return seconds;
}

/** Shows that a request failed, and when it is sent again. */
function RetryNote({ retry: { dueAtMs, problem, attempt, attempts } }: { retry: ScheduledRetry }) {
  const seconds = useSecondsUntil(dueAtMs);
  const counts = { problem, attempt: attempt + 1, attempts };
  return (
    <Note>
      {seconds === 0
        ? i18n.t('conversation.retry.now', counts)
        : i18n.t('conversation.retry.later', { duration: formatDuration(seconds * 1_000), ...counts })}
    </Note>
  );
}

/** Shows when a request is sent that the endpoint asked to delay. */
function DelayNote({ untilMs }: { untilMs: number }) {
  const seconds = useSecondsUntil(untilMs);
  return (
    <Note>
      {seconds === 0
        ? i18n.t('conversation.queue.sending')
        : i18n.t('conversation.queue.sendingIn', { duration: formatDuration(seconds * 1_000) })}
    </Note>
  );
}

/** Turns on the ageing of tool results, and retries the run that failed because the request was too long. */
async function ageOutputs(chatId: string): Promise<void> {
  await sendCommand({ type: 'set-settings', chatId, patch: { toolResultAgeing: { enabled: true } } });
  await sendCommand({ type: 'control-run', chatId, action: 'retry' });
}

/** Remedies for a conversation that is longer than the model can read. */
function TooLongButtons({ onNewChat }: { onNewChat(): void }) {
  const { settings } = useShownView().chat;
  const inChat = useInChat();
  const { isWriting, summarize } = useSummaries();
  return (
    <>
      <button type="button" className="primary" disabled={isWriting} onClick={summarize}>
        {i18n.t('conversation.tooLong.summarize')}
      </button>
      {!settings.toolResultAgeing.enabled && (
        <button
          type="button"
          title={i18n.t('conversation.tooLong.ageOutputsHint')}
          onClick={() => void inChat(ageOutputs)}
        >
          {i18n.t('conversation.tooLong.ageOutputs')}
        </button>
      )}
      <button type="button" onClick={onNewChat}>
        {i18n.t('menu.newChat')}
      </button>
    </>
  );
}

/** The error that ended a run, with its buttons. Cancel replaces it with a line, from which it can be shown again. */
function FailedRun({ error, children }: { error: ErrorInfo; children: ReactNode }) {
  const [isShown, setIsShown] = useState(true);
  const showButton = useRef<HTMLButtonElement>(null);
  const cancelButton = useRef<HTMLButtonElement>(null);
  // Both functions remove the focused button.
  const cancel = () => {
    flushSync(() => setIsShown(false));
    showButton.current?.focus();
  };
  const show = () => {
    flushSync(() => setIsShown(true));
    cancelButton.current?.focus();
  };
  if (isShown) {
    return (
      <ErrorCard error={error} onCancel={cancel} cancelButton={cancelButton}>
        {children}
      </ErrorCard>
    );
  }
  return (
    <p className="note secondary">
      {i18n.t('conversation.failed.note', { title: i18n.t(ERROR_TITLES[error.code]) })}{' '}
      <button type="button" className="quiet" ref={showButton} onClick={show}>
        {i18n.t('conversation.failed.show')}
      </button>
    </p>
  );
}
