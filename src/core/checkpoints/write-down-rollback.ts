import type { AdapterDefinition } from '../adapter/adapter-definition';
import type { AccountingMessage, RollbackMessage } from '../chat/message';
import { nextStep } from '../loop/next-step';
import type { ChatRecord } from '../loop/ports';
import { nextPosition } from '../loop/record-access';
import type { Run } from '../loop/run';
import { transition } from '../loop/transition';
import type { Checkpoint } from './checkpoint';
import { checkpointLabel } from './checkpoint-label';
import { type Cut, isSpoken } from './plan-cut';
import type { RollbackDeps } from './rollback-ports';

/** The record's half of a rollback: the page is in the checkpoint's state already. One transaction; rejects with `storage`. */
export async function writeDownRollback(
  deps: RollbackDeps,
  done: {
    record: ChatRecord;
    checkpoint: Checkpoint;
    safety: Checkpoint;
    adapter: AdapterDefinition;
    cut: Cut;
  },
): Promise<void> {
  const { record, checkpoint, safety, adapter, cut } = done;
  const after = await deps.page.readContext(record.chat, new AbortController().signal);
  const rollbackId = deps.ids.newId();
  const position = nextPosition(record.messages);
  const base = {
    chatId: record.chat.id,
    runId: null,
    createdAtMs: deps.clock.now(),
    discardedBy: null,
    discardedMessages: cut.setAside.filter(isSpoken).length,
  };
  const accounting: AccountingMessage = {
    ...base,
    role: 'accounting',
    id: deps.ids.newId(),
    position,
    reason: 'Rolled back',
    cumulativeTokens: await deps.journal.tokensUsed(record.chat.id),
  };
  const rollback: RollbackMessage = {
    ...base,
    role: 'rollback',
    id: rollbackId,
    position: position + 1,
    checkpointId: checkpoint.id,
    safetyCheckpointId: safety.id,
    description: checkpointLabel(checkpoint),
    stateHash: after.stateHash,
    savedNote: savedNote(adapter.unsavedNote(after.context)),
  };
  await deps.journal.recordRollback({
    chatId: record.chat.id,
    rollbackId,
    setAside: cut.setAside.map((message) => message.id),
    bringBack: cut.bringBack.map((message) => message.id),
    rows: [accounting, rollback],
    run: runAfter(record, cut, deps.clock.now()),
    context: after.context,
    stateHash: after.stateHash,
  });
}

/** The run that the conversation ends with after the cut can go on where it was cut, or is complete. */
function runAfter(record: ChatRecord, cut: Cut, nowMs: number): { id: string; changes: Partial<Run> } | null {
  const gone = new Set(cut.setAside);
  const back = new Set(cut.bringBack);
  const kept = record.messages.filter(
    (message) => back.has(message) || (message.discardedBy === null && !gone.has(message)),
  );
  const runId = kept.findLast((message) => message.role === 'user')?.runId;
  if (runId === undefined || runId === null) return null;
  const resumable = nextStep(kept, runId).kind !== 'conclude';
  return {
    id: runId,
    changes: {
      status: transition(
        { state: 'waiting-for-system-input', outcome: 'stopped' },
        { type: 'rolled-back', resumable },
      ),
      error: null,
      endedAtMs: nowMs,
    },
  };
}

/** A rollback never writes the saved file (design: rolling back past a save); the person is told what that means. */
function savedNote(unsaved: string | null): string {
  return unsaved === null
    ? 'The saved file was not touched and equals the page.'
    : `${unsaved} Save the page to make it match.`;
}
