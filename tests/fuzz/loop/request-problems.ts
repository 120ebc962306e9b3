import type { AIRequest } from '@/src/core/llm/ai-service';
import type { ApiMessage } from '@/src/schema/api-message';

/** Reports messages of a request that a strict endpoint would refuse. */
export function messageProblems(messages: readonly ApiMessage[]): string[] {
  const problems: string[] = [];
  if (messages[0]?.role !== 'system') problems.push('a request doesn’t begin with the system prompt');
  if (messages[1]?.role !== 'user') problems.push('the first message after the prompt isn’t the user’s');
  const last = messages.at(-1)?.role;
  if (last !== 'user' && last !== 'tool') problems.push(`a request ends with the message of ${last}`);
  let open: string[] = [];
  for (const [index, message] of messages.entries()) {
    const before = messages[index - 1]?.role;
    if (message.role === 'tool') {
      if (open.shift() !== message.tool_call_id) {
        problems.push(`a result (message ${index}) isn’t that of the next call of the response before it`);
      }
      continue;
    }
    if (open.length > 0) problems.push(`${open.length} calls before message ${index} have no result`);
    if (message.role === before) problems.push(`two messages of ${before} in a row (message ${index})`);
    if (message.role === 'system' && index > 0) problems.push('a system message in the middle');
    open = message.role === 'assistant' ? (message.tool_calls ?? []).map(({ id }) => id) : [];
  }
  if (open.length > 0) problems.push(`${open.length} calls at the end have no result`);
  return problems;
}

/**
 * Each request of a run must begin with the messages of the one before, so that the provider's cache holds. Returns the
 * first violation, or null. The messages after the last response weren't answered yet, so text may be appended to them:
 * changes of the page, or the user's next message.
 */
export function prefixProblem(before: AIRequest, now: AIRequest): string | null {
  if (JSON.stringify(before.tools) !== JSON.stringify(now.tools)) return 'the tools changed within a run';
  const answered = before.messages.findLastIndex(({ role }) => role === 'assistant');
  for (const [index, message] of before.messages.entries()) {
    const next = now.messages[index];
    if (isSame(message, next) || (index > answered && isContinued(message, next))) continue;
    return `message ${index} changed within a run, from\n  ${JSON.stringify(message)}\nto\n  ${JSON.stringify(next)}`;
  }
  return null;
}

function isSame(before: ApiMessage, now: ApiMessage | undefined): boolean {
  return JSON.stringify(before) === JSON.stringify(now);
}

function isContinued(before: ApiMessage, now: ApiMessage | undefined): boolean {
  if (now === undefined || before.role !== now.role) return false;
  return now.content?.startsWith(`${before.content}\n\n`) ?? false;
}
