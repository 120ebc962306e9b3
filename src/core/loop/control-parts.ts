import { StewardError } from '../errors';
import type { Drives } from './drives';
import type { LoopDeps } from './loop-deps';

/** What the controls of the loop share. */
export interface ControlParts {
  deps: LoopDeps;
  drives: Drives;
  /** Runs controls of one chat one after the other. */
  inTurn<Result>(chatId: string, control: () => Promise<Result>): Promise<Result>;
}

/** Throws `busy` while steps are being taken in the chat. */
export function assertIdle(drives: Drives, chatId: string): void {
  if (!drives.isRunning(chatId)) return;
  throw new StewardError('busy', 'Steward is still working in this chat.', {
    remedy: 'Wait until it is done, or stop it.',
  });
}
