import type { Chat } from '@/src/core/records/chat';
import type { Run } from '@/src/core/records/run';
import type { RunStatus } from '@/src/core/records/run-status';
import { hasEnded, isPausable } from '@/src/core/records/transition';
import type { CommandOf } from '@/src/messages/commands';

/** The command of an entry of a run's menu, without its chat. */
type RunCommand =
  | { type: 'stop' | 'stop-after-step' | 'pause' | 'resume' }
  | Omit<CommandOf<'queue-status'>, 'chatId'>
  | Omit<CommandOf<'request-status'>, 'chatId'>;

/** An entry of a run's menu. */
export interface RunAction {
  /** Entries of the same place replace each other, as Pause and Resume do. */
  place: 'stop' | 'stop-after-step' | 'pause' | 'wait' | 'end';
  label: string;
  /** The effect, in one sentence. */
  sentence: string;
  /** The letter that chooses the entry while the menu is open. */
  key: string;
  command: RunCommand;
}

/** The ways to hold or end a run in its present status; none for a run that is over. */
export function runActions(
  run: Pick<Run, 'status' | 'control'> | null,
  queued: Chat['queuedStatus'],
): RunAction[] {
  if (run === null || hasEnded(run.status)) return [];
  const { status, control } = run;
  const endsAtOnce = isWaiting(status);
  const actions: (RunAction | false)[] = [
    {
      place: 'stop',
      label: 'Stop now',
      sentence: 'Breaks off the answer. Calls that have not started are cancelled.',
      key: 'S',
      command: { type: 'stop' },
    },
    !endsAtOnce &&
      status.state !== 'paused' &&
      control !== 'stop' && {
        place: 'stop-after-step',
        label: 'Stop after this step',
        sentence: 'Completes the answer or call that is running, then stops.',
        key: 'A',
        command: { type: 'stop-after-step' },
      },
    holding(run),
    !endsAtOnce &&
      queued?.state !== 'waiting-for-user-input' && {
        place: 'wait',
        label: 'Wait for me before the next request',
        sentence: 'Completes this step, then waits for Continue or your message.',
        key: 'W',
        command: { type: 'queue-status', status: 'wait-for-user' },
      },
    queued?.state !== 'done' && {
      place: 'end',
      label: 'End the task',
      sentence: endsAtOnce
        ? 'Marks the task as done now. Nothing more is requested.'
        : 'Completes this step, then marks the task as done.',
      key: 'E',
      command: endsAtOnce
        ? { type: 'request-status', status: 'done' }
        : { type: 'queue-status', status: 'done' },
    },
  ];
  return actions.filter((action) => action !== false);
}

/** The effect of a queued status; null if nothing is queued. */
export function queuedStatusText(queued: Chat['queuedStatus']): string | null {
  if (queued === null) return null;
  if (queued.state === 'done') return 'After this step: the task ends.';
  return queued.state === 'waiting-for-user-input'
    ? 'After this step: Steward waits for you.'
    : 'After this step: Steward waits.';
}

function holding({ status, control }: Pick<Run, 'status' | 'control'>): RunAction | false {
  if (status.state === 'paused') {
    return {
      place: 'pause',
      label: 'Resume',
      sentence: 'Continues where the run was paused.',
      key: 'R',
      command: { type: 'resume' },
    };
  }
  return (
    isPausable(status) &&
    control === null && {
      place: 'pause',
      label: 'Pause',
      sentence: 'Completes this step, then holds until you resume.',
      key: 'P',
      command: { type: 'pause' },
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
