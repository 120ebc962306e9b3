import type { AssistantMessage } from '../records/message';
import { nextPosition } from '../records/record-access';
import type { Run } from '../records/run';
import { beginRun } from './begin-run';
import type { LoopDeps } from './loop-deps';
import { storeResponse } from './store-response';

/**
 * Starts the run of a proposed call with the user's words. That it asks no model is part of the run: whatever fails
 * later, and however the run goes on, no request goes out. Rejects as the start of a run does, `busy` during one.
 */
export async function beginProposal(
  deps: LoopDeps,
  chatId: string,
  text: string,
  signal: AbortSignal,
): Promise<Run> {
  const record = await deps.journal.load(chatId);
  // A run without an endpoint would wait for one, though the call needs none.
  await deps.endpoints.endpointOf(record.chat);
  const taken = { message: null, events: [] };
  return beginRun(deps, record, { kind: 'user', text }, taken, signal, { asksNoModel: true });
}

/**
 * Puts one call of a tool into a run that {@link beginProposal} has begun, as a plan: so it waits for approval, whatever
 * the policy says. The run is done with its result.
 */
export async function submitCall(deps: LoopDeps, run: Run, tool: string): Promise<void> {
  const { chatId } = run;
  const record = await deps.journal.load(chatId);
  const message: AssistantMessage = {
    role: 'assistant',
    id: deps.ids.newId(),
    chatId,
    runId: run.id,
    position: nextPosition(record.messages),
    createdAtMs: deps.clock.now(),
    discardedBy: null,
    content: '',
    reasoning: '',
    reasoningMs: 0,
    toolCalls: [{ executionId: deps.ids.newId(), modelCallId: 'call_0', name: tool, argumentsText: '{}' }],
    finishReason: 'tool_calls',
    model: 'steward',
    seenStateHash: record.chat.lastStateHash,
    plan: true,
  };
  await storeResponse(deps, record, run, message, null);
}
