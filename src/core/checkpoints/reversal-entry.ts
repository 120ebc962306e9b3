import type { NewAuditEntry } from '@/src/schema/audit';
import type { Checkpoint } from '@/src/schema/checkpoint';
import type { RollbackMessage, UncountedAccounting } from '@/src/schema/message';
import type { JsonObject } from '@/src/schema/values/json';
import { outsideEffectAfter } from '../adapter/saving';
import { chatAuditEntry } from '../audit/chat-audit-entry';
import { accountingRow } from '../history/accounting-row';
import { nextStep } from '../history/next-step';
import { type ChatRecord, nextPosition } from '../records/record-access';
import { transition } from '../records/transition';
import type { PageApplication } from './change-page';
import { changesKeptByRollback } from './changes-kept-by-rollback';
import { keepBeside } from './checkpoint-chain';
import { changeLabel, checkpointLabel } from './checkpoint-label';
import { type ConversationCut, isSpoken } from './conversation-cut';
import type { RollbackEntry } from './rollback-entry';
import type { PageInputs, RollbackInputs } from './rollback-inputs';
import type { RollbackDeps } from './rollback-ports';
import type { RollbackStrategy } from './rollback-strategy';
import { savedByResponse, savedSinceCut } from './saved-since';

/** The entry to store for a rollback. Rejects with `storage`. */
export async function rollbackEntry(
  deps: RollbackDeps,
  inputs: RollbackInputs,
  { cut, strategy }: { cut: ConversationCut; strategy: RollbackStrategy['strategy'] },
  change: PageApplication,
): Promise<RollbackEntry> {
  const { record, checkpoint } = inputs;
  const atMs = deps.clock.now();
  const row: Row = {
    id: deps.ids.newId(),
    atMs,
    kind: 'rollback',
    checkpointId: checkpoint.id,
    description: checkpointLabel(checkpoint),
    discardedMessages: cut.setAside.filter(isSpoken).length,
    savedSince: await savedSinceCut(deps, inputs, cut, change.after),
  };
  return {
    chatId: record.chat.id,
    atMs,
    rollbackId: row.id,
    setAside: cut.setAside.map((message) => message.id),
    bringBack: cut.bringBack.map((message) => message.id),
    ...(cut.givenBack === null ? {} : { givenBack: cut.givenBack }),
    rows:
      cut.setAside.length + cut.bringBack.length === 0
        ? [rollbackRow(inputs, change, row)]
        : withAccounting(deps, rollbackRow(inputs, change, row), 'Rolled back'),
    run: checkpoint.run === undefined ? runAfter(record, cut, atMs) : runAsItWas(checkpoint.run),
    known: {
      ...change.after,
      at: change.place,
      carried: await changesKeptByRollback(deps, inputs, cut, strategy, change.after, atMs),
    },
    safety: afterSafety(inputs, change),
    audit: auditOf(deps, inputs, change, row, { checkpointId: checkpoint.id, strategy }),
  };
}

/** The entry to store for an undo. The conversation is unchanged; the next message reports the changes to the model. Rejects with `storage`. */
export async function undoEntry(
  deps: RollbackDeps,
  inputs: RollbackInputs,
  change: PageApplication,
): Promise<RollbackEntry> {
  const { record, checkpoint } = inputs;
  const atMs = deps.clock.now();
  const row: Row = {
    id: deps.ids.newId(),
    atMs,
    kind: 'undo',
    checkpointId: checkpoint.id,
    description: changeLabel(checkpoint),
    discardedMessages: 0,
    savedSince: await savedByResponse(deps, inputs, checkpoint, change.after),
  };
  return {
    chatId: record.chat.id,
    atMs,
    rollbackId: row.id,
    setAside: [],
    bringBack: [],
    rows: [rollbackRow(inputs, change, row)],
    run: null,
    known: null,
    safety: afterSafety(inputs, change),
    audit: auditOf(deps, inputs, change, row, { checkpointId: checkpoint.id }),
  };
}

/** The facts that the new message of a rollback, an undo or a restore is made of. */
export interface Row {
  id: string;
  atMs: number;
  kind: RollbackMessage['kind'];
  checkpointId: string | null;
  description: string;
  discardedMessages: number;
  savedSince: RollbackMessage['savedSince'];
}

/** The message for the change, at the conversation's end. */
export function rollbackRow(
  { record, adapter }: PageInputs,
  { safety, after }: PageApplication,
  row: Row,
): RollbackMessage {
  return {
    chatId: record.chat.id,
    createdAtMs: row.atMs,
    discardedMessages: row.discardedMessages,
    role: 'rollback',
    kind: row.kind,
    id: row.id,
    runId: null,
    discardedBy: null,
    position: nextPosition(record.messages),
    checkpointId: row.checkpointId,
    safetyCheckpointId: safety.id,
    description: row.description,
    stateHash: after.stateHash,
    savedNote: outsideEffectAfter(adapter, after.context),
    savedSince: row.savedSince,
  };
}

/** The message after an accounting row, for a change that moves messages. */
export function withAccounting(
  deps: Pick<RollbackDeps, 'ids'>,
  message: RollbackMessage,
  reason: UncountedAccounting['reason'],
): [UncountedAccounting, RollbackMessage] {
  const { chatId, position, createdAtMs, discardedMessages } = message;
  const of = { chatId, position, createdAtMs, discardedMessages };
  return [accountingRow(deps, { ...of, reason }), { ...message, position: position + 1 }];
}

/** The audit entry. Only the user can start such a change, so the decision is `user`. */
export function auditOf(
  deps: RollbackDeps,
  { record, reading }: PageInputs,
  { after }: PageApplication,
  { atMs, kind, description }: Row,
  request: JsonObject,
): NewAuditEntry {
  const proposed = JSON.stringify(request);
  return chatAuditEntry(record.chat, {
    id: deps.ids.newId(),
    atMs,
    action: kind === 'edit' || kind === 'retry' ? 'rollback' : kind,
    subject: description,
    proposed,
    decision: 'user',
    ran: proposed,
    success: true,
    errorCode: null,
    stateHashBefore: reading.stateHash,
    stateHashAfter: after.stateHash,
  });
}

/** The safety checkpoint with the state after the change, so that a later undo can distinguish this change from later ones by hand. */
export function afterSafety({ now, adapter }: PageInputs, { safety, after }: PageApplication) {
  const state = adapter.restorableState(after.context);
  return { id: safety.id, after: keepBeside(now, { state, stateHash: after.stateHash }) };
}

function runAsItWas({ id, ...changes }: NonNullable<Checkpoint['run']>): RollbackEntry['run'] {
  return { id, changes };
}

/** The last run of the remaining conversation, with its new status: resumable if the rollback removed its end, otherwise completed. */
function runAfter(record: ChatRecord, cut: ConversationCut, nowMs: number): RollbackEntry['run'] {
  const gone = new Set(cut.setAside);
  const back = new Set(cut.bringBack);
  const kept = record.messages.filter(
    (message) => back.has(message) || (message.discardedBy === null && !gone.has(message)),
  );
  const runId = kept.findLast((message) => message.runId !== null)?.runId;
  if (runId === undefined || runId === null) return null;
  const resumable = nextStep(kept, runId).kind !== 'conclude';
  return {
    id: runId,
    changes: {
      status: transition({ state: 'done' }, { type: 'rolled-back', resumable }),
      error: null,
      endedAtMs: nowMs,
    },
  };
}
