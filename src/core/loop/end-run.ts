import { isStewardError, toErrorInfo } from '../errors';
import { nextStep } from '../history/next-step';
import { conversation } from '../records/message';
import type { ChatRecord } from '../records/record-access';
import { currentRun } from '../records/record-access';
import type { Run } from '../records/run';
import { hasEnded, isActive } from '../records/transition';
import { cancelOpenCalls } from './cancel-open-calls';
import { changeStatus, sourceOf } from './change-status';
import type { LoopDeps } from './loop-deps';

/** A run that stood still in the middle (error, bound, rollback) ends before the next message: its open calls get a result. */
export async function settleEarlierRun(deps: LoopDeps, record: ChatRecord): Promise<ChatRecord> {
  const { run } = record;
  if (run === null || isActive(run.status)) return record;
  const next = nextStep(conversation(record.messages), run.id);
  if (next.kind === 'execute') await cancelOpenCalls(deps, record, next.response);
  if (!hasEnded(run.status)) await changeStatus(deps, run, { type: 'stopped' });
  return deps.journal.load(record.chat.id);
}

/** Stopped by the user: what hasn't run is answered as cancelled. */
export async function endStopped(deps: LoopDeps, chatId: string): Promise<void> {
  const record = await deps.journal.load(chatId);
  const run = currentRun(record);
  // Written ahead: a worker that is born in the middle of this carries it through.
  if (run.control !== 'stop') await deps.journal.updateRun(run.id, { control: 'stop' });
  const next = nextStep(conversation(record.messages), run.id);
  if (next.kind === 'execute') await cancelOpenCalls(deps, record, next.response);
  await changeStatus(deps, run, { type: 'stopped' }, { control: null });
}

/** Failed: the error stands beside the record, where Retry finds it. */
export async function endFailed(deps: LoopDeps, run: Run, cause: unknown): Promise<void> {
  const error = toErrorInfo(cause);
  if (!isStewardError(cause)) console.error(`run ${run.id} failed`, cause);
  deps.events.emit(sourceOf(run), { type: 'error', error });
  await changeStatus(deps, run, { type: 'failed' }, { error, control: null });
}
