import { plannedCalls } from '../policy/gather-plan';
import type { AssistantMessage } from '../records/message';
import type { ChatRecord } from '../records/record-access';
import { nextPosition } from '../records/record-access';
import type { Run } from '../records/run';
import type { LoopDeps } from './loop-deps';
import { storeResponse } from './store-response';

/**
 * Where the model concludes and has planned something, puts the whole plan into the record as one response: its calls go
 * the way of all calls, behind one question and one checkpoint. Answers whether there was a plan.
 */
export async function submitPlan(
  deps: LoopDeps,
  record: ChatRecord,
  run: Run,
  { model, seenStateHash }: AssistantMessage,
): Promise<boolean> {
  const calls = plannedCalls(record.messages, run.id);
  if (calls.length === 0) return false;
  const message: AssistantMessage = {
    role: 'assistant',
    id: deps.ids.newId(),
    chatId: run.chatId,
    runId: run.id,
    position: nextPosition(record.messages),
    createdAtMs: deps.clock.now(),
    discardedBy: null,
    content: '',
    reasoning: '',
    reasoningMs: 0,
    toolCalls: calls.map((call) => ({ ...call, executionId: deps.ids.newId() })),
    finishReason: 'tool_calls',
    model,
    seenStateHash,
    plan: true,
  };
  await storeResponse(deps, record, run, message, null);
  return true;
}
