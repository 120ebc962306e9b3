import { type ReactNode, useEffect, useState } from 'react';
import { assertNever } from '@/src/core/assert-never';
import type { ChangeProgress } from '@/src/core/records/change-progress';
import type { ScheduledRetry } from '@/src/core/records/live-tail';
import type { QueueWait } from '@/src/core/records/run-status';
import { useShownView } from '@/src/panel/data/shown-chat';
import { AllowChanges } from '@/src/panel/kit/fields/managed-fields';
import { passesFocusOn } from '@/src/panel/kit/focus';
import { durationOf, formatTime } from '@/src/panel/kit/text/format-time';
import { SaidParagraph } from '@/src/panel/kit/text/paragraph';
import { SaidWords } from '@/src/panel/kit/text/said-words';
import type { Run } from '@/src/schema/run';
import type { UserInputReason } from '@/src/schema/run-status';
import { type Said, type SaidText, say } from '@/src/schema/values/said';
import type { ChatView } from '@/src/store/queries';
import { t } from '@/src/texts/i18n';
import { FailedRun, RunButton, type RunRemedies } from './failed-run';
import { ProgressNote } from './progress-note';
import { endedText, pausedText, userInputText, waitingText, waitText } from './run-text';

interface RunOutcomeRowProps {
  /** True if a streaming response is shown. */
  isStreaming: boolean;
  /** True if several responses had calls that failed and aren't corrected yet. */
  isRetrying: boolean;
  /** The scheduled retry; null if there is none. */
  retry: ScheduledRetry | null;
  /** Reason why the request waits to be sent; null if it doesn't wait. */
  queued: QueueWait | null;
  /** Time at which the pending request was sent, in milliseconds since 1970; null if it is unknown. */
  sentAtMs: number | null;
  /** Progress of the running change; null if it reports none. */
  progress: ChangeProgress | null;
  remedies: RunRemedies;
}

/** The status of the newest run, below the conversation: running, waiting, paused, failed, stopped or at a limit. */
export function RunOutcomeRow(props: RunOutcomeRowProps) {
  const { isStreaming, isRetrying, retry, queued, progress, sentAtMs, remedies } = props;
  const view = useShownView();
  const { chat, run } = view;
  if (run === null) return null;
  const { status } = run;
  switch (status.state) {
    case 'waiting-for-all-actors-ready':
      return <Note said={say('conversation.run.starting')} />;
    case 'waiting-for-endpoint':
      return <WaitingCard text={say('conversation.run.chooseModel')} />;
    case 'processing':
      if (run.control !== null) return <Note said={say(`conversation.run.holding.${run.control}`)} />;
      if (queued?.reason === 'in-flight') return <Note said={say('conversation.queue.otherChats')} />;
      if (queued !== null) return <DelayNote untilMs={queued.untilMs} />;
      if (isStreaming) return null;
      return retry === null ? (
        <ModelNote said={waitingText(run, isRetrying)} model={chat.settings.model} sentAtMs={sentAtMs} />
      ) : (
        <RetryNote run={run} retry={retry} />
      );
    case 'waiting-for-tools':
      if (run.control !== null) return <Note said={say(`conversation.run.holding.${run.control}`)} />;
      return <ProgressNote progress={progress} />;
    case 'waiting-for-approval':
      return null;
    case 'done':
      return isRefusedReadOnly(view, run) ? <ReadOnlyNote onAllow={remedies.onAllowChanges} /> : null;
    case 'waiting-for-agent-coordination':
      return <Note said={waitText(status)} />;
    case 'paused':
      return (
        <WaitingCard
          text={pausedText(status.before)}
          button={<RunButton text="conversation.run.resume" run={run} isPrimary action="resume" />}
        />
      );
    case 'waiting-for-user-input':
      return <NeedsUser run={run} reason={status.reason} roundsPerRun={chat.settings.roundsPerRun} />;
    case 'waiting-for-system-input':
      if (run.error !== null) {
        const { id, attempt, error } = run;
        return <FailedRun key={`${id} ${attempt}`} run={run} error={error} remedies={remedies} />;
      }
      if (isRefusedReadOnly(view, run)) return <ReadOnlyNote onAllow={remedies.onAllowChanges} />;
      return <Note said={endedText(status, view.messages.at(-1))} />;
    default:
      return assertNever(status);
  }
}

/** True if a change of the run was refused because the chat is read-only, and the chat still is. */
function isRefusedReadOnly({ chat, messages }: ChatView, run: Run): boolean {
  if (chat.settings.approvalPolicy !== 'read-only') return false;
  return messages.some(
    (message) =>
      message.role === 'tool' &&
      message.runId === run.id &&
      /^denied_by_/.test(message.result.error_code ?? ''),
  );
}

function ReadOnlyNote({ onAllow }: { onAllow: RunRemedies['onAllowChanges'] }) {
  return (
    <div className="note secondary button-row">
      <span>{t('conversation.run.readOnly')}</span>
      <AllowChanges onAllow={onAllow} />
    </div>
  );
}

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
      button={<RunButton text="common.continue" run={run} isPrimary action="continue" />}
    />
  );
}

function Note({ said }: { said: Said | null }) {
  return said === null ? null : (
    <p className="note secondary">
      <SaidWords said={said} />
    </p>
  );
}

/** Wait for a first word, in milliseconds, after which the note names what is waited for. */
const LONG_SILENCE_MS = 10_000;

/** Shown while a request is pending. */
function ModelNote(props: { said: SaidText; model: string | null; sentAtMs: number | null }) {
  const { said, model, sentAtMs } = props;
  const isLong = useSecondsUntil((sentAtMs ?? Number.POSITIVE_INFINITY) + LONG_SILENCE_MS) === 0;
  if (!isLong || sentAtMs === null || model === null) return <Note said={said} />;
  return <Note said={say('conversation.waiting.since', { model, time: formatTime(sentAtMs) })} />;
}

/** Shown while the run waits for the user. */
function WaitingCard({ text, button }: { text: SaidText; button?: ReactNode }) {
  return (
    <div className="card note-card" role="status" ref={passesFocusOn}>
      <SaidParagraph said={text} />
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

/** Longest wait in seconds without a *Try now* button: in a shorter wait, the button would vanish before the user could press it. */
const LONG_WAIT_SECONDS = 3;

/** Shows that a request failed, and when it is sent again. */
function RetryNote({ run, retry }: { run: Run; retry: ScheduledRetry }) {
  const { dueAtMs, problem, attempt, attempts } = retry;
  const seconds = useSecondsUntil(dueAtMs);
  const counts = { problem, attempt: attempt + 1, attempts };
  return (
    <>
      <Note
        said={
          seconds === 0
            ? say('conversation.retry.now', counts)
            : say('conversation.retry.later', { duration: durationOf(seconds * 1_000), ...counts })
        }
      />
      {seconds > LONG_WAIT_SECONDS && (
        <div className="button-row">
          <RunButton text="errors.act.tryNow" run={run} isPrimary={false} action="try-now" />
        </div>
      )}
    </>
  );
}

/** Countdown to a request that the endpoint asked to delay. */
function DelayNote({ untilMs }: { untilMs: number }) {
  const seconds = useSecondsUntil(untilMs);
  return (
    <Note
      said={
        seconds === 0
          ? say('conversation.queue.sending')
          : say('conversation.queue.sendingIn', { duration: durationOf(seconds * 1_000) })
      }
    />
  );
}
