import { adapterFor } from '../adapter/adapter-of-chat';
import { checkpointLabel } from '../checkpoints/checkpoint-label';
import { addAccountingRow } from '../history/accounting-row';
import { comparePage } from '../page-history/compare-page';
import { unreportedChanges } from '../page-history/unreported-changes';
import type { PageReading } from '../ports/page-port';
import type { CheckpointCall } from '../records/checkpoint';
import type { AssistantMessage } from '../records/message';
import type { ChatRecord } from '../records/record-access';
import { currentRun } from '../records/record-access';
import { changesPage } from '../records/tool-effect';
import { callLabel } from '../tools/call-label';
import type { ToolDefinition } from '../tools/tool-definition';
import { validateCall } from '../tools/validate-call';
import type { LoopDeps } from './agent-loop';
import { sourceOf } from './change-status';

/** Takes the response's checkpoint unless it has one: before its first change, and after the approval. */
export async function takeCheckpoint(
  deps: LoopDeps,
  record: ChatRecord,
  response: AssistantMessage,
  reading: PageReading,
): Promise<void> {
  if ((await deps.checkpointStore.ofResponse(response.id)) !== null) return;
  const { chat } = record;
  const adapter = adapterFor(chat, deps.adapters);
  const { changes } = await comparePage(deps, chat, reading);
  const checkpoint = await deps.checkpoints.take({
    chatId: response.chatId,
    reason: 'before-changes',
    runId: response.runId,
    messageId: response.id,
    position: response.position,
    calls: changingCalls(adapter.tools, response),
    stateHash: reading.stateHash,
    state: adapter.restorableState(reading.context),
    conversation: null,
    // Reported to the model after a rollback to this page, since it was shown the page without them.
    unreported: unreportedChanges(adapter, chat.id, changes, await deps.journal.changeNotes(chat.id)),
    limit: chat.settings.checkpointLimit,
  });
  if (checkpoint.deletedCount > 0) await addAccountingRow(deps, response.chatId, 'Checkpoints deleted');
  deps.events.emit(sourceOf(currentRun(record)), {
    type: 'checkpoint-taken',
    checkpointId: checkpoint.id,
    label: checkpointLabel(checkpoint),
    deletedCount: checkpoint.deletedCount,
  });
}

function changingCalls(tools: readonly ToolDefinition[], response: AssistantMessage): CheckpointCall[] {
  return response.toolCalls.flatMap((call) => {
    const checked = validateCall(tools, call);
    if (checked.kind === 'invalid' || !changesPage(checked.tool.effect)) return [];
    return [
      {
        executionId: call.executionId,
        name: call.name,
        label: callLabel(call.name, checked.args),
        outcome: null,
        success: null,
      },
    ];
  });
}
