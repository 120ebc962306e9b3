import { hasEnded, isPausable } from '@/src/core/records/transition';
import type { CommandOf } from '@/src/messages/commands';
import { runWaits } from '@/src/panel/data/run-waits';
import type { Chat } from '@/src/schema/chat';
import type { Run } from '@/src/schema/run';
import type { TextKey } from '@/src/schema/values/said';
import { t } from '@/src/texts/i18n';

export interface RunMenuAction {
  /** Entries of the same place replace each other, as Pause and Resume do. */
  place: 'stop' | 'pause' | 'finish';
  label: TextKey;
  /** The effect, in one sentence. */
  sentence: TextKey;
  /** The letter that chooses the entry while the menu is open. */
  key: string;
  /** The command without the chat's id. */
  command: Omit<CommandOf<'control-run'>, 'chatId'>;
}

/** Stops the run at once. */
export const STOP = { type: 'control-run', action: 'stop' } as const;

/** The ways to stop a run, or to continue a paused one; none for a run that is over. */
export function runActions(run: Pick<Run, 'status' | 'control'> | null): RunMenuAction[] {
  if (run === null || hasEnded(run.status)) return [];
  const { status, control } = run;
  const actions: (RunMenuAction | false)[] = [
    {
      place: 'stop',
      label: 'composer.run.stop',
      sentence: 'composer.run.stopEffect',
      key: 'S',
      command: STOP,
    },
    holding(run),
    !runWaits(status) &&
      status.state !== 'paused' &&
      control !== 'stop' && {
        place: 'finish',
        label: 'composer.run.finish',
        sentence: 'composer.run.finishEffect',
        key: 'F',
        command: { type: 'control-run', action: 'stop-after-step' },
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
  if (isIdle) return t('composer.queuedStatus.holds');
  if (queued.state === 'done') return t('composer.queuedStatus.ends');
  return t(
    queued.state === 'waiting-for-user-input'
      ? 'composer.queuedStatus.waitsForUser'
      : 'composer.queuedStatus.waits',
  );
}

function holding({ status, control }: Pick<Run, 'status' | 'control'>): RunMenuAction | false {
  if (status.state === 'paused') {
    return {
      place: 'pause',
      label: 'composer.run.resume',
      sentence: 'composer.run.resumeEffect',
      key: 'R',
      command: { type: 'control-run', action: 'resume' },
    };
  }
  return (
    isPausable(status) &&
    control === null && {
      place: 'pause',
      label: 'composer.run.pause',
      sentence: 'composer.run.pauseEffect',
      key: 'P',
      command: { type: 'control-run', action: 'pause' },
    }
  );
}
