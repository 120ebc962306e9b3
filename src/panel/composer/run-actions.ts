import { hasEnded, isPausable } from '@/src/core/records/transition';
import type { CommandOf } from '@/src/messages/commands';
import type { Chat } from '@/src/schema/chat';
import type { Run } from '@/src/schema/run';
import type { RunStatus } from '@/src/schema/run-status';
import { i18n } from '@/src/texts/i18n';

/** Command of an entry in a run's menu, without the chat's id. */
type RunCommand = Omit<CommandOf<'control-run'>, 'chatId'> | Omit<CommandOf<'queue-status'>, 'chatId'>;

export interface RunMenuAction {
  /** Entries of the same place replace each other, as Pause and Resume do. */
  place: 'stop' | 'stop-after-step' | 'pause' | 'wait' | 'end';
  label: string;
  /** The effect, in one sentence. */
  sentence: string;
  /** The letter that chooses the entry while the menu is open. */
  key: string;
  command: RunCommand;
}

/** Stops the run at once. */
export const STOP = { type: 'control-run', action: 'stop' } as const;

/** Makes the chat's next run wait for the user before its first request. */
export const WAIT_IN_NEXT_RUN = { type: 'queue-status', runId: null, status: 'wait-for-user' } as const;

/** The actions that hold or end a run in its present status; none for a run that is over. */
export function runActions(
  run: Pick<Run, 'id' | 'status' | 'control' | 'asksNoModel'> | null,
  queued: Chat['queuedStatus'],
): RunMenuAction[] {
  if (run === null || hasEnded(run.status)) return [];
  const { id: runId, status, control } = run;
  const endsAtOnce = isWaiting(status);
  const isStopping = control === 'stop';
  // No further request follows, to which a status could apply.
  const isWithoutRequest = isStopping || run.asksNoModel === true;
  const actions: (RunMenuAction | false)[] = [
    {
      place: 'stop',
      label: i18n.t('composer.run.stop'),
      sentence: i18n.t('composer.run.stopEffect'),
      key: 'S',
      command: STOP,
    },
    !endsAtOnce &&
      status.state !== 'paused' &&
      !isStopping && {
        place: 'stop-after-step',
        label: i18n.t('composer.run.stopAfterStep'),
        sentence: i18n.t('composer.run.stopAfterStepEffect'),
        key: 'A',
        command: { type: 'control-run', action: 'stop-after-step' },
      },
    holding(run),
    !endsAtOnce &&
      !isWithoutRequest &&
      queued?.state !== 'waiting-for-user-input' && {
        place: 'wait',
        label: i18n.t('composer.run.wait'),
        sentence: i18n.t('composer.run.waitEffect'),
        key: 'W',
        command: { type: 'queue-status', runId, status: 'wait-for-user' },
      },
    !isWithoutRequest &&
      queued?.state !== 'done' && {
        place: 'end',
        label: i18n.t('composer.run.end'),
        sentence: endsAtOnce
          ? i18n.t('composer.run.endNowEffect')
          : i18n.t('composer.run.endAfterStepEffect'),
        key: 'E',
        command: endsAtOnce
          ? { type: 'control-run', action: 'end-task' }
          : { type: 'queue-status', runId, status: 'done' },
      },
  ];
  return actions.filter((action) => action !== false);
}

/**
 * Sentence on the effect of a queued status; null if nothing is queued. `isIdle`: no run is unfinished, so the status
 * is for the next one.
 */
export function queuedStatusText(queued: Chat['queuedStatus'], isIdle: boolean): string | null {
  if (queued === null) return null;
  if (isIdle) return i18n.t('composer.queuedStatus.holds');
  if (queued.state === 'done') return i18n.t('composer.queuedStatus.ends');
  return queued.state === 'waiting-for-user-input'
    ? i18n.t('composer.queuedStatus.waitsForUser')
    : i18n.t('composer.queuedStatus.waits');
}

function holding({ status, control }: Pick<Run, 'status' | 'control'>): RunMenuAction | false {
  if (status.state === 'paused') {
    return {
      place: 'pause',
      label: i18n.t('composer.run.resume'),
      sentence: i18n.t('composer.run.resumeEffect'),
      key: 'R',
      command: { type: 'control-run', action: 'resume' },
    };
  }
  return (
    isPausable(status) &&
    control === null && {
      place: 'pause',
      label: i18n.t('composer.run.pause'),
      sentence: i18n.t('composer.run.pauseEffect'),
      key: 'P',
      command: { type: 'control-run', action: 'pause' },
    }
  );
}

/** True if no step is running or follows by itself, and the user doesn't have to decide about a call first. */
function isWaiting({ state }: RunStatus): boolean {
  return (
    state === 'waiting-for-user-input' ||
    state === 'waiting-for-system-input' ||
    state === 'waiting-for-agent-coordination' ||
    state === 'waiting-for-endpoint'
  );
}
