import { StewardError } from '../errors';
import { pageBusy } from '../page-lock/page-busy';
import type { ActiveRuns } from './active-runs';
import type { ControlTurns } from './control-turns';
import type { LoopDeps } from './loop-deps';

/** What the controls of the loop share. */
export interface ControlParts {
  deps: LoopDeps;
  drives: ActiveRuns;
  turns: ControlTurns;
}

/** Throws `busy` while steps are being taken in the chat. */
export function assertIdle(drives: ActiveRuns, chatId: string): void {
  if (!drives.isRunning(chatId)) return;
  throw new StewardError('busy', 'Steward is still working in this chat.', {
    remedy: 'Wait until it is done, or stop it.',
  });
}

/** Rejects with `busy` while the run of another chat works on the chat's page. */
export async function assertPageFree({ journal }: Pick<LoopDeps, 'journal'>, chatId: string): Promise<void> {
  const holder = await journal.pageHolder(chatId);
  if (holder !== null) throw pageBusy(holder);
}
