import type { ReactNode } from 'react';
import { assertNever } from '@/src/core/assert-never';
import type { QueueWait } from '@/src/core/records/queue-wait';
import type { Run } from '@/src/core/records/run';
import type { UserInputReason } from '@/src/core/records/run-status';
import { i18n } from '@/src/texts/i18n';
import type { TextKey } from '@/src/texts/text-key';
import type { ScheduledRetry } from '../link/scheduled-retry';
import { ForeignText } from '../text/foreign-text';
import { FailedRun } from './failed-run';
import { QueueNote } from './queue-note';
import { RetryNote } from './retry-note';
import { endedText, pausedText, userInputText, waitText } from './run-text';
import { type TooLongActions, TooLongButtons } from './too-long-actions';
import { waitingText } from './waiting-text';

interface RunOutcomeProps {
  run: Run | null;
  /** The chat's limit of rounds per run. */
  roundsPerRun: number;
  /** True if a streaming response is shown. */
  isStreaming: boolean;
  /** The scheduled retry; null if there is none. */
  retry: ScheduledRetry | null;
  /** Reason why the request isn't sent yet; null if it is. */
  queued: QueueWait | null;
  onRetry(): void;
  onContinue(): void;
  onResume(): void;
  tooLong: TooLongActions;
}

/** The status of the newest run, below the conversation: running, waiting, paused, failed, stopped or at a limit. */
export function RunOutcome(props: RunOutcomeProps) {
  const { run, isStreaming, retry, queued } = props;
  if (run === null) return null;
  const { status } = run;
  switch (status.state) {
    case 'waiting-for-all-actors-ready':
      return <Note>{i18n.t('conversation.run.starting')}</Note>;
    case 'waiting-for-endpoint':
      return <WaitingCard text={i18n.t('conversation.run.chooseModel')} />;
    case 'processing':
      if (run.control !== null) return <Note>{i18n.t(HOLDING[run.control])}</Note>;
      if (queued !== null) return <QueueNote wait={queued} />;
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
          action={i18n.t('conversation.run.resume')}
          onAct={props.onResume}
        />
      );
    case 'waiting-for-user-input':
      return <NeedsUser {...props} reason={status.reason} />;
    case 'waiting-for-system-input':
      if (run.error !== null) {
        const isTooLong = run.error.code === 'context-too-long';
        return (
          <FailedRun key={`${run.id} ${run.attempt}`} error={run.error}>
            {isTooLong && <TooLongButtons actions={props.tooLong} />}
            <button type="button" className={isTooLong ? '' : 'primary'} onClick={props.onRetry}>
              {i18n.t('common.retry')}
            </button>
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
  reason: UserInputReason;
  roundsPerRun: number;
  onContinue(): void;
}

function NeedsUser({ reason, roundsPerRun, onContinue }: NeedsUserProps) {
  const text = userInputText(reason, roundsPerRun);
  return text === null ? null : (
    <WaitingCard text={text} action={i18n.t('common.continue')} onAct={onContinue} />
  );
}

function Note({ children }: { children: ReactNode }) {
  return children === null ? null : <p className="note secondary">{children}</p>;
}

type WaitingCardProps = { text: string } & (
  | { action: string; onAct(): void }
  | { action?: never; onAct?: never }
);

/** Shown while the run waits for the user. */
function WaitingCard({ text, action, onAct }: WaitingCardProps) {
  return (
    <div className="card note-card" role="status">
      <p>
        <ForeignText text={text} />
      </p>
      {action !== undefined && (
        <div className="button-row">
          <button type="button" className="primary" onClick={onAct}>
            {action}
          </button>
        </div>
      )}
    </div>
  );
}
