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
  return {
    ...changeEntry(deps, inputs, change, {
      atMs,
      kind: 'rollback',
      checkpointId: checkpoint.id,
      description: checkpointLabel(checkpoint),
      savedSince: await savedSinceCut(deps, inputs, cut, change.after),
      request: { checkpointId: checkpoint.id, strategy },
      moved: { cut, reason: 'Rolled back' },
    }),
    run: checkpoint.run === undefined ? runAfter(record, cut, atMs) : runAsItWas(checkpoint.run),
    known: {
      ...change.after,
      at: change.place,
      carried: await changesKeptByRollback(deps, inputs, cut, strategy, change.after, atMs),
    },
  };
}

/** The entry to store for an undo. The conversation is unchanged; the next message reports the changes to the model. Rejects with `storage`. */
export async function undoEntry(
  deps: RollbackDeps,
  inputs: RollbackInputs,
  change: PageApplication,
): Promise<RollbackEntry> {
  const { checkpoint } = inputs;
  return changeEntry(deps, inputs, change, {
    atMs: deps.clock.now(),
    kind: 'undo',
    checkpointId: checkpoint.id,
    description: changeLabel(checkpoint),
    savedSince: await savedByResponse(deps, inputs, checkpoint, change.after),
    request: { checkpointId: checkpoint.id },
    moved: null,
  });
}

const NOTHING_MOVED: ConversationCut = { setAside: [], bringBack: [], givenBack: null };

/** The facts of a rollback, an undo, a restore or a revision that its message and its audit entry are made of. */
interface ChangeFacts {
  atMs: number;
  kind: RollbackMessage['kind'];
  checkpointId: string | null;
  description: string;
  savedSince: RollbackMessage['savedSince'];
  /** The user's choice, for the audit; null if the page was kept. */
  request: JsonObject | null;
  /** The messages that are moved, and the reason for the accounting row; null if the conversation stays as it is. */
  moved: { cut: ConversationCut; reason: UncountedAccounting['reason'] } | null;
}

/** The entry to store for a change after which the run, and the page that the model knows, stay as they are. */
export function changeEntry(
  deps: Pick<RollbackDeps, 'ids'>,
  inputs: PageInputs,
  change: PageApplication,
  facts: ChangeFacts,
): RollbackEntry {
  const { record, adapter, now } = inputs;
  const { safety, after } = change;
  const { atMs, kind, checkpointId, description, savedSince, request, moved } = facts;
  // A change that leaves the conversation as it is moves no message.
  const { setAside, bringBack, givenBack } = moved?.cut ?? NOTHING_MOVED;
  const of = {
    chatId: record.chat.id,
    position: nextPosition(record.messages),
    createdAtMs: atMs,
    discardedMessages: setAside.filter(isSpoken).length,
  };
  const message: RollbackMessage = {
    ...of,
    role: 'rollback',
    kind,
    id: deps.ids.newId(),
    runId: null,
    discardedBy: null,
    checkpointId,
    safetyCheckpointId: safety.id,
    description,
    stateHash: after.stateHash,
    savedNote: request === null ? '' : outsideEffectAfter(adapter, after.context),
    savedSince,
  };
  return {
    chatId: record.chat.id,
    atMs,
    rollbackId: message.id,
    setAside: setAside.map(({ id }) => id),
    bringBack: bringBack.map(({ id }) => id),
    ...(givenBack === null ? {} : { givenBack }),
    rows:
      moved === null || setAside.length + bringBack.length === 0
        ? [message]
        : [accountingRow(deps, { ...of, reason: moved.reason }), { ...message, position: of.position + 1 }],
    run: null,
    known: null,
    // With the state after the change, so that a later undo can distinguish this change from later ones by hand.
    safety: {
      id: safety.id,
      after: keepBeside(now, { state: adapter.restorableState(after.context), stateHash: after.stateHash }),
    },
    audit: request === null ? null : auditOf(deps, inputs, change, facts, request),
  };
}

/** The audit entry. Only the user can start such a change, so the decision is `user`. */
function auditOf(
  deps: Pick<RollbackDeps, 'ids'>,
  { record, reading }: PageInputs,
  { after }: PageApplication,
  { atMs, kind, description }: ChangeFacts,
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
