import { assertNever } from '../assert-never';
import { conversation, type Message, type UserMessage } from '../chat/message';
import { changeLines, pageDataBlock } from '../context/page-data-block';
import type { ApiMessage } from '../llm/ai-service';
import type { Run } from '../loop/run';
import { readArguments } from '../tools/read-arguments';
import type { ToolDefinition } from '../tools/tool-definition';
import { toolNamed, wireToolName } from '../tools/tool-name';
import { truncateResult } from '../tools/truncate-result';
import { wireResult } from '../tools/wire-result';

/**
 * The single place that decides what is sent. The record stays raw; this only selects and words it.
 * The run's page state goes with that run's user message alone, and page updates with that run's results alone, so
 * that within a run each request is a prefix of the next.
 */
export function buildMessagesForApi(input: {
  systemPrompt: string;
  /** All entries; those set aside are left out here. */
  messages: readonly Message[];
  run: Run;
  /** Tells which tool pages through what a cut result leaves out. */
  tools: readonly ToolDefinition[];
  /** Characters of a result as it is sent. */
  toolResultLimit: number;
}): ApiMessage[] {
  // With every contribution left out there is nothing to say, and some endpoints refuse an empty message.
  const sent: ApiMessage[] =
    input.systemPrompt === '' ? [] : [{ role: 'system', content: input.systemPrompt }];
  for (const message of conversation(input.messages)) {
    const wire = toApiMessage(message, input);
    if (wire !== null) append(sent, wire);
  }
  return sent;
}

/**
 * Strict endpoints refuse two messages of one side in a row, so they go out as one: user messages where a run was stopped
 * before its answer, and the calls of a plan with the answer that they stand behind.
 */
function append(sent: ApiMessage[], message: ApiMessage): void {
  const last = sent.at(-1);
  if (last?.role === 'assistant' && last.tool_calls === undefined && message.role === 'assistant')
    sent.splice(-1, 1, { ...message, content: last.content });
  else if (last?.role === 'user' && message.role === 'user')
    last.content = `${last.content}\n\n${message.content}`;
  else sent.push(message);
}

function toApiMessage(message: Message, input: Parameters<typeof buildMessagesForApi>[0]): ApiMessage | null {
  const { run } = input;
  switch (message.role) {
    case 'user':
      return { role: 'user', content: userContent(message, run) };
    case 'assistant': {
      if (message.toolCalls.length === 0) return { role: 'assistant', content: message.content };
      return {
        role: 'assistant',
        content: message.content === '' ? null : message.content,
        // Our own ids go out, not the model's: many servers repeat `call_0`, and results would no longer pair up.
        tool_calls: message.toolCalls.map((call) => ({
          id: call.executionId,
          type: 'function',
          function: { name: wireToolName(call.name), arguments: wireArguments(call.argumentsText) },
        })),
      };
    }
    case 'tool': {
      const pagedBy = toolNamed(input.tools, message.name)?.pagedBy ?? null;
      const result = wireResult(truncateResult(message.result, input.toolResultLimit, pagedBy));
      const update =
        message.runId === run.id && message.pageUpdate !== null ? `\n\n${message.pageUpdate}` : '';
      return { role: 'tool', tool_call_id: message.executionId, content: result + update };
    }
    case 'system': {
      const event = `[event from ${message.scope}] ${message.content}`;
      const isOpening = message.id === run.openingMessageId;
      return { role: 'user', content: isOpening ? `${event}\n\n${run.contextText}` : event };
    }
    case 'accounting':
    case 'rollback':
      return null;
    default:
      return assertNever(message);
  }
}

function userContent(message: UserMessage, run: Run): string {
  const parts = [message.content];
  if (message.changes.length > 0) {
    parts.push(pageDataBlock('changes-since-last-message', message.nonce, changeLines(message.changes), {}));
  }
  if (message.id === run.openingMessageId) parts.push(run.contextText);
  return parts.join('\n\n');
}

/** Strict endpoints reject a call whose arguments are no JSON object; what the model really wrote stays in the record and in the call's result. */
function wireArguments(text: string): string {
  const read = readArguments(text);
  if (read === null) return '{}';
  return read.repairs.length === 0 ? text : JSON.stringify(read.value);
}
