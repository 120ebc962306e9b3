import { chatAuditEntry } from '../audit/chat-audit-entry';
import { accountingRow } from '../history/accounting-row';
import { nextStep } from '../history/next-step';
import type { JsonObject } from '../json';
import type { NewAuditEntry } from '../records/audit-entry';
import type { AccountingMessage, RollbackMessage } from '../records/message';
import type { ChatRecord } from '../records/record-access';
import { nextPosition } from '../records/record-access';
import type { Run } from '../records/run';
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

/** The record's half of a rollback. Rejects with `storage`. */
export async function rollbackEntry(
  deps: RollbackDeps,
  situation: RollbackInputs,
  { cut, strategy }: { cut: ConversationCut; strategy: RollbackStrategy['strategy'] },
  change: PageApplication,
): Promise<RollbackEntry> {
  const { record, checkpoint } = situation;
  const atMs = deps.clock.now();
  const row: Row = {
    id: deps.ids.newId(),
    atMs,
    kind: 'rollback',
    reason: 'Rolled back',
    checkpointId: checkpoint.id,
    description: checkpointLabel(checkpoint),
    discardedMessages: cut.setAside.filter(isSpoken).length,
    savedSince: await savedSinceCut(deps, situation, cut, change.after),
  };
  return {
    chatId: record.chat.id,
    atMs,
    rollbackId: row.id,
    setAside: cut.setAside.map((message) => message.id),
    bringBack: cut.bringBack.map((message) => message.id),
    rows: await rowsOf(deps, situation, change, row),
    run: runAfter(record, cut, atMs),
    known: {
      ...change.after,
      at: change.place,
      carried: changesKeptByRollback(situation, cut, strategy, change.after, atMs),
    },
    safety: afterSafety(situation, change),
    audit: auditOf(deps, situation, change, row, { checkpointId: checkpoint.id, strategy }),
  };
}

/** The record's half of an undo. Rejects with `storage`. The conversation stays, and the next message tells the model what changed on the page. */
export async function undoEntry(
  deps: RollbackDeps,
  situation: RollbackInputs,
  change: PageApplication,
): Promise<RollbackEntry> {
  const { record, checkpoint } = situation;
  const atMs = deps.clock.now();
  const row: Row = {
    id: deps.ids.newId(),
    atMs,
    kind: 'undo',
    reason: 'Undone',
    checkpointId: checkpoint.id,
    description: changeLabel(checkpoint),
    discardedMessages: 0,
    savedSince: await savedByResponse(deps, situation, checkpoint, change.after),
  };
  return {
    chatId: record.chat.id,
    atMs,
    rollbackId: row.id,
    setAside: [],
    bringBack: [],
    rows: await rowsOf(deps, situation, change, row),
    run: null,
    known: null,
    safety: afterSafety(situation, change),
    audit: auditOf(deps, situation, change, row, { checkpointId: checkpoint.id }),
  };
}

/** The row of the conversation that says what happened. */
export interface Row {
  id: string;
  atMs: number;
  kind: RollbackMessage['kind'];
  reason: AccountingMessage['reason'];
  checkpointId: string | null;
  description: string;
  discardedMessages: number;
  savedSince: RollbackMessage['savedSince'];
}

/** What was used up to here, and what happened. */
export async function rowsOf(
  deps: RollbackDeps,
  { record, adapter }: PageInputs,
  { safety, after }: PageApplication,
  row: Row,
): Promise<[AccountingMessage, RollbackMessage]> {
  const position = nextPosition(record.messages);
  const shared = {
    chatId: record.chat.id,
    createdAtMs: row.atMs,
    discardedMessages: row.discardedMessages,
  };
  const accounting = await accountingRow(deps, { ...shared, position, reason: row.reason });
  const rollback: RollbackMessage = {
    ...shared,
    role: 'rollback',
    kind: row.kind,
    id: row.id,
    runId: null,
    discardedBy: null,
    position: position + 1,
    checkpointId: row.checkpointId,
    safetyCheckpointId: safety.id,
    description: row.description,
    stateHash: after.stateHash,
    savedNote: savedNote(adapter.unsavedNote(after.context)),
    savedSince: row.savedSince,
  };
  return [accounting, rollback];
}

/** The row of the site's journal. Going back, also on an earlier going back, is the user's own doing. */
export function auditOf(
  deps: RollbackDeps,
  { record, reading }: PageInputs,
  { after }: PageApplication,
  { atMs, kind, description }: Row,
  asked: JsonObject,
): NewAuditEntry {
  const askedText = JSON.stringify(asked);
  return chatAuditEntry(record.chat, {
    id: deps.ids.newId(),
    atMs,
    action: kind,
    subject: description,
    proposed: askedText,
    decision: 'user',
    ran: askedText,
    success: true,
    errorCode: null,
    stateHashBefore: reading.stateHash,
    stateHashAfter: after.stateHash,
  });
}

/** With the page as it is now, so that a later undo can tell this change from those made by hand behind it. */
export function afterSafety({ now, adapter }: PageInputs, { safety, after }: PageApplication) {
  const state = adapter.restorableState(after.context);
  return { id: safety.id, after: keepBeside(now, { state, stateHash: after.stateHash }) };
}

/** The run that the conversation ends with after the cut can go on where it was cut, or is complete. */
function runAfter(
  record: ChatRecord,
  cut: ConversationCut,
  nowMs: number,
): { id: string; changes: Partial<Run> } | null {
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

/** A rollback never writes the saved file (design: rolling back past a save); the user is told what that means. */
function savedNote(unsaved: string | null): string {
  return unsaved === null
    ? 'The saved file was not touched and equals the page.'
    : `${unsaved} Save the page to make it match.`;
}
