import type {
  AssistantMessage,
  RollbackMessage,
  SummaryMessage,
  ToolMessage,
  UserMessage,
} from '@/src/schema/message';

/** Fields that every message has: those of the first message of run `r` in chat `c`. */
export const BASE = { chatId: 'c', runId: 'r', position: 0, createdAtMs: 0, discardedBy: null };

/** The message that opened run `r`, with overrides. */
export function userMessage(fields: Partial<UserMessage>): UserMessage {
  return { ...BASE, id: 'u', role: 'user', content: '', changes: [], nonce: 'n', ...fields };
}

/** A response without text, reasoning and calls, with overrides. */
export function assistantMessage(fields: Partial<AssistantMessage>): AssistantMessage {
  return {
    ...BASE,
    id: 'm',
    role: 'assistant',
    content: '',
    reasoning: '',
    reasoningMs: 0,
    toolCalls: [],
    finishReason: 'stop',
    model: 'demo',
    seenStateHash: null,
    ...fields,
  };
}

/** The successful result of a call `x`, with overrides. */
export function toolMessage(fields: Partial<ToolMessage>): ToolMessage {
  return {
    ...BASE,
    id: 't',
    role: 'tool',
    executionId: 'x',
    modelCallId: 'call_0',
    name: 'add_rule',
    result: { success: true, message: '' },
    durationMs: 0,
    pageUpdate: null,
    ...fields,
  };
}

/** A draft of a summary, with overrides. */
export function summaryMessage(fields: Partial<SummaryMessage>): SummaryMessage {
  return {
    ...BASE,
    id: 's',
    runId: null,
    role: 'summary',
    content: '',
    model: 'm',
    state: 'draft',
    ...fields,
  };
}

/** The row of a rollback that set no message aside, with overrides. */
export function rollbackMessage(fields: Partial<RollbackMessage>): RollbackMessage {
  return {
    ...BASE,
    id: 'rb',
    runId: null,
    role: 'rollback',
    kind: 'rollback',
    checkpointId: 'k0',
    safetyCheckpointId: 'safety',
    description: '',
    stateHash: 'h',
    discardedMessages: 0,
    savedNote: '',
    savedSince: null,
    ...fields,
  };
}
