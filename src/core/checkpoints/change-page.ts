import { conversation } from '../chat/message';
import { untoldChanges } from '../context/untold-changes';
import { StewardError, toErrorInfo } from '../errors';
import { hashJson } from '../hash';
import type { Json } from '../json';
import type { PageReading } from '../loop/ports';
import { nextPosition } from '../loop/record-access';
import type { Checkpoint } from './checkpoint';
import type { RollbackDeps } from './rollback-ports';
import type { Situation } from './situation';

/** What was done to the page, for the record. */
export interface PageChange {
  /** Taken just before: the way back. */
  safety: Checkpoint;
  /** The page as it is now. */
  after: PageReading;
}

/**
 * Takes a safety checkpoint, puts the page into `state`, and has it written down: all of it, or the page is put back
 * as it was. Rejects with what failed, with `state-refused` if the page didn't take the state exactly.
 */
export async function changePage(
  deps: RollbackDeps,
  situation: Situation,
  state: Json,
  safetyOf: Pick<Checkpoint, 'reason' | 'calls'>,
  writeDown: (change: PageChange) => Promise<void>,
): Promise<void> {
  const { record, adapter, reading, now, base, known, notes } = situation;
  const safety = await deps.checkpoints.take({
    ...safetyOf,
    chatId: record.chat.id,
    runId: null,
    messageId: null,
    position: nextPosition(record.messages),
    stateHash: reading.stateHash,
    state: now,
    // Should the rollback fail, nobody would hear of checkpoints let go for it; the next response's one makes up for it.
    limit: Number.POSITIVE_INFINITY,
    conversation: conversation(record.messages).map((message) => message.id),
    known: base,
    untold: untoldChanges(adapter, { known, now: reading.context, notes }, deps.clock.now()),
  });
  const { stateHash } = await deps.page.applyState(record.chat, {
    executionId: deps.ids.newId(),
    state,
    expectedStateHash: reading.stateHash,
  });
  try {
    if (stateHash !== hashJson(state)) throw notTaken();
    const after = await deps.page.readContext(record.chat, new AbortController().signal);
    await writeDown({ safety, after });
  } catch (error) {
    await putBack(deps, situation, stateHash, error);
    throw error;
  }
}

/** All or nothing: without its record the page must not stay changed. */
async function putBack(
  deps: RollbackDeps,
  { record, now }: Situation,
  expectedStateHash: string,
  why: unknown,
): Promise<void> {
  try {
    await deps.page.applyState(record.chat, {
      executionId: deps.ids.newId(),
      state: now,
      expectedStateHash,
    });
  } catch (cause) {
    throw new StewardError('state-refused', 'The page was changed only in part, and could not be put back.', {
      remedy: 'Look at the page and set it right by hand; the conversation is as it was.',
      details: `${toErrorInfo(why).message} ${toErrorInfo(cause).message}`,
      cause,
    });
  }
}

function notTaken(): StewardError {
  return new StewardError('state-refused', 'The page did not take the state exactly, so it was put back.', {
    remedy: 'Look at the page, then choose another checkpoint.',
  });
}
