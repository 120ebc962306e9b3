import type { AIRequest } from '@/src/core/llm/ai-service';
import type { MemoryTables } from '../../fakes/memory-tables';
import type { TrueHistory } from './true-history';

/** Reports rows of one chat that refer to rows of another: chats share nothing. `tables`: rows of all chats. */
export function isolationProblems(tables: MemoryTables, history: TrueHistory): string[] {
  const { messages, runs, executions, approvals, checkpoints, usage, audit } = tables;
  const problems: string[] = [];
  function expectSame(what: string, chatId: string, other: { chatId: string } | undefined): void {
    if (other !== undefined && other.chatId !== chatId) {
      problems.push(`${what} of ${chatId} belongs to ${other.chatId}`);
    }
  }
  for (const message of messages.all()) {
    const { role, chatId } = message;
    expectSame(`the run of a message (${role})`, chatId, runs.get(message.runId ?? ''));
    if (role === 'tool') expectSame('the call of a result', chatId, executions.get(message.executionId));
    if (role === 'rollback') {
      expectSame('a safety checkpoint', chatId, checkpoints.get(message.safetyCheckpointId));
      expectSame('the target of a rollback', chatId, checkpoints.get(message.checkpointId ?? ''));
    }
  }
  for (const row of [...executions.all(), ...approvals.all(), ...usage.all()]) {
    expectSame('the run of a row', row.chatId, runs.get(row.runId ?? ''));
    expectSame('the response of a row', row.chatId, messages.get(row.messageId));
  }
  for (const { chatId, calls } of approvals.all()) {
    for (const call of calls) expectSame('a requested call', chatId, executions.get(call.executionId));
  }
  for (const { chatId, messageId, calls } of checkpoints.all()) {
    expectSame('the response of a checkpoint', chatId, messages.get(messageId ?? ''));
    for (const call of calls)
      expectSame('the call of a checkpoint', chatId, executions.get(call.executionId));
  }
  for (const { chatId, executionId } of audit.all()) {
    expectSame('the call of an audit row', chatId, executions.get(executionId ?? ''));
  }
  for (const { cause } of history.transitions()) {
    if (cause.kind !== 'execution') continue;
    expectSame('a call that the page ran', cause.chatId, executions.get(cause.executionId));
  }
  return problems;
}

/** Reports content of a request that belongs to another chat. `tables`: rows of all chats. */
export function foreignParts(chatId: string, { messages }: AIRequest, tables: MemoryTables): string[] {
  const problems: string[] = [];
  const others = tables.chats.all().filter(({ id }) => id !== chatId);
  for (const message of messages) {
    for (const { id } of others) {
      if (message.content?.includes(chatMark(id)))
        problems.push(`a request of ${chatId} has a message of ${id}`);
    }
    if (message.role !== 'tool') continue;
    const execution = tables.executions.get(message.tool_call_id);
    if (execution !== undefined && execution.chatId !== chatId) {
      problems.push(`a request of ${chatId} has a result of ${execution.chatId}`);
    }
  }
  return problems;
}

/**
 * The last line of each user message; marks the chat that it belongs to. Not the first line, since that becomes the
 * chat's title, which requests of other chats may contain.
 */
export function chatMark(chatId: string): string {
  return `(said in ${chatId})`;
}
