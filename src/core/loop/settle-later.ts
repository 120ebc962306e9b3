import { isRestoring } from '../checkpoints/restore-intent';
import { logFailure } from '../logging/log-failure';
import { type ControlParts, settleBefore } from './active-runs';

/** Delay before a restore that was left open is settled again, in milliseconds. */
const SETTLE_AGAIN_MS = 30_000;

/**
 * Settles a restore of the chat that was left open since its outcome could not be stored, or since the page didn't answer. Tries again
 * until the restore no longer keeps the page from other chats. Never rejects.
 */
export async function settleLater(parts: ControlParts, chatId: string): Promise<void> {
  const { deps, activeRuns, turns } = parts;
  const { clock, journal, logger, timer } = deps;
  try {
    for (;;) {
      const intent = await journal.restoreOf(chatId);
      if (intent === null || !isRestoring(intent, clock.now())) return;
      await timer.sleep(SETTLE_AGAIN_MS);
      await turns
        .inTurn(chatId, async (signal) => {
          if (!activeRuns.isRunning(chatId)) await settleBefore(parts, chatId, signal);
        })
        .catch(report);
    }
  } catch (error) {
    report(error);
  }

  function report(error: unknown): void {
    logFailure(logger.warning, 'checkpoint.open', 'A restore can’t be settled yet.', error, { chatId });
  }
}
