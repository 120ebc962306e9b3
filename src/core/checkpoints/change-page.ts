import { conversation } from '../chat/message';
import { untoldChanges } from '../context/untold-changes';
import { StewardError, toErrorInfo } from '../errors';
import { hashJson } from '../hash';
import type { Json } from '../json';
import type { PageReading } from '../loop/ports';
import { nextPosition } from '../loop/record-access';
import { auditOfChat } from '../policy/audit-of-chat';
import type { PersonConsent } from '../policy/person-consent';
import type { Checkpoint, CheckpointReason } from './checkpoint';
import type { RollbackDeps } from './rollback-ports';
import type { PageSituation } from './situation';

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
  situation: PageSituation,
  state: Json,
  safetyOf: Pick<Checkpoint, 'reason' | 'calls'>,
  consent: PersonConsent,
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
  const { stateHash } = await put(deps, situation, { state, stateHash: reading.stateHash }, consent);
  try {
    if (stateHash !== hashJson(state)) throw notTaken();
    const after = await deps.page.readContext(record.chat, new AbortController().signal);
    await writeDown({ safety, after });
  } catch (error) {
    await putBack(deps, situation, { stateHash, consent, reason: safetyOf.reason }, error);
    throw error;
  }
}

/** The one way of this room to the page: with a token of its own for each state. */
async function put(
  deps: RollbackDeps,
  { record }: PageSituation,
  { state, stateHash }: { state: Json; stateHash: string },
  consent: PersonConsent,
): Promise<{ stateHash: string }> {
  const executionId = deps.ids.newId();
  const token = await deps.gate.authorizeState(record, { executionId, state, stateHash }, consent);
  return deps.page.applyState(record.chat, { executionId, state, token });
}

/** All or nothing: without its record the page must not stay changed. */
async function putBack(
  deps: RollbackDeps,
  situation: PageSituation,
  { stateHash, consent, reason }: { stateHash: string; consent: PersonConsent; reason: CheckpointReason },
  why: unknown,
): Promise<void> {
  try {
    await put(deps, situation, { state: situation.now, stateHash }, consent);
  } catch (cause) {
    const unaudited = await auditStuck(deps, situation, reason, stateHash).then(
      () => [],
      (error: unknown) => [`Not audited: ${toErrorInfo(error).message}`],
    );
    throw new StewardError('state-refused', 'The page was changed only in part, and could not be put back.', {
      remedy: 'Look at the page and set it right by hand; the conversation is as it was.',
      details: [toErrorInfo(why).message, toErrorInfo(cause).message, ...unaudited].join(' '),
      cause,
    });
  }
}

/** The page is left changed without a place in the conversation: the audit has to tell. */
function auditStuck(
  deps: RollbackDeps,
  { record, reading }: PageSituation,
  reason: CheckpointReason,
  stateHashAfter: string,
): Promise<void> {
  const action =
    reason === 'before-undo' ? 'undo' : reason === 'before-drafts' ? 'restore-drafts' : 'rollback';
  const audit = auditOfChat(record.chat, {
    id: deps.ids.newId(),
    atMs: deps.clock.now(),
    action,
    subject: 'The page was changed only in part, and could not be put back',
    proposed: '',
    decision: 'person',
    success: false,
    errorCode: 'state-refused',
    stateHashBefore: reading.stateHash,
    stateHashAfter,
  });
  return deps.journal.addAudit(audit);
}

function notTaken(): StewardError {
  return new StewardError('state-refused', 'The page did not take the state exactly, so it was put back.', {
    remedy: 'Look at the page, then choose another checkpoint.',
  });
}
