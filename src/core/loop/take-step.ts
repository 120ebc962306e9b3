import { assertNever } from '../assert-never';
import { conversation } from '../chat/message';
import { changeStatus, sourceOf } from './change-status';
import { executeResponse } from './execute-response';
import type { LoopDeps } from './loop-deps';
import { nextStep } from './next-step';
import type { ChatRecord } from './ports';
import { currentRun } from './record-access';
import { requestResponse } from './request-response';
import { tellPageChanges } from './tell-page-changes';

/** One step of the chat's run. Answers whether there is another; rejects with what ends the run. */
export async function takeStep(deps: LoopDeps, record: ChatRecord, signal: AbortSignal): Promise<boolean> {
  signal.throwIfAborted();
  const run = currentRun(record);
  const next = nextStep(conversation(record.messages), run.id);
  switch (next.kind) {
    case 'execute': {
      if (run.status.state === 'processing') await changeStatus(deps, run, { type: 'calls-received' });
      return (await executeResponse(deps, record, next.response, signal)) === 'complete';
    }
    case 'request': {
      if (run.status.state === 'waiting-for-tools') {
        await changeStatus(deps, run, { type: 'results-complete' });
        return true;
      }
      if (run.round >= record.chat.settings.roundsPerRun) {
        await changeStatus(deps, run, { type: 'round-limit-reached' });
        return false;
      }
      await tellPageChanges(deps, record, run, signal);
      await requestResponse(deps, await deps.journal.load(run.chatId), run, signal);
      return true;
    }
    case 'conclude':
      await changeStatus(deps, run, { type: 'concluded' });
      deps.events.emit(sourceOf(run), { type: 'session-ended', reason: 'completed' });
      return false;
    default:
      return assertNever(next);
  }
}
