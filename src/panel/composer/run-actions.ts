import { hasEnded, isPausable } from '@/src/core/records/transition';
import { runWaits } from '@/src/panel/data/run-waits';
import type { Chat } from '@/src/schema/chat';
import type { Run } from '@/src/schema/run';
import { t } from '@/src/texts/i18n';

export interface RunMenuAction {
  /** Entries of the same place replace each other, as Pause and Resume do. */
  place: 'stop' | 'pause' | 'finish';
  /** The action of the command. The catalogue has its name and the sentence on its effect. */
  action: 'stop' | 'pause' | 'resume' | 'stop-after-step';
  /** The letter that chooses the entry while the menu is open. */
  key: string;
}

/** The ways to stop a run, or to continue a paused one; none for a run that is over. */
export function runActions(run: Pick<Run, 'status' | 'control'> | null): RunMenuAction[] {
  if (run === null || hasEnded(run.status)) return [];
  const { status, control } = run;
  const actions: (RunMenuAction | false)[] = [
    { place: 'stop', action: 'stop', key: 'S' },
    holding(run),
    !runWaits(status) &&
      status.state !== 'paused' &&
      control !== 'stop' && { place: 'finish', action: 'stop-after-step', key: 'F' },
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
  if (status.state === 'paused') return { place: 'pause', action: 'resume', key: 'R' };
  return isPausable(status) && control === null && { place: 'pause', action: 'pause', key: 'P' };
}
