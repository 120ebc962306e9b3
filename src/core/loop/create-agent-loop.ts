import { settleRestore } from '../checkpoints/settle-restore';
import { toErrorInfo } from '../errors';
import { errorFacts } from '../logging/error-log-level';
import {
  assertIdle,
  assertPageFree,
  type ControlParts,
  createActiveRuns,
  createControlTurns,
} from './active-runs';
import type { AgentLoop, LoopDeps } from './agent-loop';
import { announcingOnce } from './delegated-calls';
import { holdControls } from './hold-controls';
import { inputControls } from './input-controls';
import { resumeControls } from './resume-controls';
/**
 * The loop: it reads the durable record, does the next step, writes what came of it, and starts over, until the run
 * concludes or has to wait. It holds nothing but what is under way, so a wait costs nothing and a death loses nothing.
 */
export function createAgentLoop(given: LoopDeps): AgentLoop {
  const deps: LoopDeps = { ...given, events: announcingOnce(given.events) };
  const turns = createControlTurns();
  const activeRuns = createActiveRuns(deps, turns);
  const parts: ControlParts = { deps, activeRuns, turns };
  const resuming = resumeControls(parts);
  return {
    ...inputControls(parts),
    ...holdControls(parts),
    ...resuming,
    async whileIdle(chatId, task) {
      try {
        return await turns.inTurn(chatId, async (signal) => {
          assertIdle(activeRuns, chatId);
          await settleRestore(deps, chatId, signal);
          await assertPageFree(deps, chatId);
          return task();
        });
      } finally {
        // The task may have had the page's lease; a run that waits for it also asks again by itself.
        resuming.wakeWaiting(chatId).catch((error: unknown) => {
          deps.logger.warning('page.lease', 'The chats that wait for a page could not be woken.', {
            chatId,
            data: errorFacts(toErrorInfo(error)),
          });
        });
      }
    },
    isBusy: () => activeRuns.isBusy(),
  };
}
