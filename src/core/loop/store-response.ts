import type { Execution } from '@/src/schema/call';
import type { AssistantMessage, ToolCall } from '@/src/schema/message';
import type { RecipeCall } from '@/src/schema/recipe';
import type { Run } from '@/src/schema/run';
import { toolsFor } from '../adapter/adapter-of-chat';
import { partialAnswerOf } from '../history/partial-answer';
import { plannedCalls } from '../policy/gather-plan';
import type { UsageEntry, UsedRequest } from '../ports/usage-journal';
import { type ChatRecord, nextPosition } from '../records/record-access';
import { transition } from '../records/transition';
import { toolNamed } from '../tools/tool-name';
import { parsedCalls } from '../tools/validate-call';
import type { LoopDeps, SiteCalls } from './agent-loop';
import { beginRun, leftInQueue } from './begin-run';
import { sourceOf } from './change-status';
import { messageAt } from './run-messages';

/**
 * Stores a response with a row for each call, before any of them runs.
 *
 * A response is an invalid attempt if none of its calls can be run as written (unknown tool, arguments that don't fit,
 * cut off at the end). The model only corrects itself, so it doesn't count as a round; the chat's `invalidAttemptLimit`
 * sets how many in a row end the run. Any other response counts as a round and resets the attempts to 0, even if some
 * of its calls are invalid. So each response counts towards exactly one limit, whatever the order of its calls.
 *
 * @param usage the usage of its request; null if there was no request
 */
export async function storeResponse(
  deps: LoopDeps,
  record: ChatRecord,
  run: Run,
  message: AssistantMessage,
  usage: (UsageEntry & Pick<UsedRequest, 'connectionId' | 'sentTokens'>) | null,
): Promise<void> {
  const tools = toolsFor(record.chat, deps.adapters);
  const canRun = parsedCalls(tools, message).some(({ kind }) => kind === 'valid');
  const executions = message.toolCalls.map(
    (call, index): Execution => ({
      id: call.executionId,
      chatId: run.chatId,
      runId: run.id,
      messageId: message.id,
      index,
      name: call.name,
      effect: toolNamed(tools, call.name)?.effect ?? null,
      state: 'received',
      receivedAtMs: message.createdAtMs,
      startedAtMs: null,
      write: null,
      leftStateHash: null,
    }),
  );
  const isInvalid = executions.length > 0 && !canRun;
  const status = executions.length > 0 ? transition(run.status, { type: 'calls-received' }) : null;
  await deps.journal.storeResponse({
    message,
    executions,
    usage: usage === null ? null : { id: deps.ids.newId(), ...usage },
    run: {
      round: run.round + (isInvalid ? 0 : 1),
      invalidCalls: isInvalid ? run.invalidCalls + 1 : 0,
      ...(status === null ? {} : { status, missedToolCalls: 0 }),
    },
    replaced: partialAnswerOf(record.messages, run.id)?.id ?? null,
  });
  if (status !== null) deps.events.emit(sourceOf(run), { type: 'status-changed', status });
}

/**
 * When the model concludes in plan mode, stores the whole plan as one response: its calls run like all others, after
 * one approval request and one checkpoint. Returns false if there are no planned calls, or if the run only makes dry runs.
 */
export async function submitPlan(
  deps: LoopDeps,
  record: ChatRecord,
  run: Run,
  { model, seenStateHash }: AssistantMessage,
): Promise<boolean> {
  const calls = plannedCalls(record.messages, run.id);
  if (calls.length === 0 || run.rehearsal === 'dry-run') return false;
  await storeOwn(deps, record, run, { calls, model, seenStateHash, plan: true });
  return true;
}

/** Stores calls that Steward itself makes as a response; a plan needs approval whatever the policy says. */
async function storeOwn(
  deps: LoopDeps,
  record: ChatRecord,
  run: Run,
  {
    calls,
    ...source
  }: Pick<AssistantMessage, 'model' | 'seenStateHash' | 'plan'> & {
    calls: readonly Omit<ToolCall, 'executionId'>[];
  },
): Promise<void> {
  const message: AssistantMessage = {
    ...messageAt(deps, { run, position: nextPosition(record.messages) }),
    ...source,
    role: 'assistant',
    content: '',
    reasoning: '',
    reasoningMs: 0,
    toolCalls: calls.map((call) => ({ ...call, executionId: deps.ids.newId() })),
    finishReason: 'tool_calls',
  };
  await storeResponse(deps, record, run, message, null);
}

/**
 * Starts the run of a member chat that carries out its site's calls. Resolves with the function that stores them as its response: the
 * policy decides about them, on the page as the leading chat's model last received it. Rejects as {@link beginRun} does.
 */
export async function beginSiteCalls(
  deps: LoopDeps,
  chatId: string,
  { messageId, calls, plan }: SiteCalls,
  signal: AbortSignal,
): Promise<() => Promise<void>> {
  const earlier = await deps.journal.load(chatId);
  const { lastStateHash: seenStateHash } = earlier.chat;
  const opening = { kind: 'event' as const, scope: 'steward', text: 'Calls of a chat about several sites.' };
  const kind = { asksNoModel: true as const, carriesOut: messageId };
  const { run } = await beginRun(deps, earlier, opening, leftInQueue(earlier), signal, kind);
  return async () =>
    storeOwn(deps, await deps.journal.load(chatId), run, {
      calls: written(calls),
      model: 'steward',
      seenStateHash,
      ...(plan && { plan }),
    });
}

function written(calls: readonly RecipeCall[]): Omit<ToolCall, 'executionId'>[] {
  return calls.map(({ name, args }, index) => ({
    modelCallId: `call_${index}`,
    name,
    argumentsText: JSON.stringify(args),
  }));
}

/**
 * Starts the run of calls that the user chose, with the user's message. They are stored with the run, so that none is lost when the worker
 * stops, and no request is sent even after a failure, Retry or Continue. Rejects as {@link beginRun} does.
 */
export async function beginProposal(
  deps: LoopDeps,
  chatId: string,
  text: string,
  proposes: RecipeCall[],
  signal: AbortSignal,
): ReturnType<typeof beginRun> {
  const record = await deps.journal.load(chatId);
  // A run without an endpoint would wait for one, though the calls need none.
  await deps.endpoints.endpointOf(record.chat);
  const opening = { kind: 'user' as const, text };
  return beginRun(deps, record, opening, leftInQueue(record), signal, { asksNoModel: true, proposes });
}

/**
 * Stores the calls of a run that {@link beginProposal} has started, as a plan, once. Returns false if there is nothing to store: the run
 * then ends.
 */
export async function submitProposal(deps: LoopDeps, record: ChatRecord, run: Run): Promise<boolean> {
  const isStored = record.messages.some(
    (message) => message.role === 'assistant' && message.runId === run.id,
  );
  if (run.proposes === undefined || isStored) return false;
  await storeOwn(deps, record, run, {
    calls: written(run.proposes),
    model: 'steward',
    seenStateHash: record.chat.lastStateHash,
    plan: true,
  });
  return true;
}
