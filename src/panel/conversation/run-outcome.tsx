import { type ReactNode, useRef, useState } from 'react';
import { assertNever } from '@/src/core/assert-never';
import type { ScheduledRetry } from '@/src/core/records/live-tail';
import type { QueueWait } from '@/src/core/records/queue-wait';
import type { Run } from '@/src/core/records/run';
import type { UserInputReason } from '@/src/core/records/run-status';
import { i18n } from '@/src/texts/i18n';
import type { TextKey } from '@/src/texts/text-key';
import { focusAfter, useFocusAfterwards } from '../focus';
import { ForeignText } from '../text/foreign-text';
import { useSinglePress } from '../use-single-press';
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
  /** Each resolves to true once the run goes on. */
  onRetry(): Promise<boolean>;
  onContinue(): Promise<boolean>;
  onResume(): Promise<boolean>;
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
          button={
            <RunButton run={run} isPrimary onPress={props.onResume}>
              {i18n.t('conversation.run.resume')}
            </RunButton>
          }
        />
      );
    case 'waiting-for-user-input':
      return <NeedsUser {...props} run={run} reason={status.reason} />;
    case 'waiting-for-system-input':
      if (run.error !== null) {
        const isTooLong = run.error.code === 'context-too-long';
        return (
          <FailedRun key={`${run.id} ${run.attempt}`} error={run.error}>
            {isTooLong && <TooLongButtons actions={props.tooLong} />}
            <RunButton run={run} isPrimary={!isTooLong} onPress={props.onRetry}>
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

type NeedsUserProps = Pick<RunOutcomeProps, 'roundsPerRun' | 'onContinue'> & {
  run: Run;
  reason: UserInputReason;
};

function NeedsUser({ run, reason, roundsPerRun, onContinue }: NeedsUserProps) {
  const text = userInputText(reason, roundsPerRun);
  return text === null ? null : (
    <WaitingCard
      text={text}
      button={
        <RunButton run={run} isPrimary onPress={onContinue}>
          {i18n.t('common.continue')}
        </RunButton>
      }
    />
  );
}

interface RunButtonProps {
  run: Run;
  isPrimary: boolean;
  /** Resolves to true once the run goes on. */
  onPress(): Promise<boolean>;
  children: ReactNode;
}

/** Continues a run. After a press that succeeded it takes none until the run is read again, and the button is then gone. */
function RunButton({ run, isPrimary, onPress, children }: RunButtonProps) {
  const newest = useRef(run);
  newest.current = run;
  const [continued, setContinued] = useState<Run | null>(null);
  const { isBusy, press } = useSinglePress(async () => {
    if (await onPress()) setContinued(newest.current);
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
