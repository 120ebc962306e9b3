import type { AssistantMessage } from '../chat/message';
import { buildMessagesForApi } from '../history/build-messages-for-api';
import { createResponseAssembler } from '../llm/response-assembler';
import { BASE_CONTRIBUTIONS } from '../prompts/base-contributions';
import { buildSystemPrompt } from '../prompts/system-prompt';
import { toApiTools } from '../tools/api-tools';
import { validateCall } from '../tools/validate-call';
import { sourceOf } from './change-status';
import type { LoopDeps } from './loop-deps';
import type { ChatRecord } from './ports';
import { adapterFor, nextPosition } from './record-access';
import type { Execution, Run } from './run';
import { transition } from './transition';

/**
 * One request to the model: streams the response to whoever listens and stores it whole. Nothing is stored of a
 * response that fails or is aborted; the record is then as before.
 */
export async function requestResponse(
  deps: LoopDeps,
  record: ChatRecord,
  run: Run,
  signal: AbortSignal,
): Promise<void> {
  const adapter = adapterFor(record.chat, deps.adapters);
  const { endpoint, model } = await deps.endpoints.endpointOf(record.chat);
  const source = sourceOf(run);
  const messageId = deps.ids.newId();
  const assembler = createResponseAssembler({ newId: () => deps.ids.newId() });
  const timer = reasoningTimer(deps.clock);
  const request = {
    model,
    messages: buildMessagesForApi({
      systemPrompt: buildSystemPrompt([...BASE_CONTRIBUTIONS, ...adapter.contributions]),
      messages: record.messages,
      run,
    }),
    tools: toApiTools(adapter.tools),
    parameters: record.chat.settings.parameters,
  };

  deps.events.emit(source, { type: 'response-started', messageId });
  try {
    for await (const chunk of deps.ai.stream(endpoint, request, signal)) {
      const part = assembler.add(chunk);
      if (chunk.type === 'content' || chunk.type === 'reasoning') {
        timer.saw(chunk.type);
        deps.events.emit(source, { type: 'chunk-received', messageId, kind: chunk.type, text: chunk.text });
      } else if (part !== null) {
        timer.saw('call');
        deps.events.emit(source, { type: 'tool-call-part-received', messageId, ...part });
      }
    }
    const response = assembler.finish();
    signal.throwIfAborted();

    const message: AssistantMessage = {
      role: 'assistant',
      id: messageId,
      chatId: run.chatId,
      runId: run.id,
      position: nextPosition(record.messages),
      createdAtMs: deps.clock.now(),
      discardedBy: null,
      content: response.content,
      reasoning: response.reasoning,
      reasoningMs: timer.elapsedMs(),
      toolCalls: response.toolCalls.map((call) => ({ executionId: deps.ids.newId(), ...call })),
      finishReason: response.finishReason,
      model,
    };
    const executions = message.toolCalls.map(
      (call, index): Execution => ({
        id: call.executionId,
        chatId: run.chatId,
        runId: run.id,
        messageId,
        index,
        name: call.name,
        effect: adapter.tools.find((tool) => tool.name === call.name)?.effect ?? null,
        state: 'received',
        receivedAtMs: message.createdAtMs,
        startedAtMs: null,
      }),
    );
    // Rounds in which the model only corrects itself have a bound of their own (ledger conflict 13).
    const counts =
      message.toolCalls.length === 0 ||
      message.toolCalls.some((call) => validateCall(adapter.tools, call).kind === 'valid');
    await deps.journal.storeResponse({
      message,
      executions,
      usage: response.usage === null ? null : { id: deps.ids.newId(), ...response.usage },
      run: {
        round: run.round + (counts ? 1 : 0),
        ...(executions.length > 0 ? { status: transition(run.status, { type: 'calls-received' }) } : {}),
      },
    });
    deps.events.emit(source, { type: 'response-ended', messageId, stored: true });
  } catch (error) {
    deps.events.emit(source, { type: 'response-ended', messageId, stored: false });
    throw error;
  }
}

/** Measures how long the model thought: from its first reasoning to the first of anything else. */
function reasoningTimer(clock: { now(): number }) {
  let startedAtMs: number | null = null;
  let endedAtMs: number | null = null;
  return {
    saw(kind: 'reasoning' | 'content' | 'call'): void {
      if (kind === 'reasoning') startedAtMs ??= clock.now();
      else if (startedAtMs !== null) endedAtMs ??= clock.now();
    },
    elapsedMs(): number {
      return startedAtMs === null ? 0 : (endedAtMs ?? clock.now()) - startedAtMs;
    },
  };
}
