import { assertNever } from '../assert-never';
import { changeLines, pageDataBlock } from '../context/page-data-block';
import type { ApiMessage } from '../records/api-message';
import {
  conversation,
  type Message,
  type PageNews,
  type ToolCall,
  type ToolMessage,
} from '../records/message';
import type { Run } from '../records/run';
import type { ToolResult } from '../records/tool-result';
import { readArguments } from '../tools/read-arguments';
import type { ToolDefinition } from '../tools/tool-definition';
import { toolNamed, wireToolName } from '../tools/tool-name';
import { truncateResult } from '../tools/truncate-result';
import { wireResult } from '../tools/wire-result';

interface BuildInput {
  systemPrompt: string;
  /** All entries; discarded ones are filtered here. */
  messages: readonly Message[];
  run: Run;
  /** Used to find the tool that reads the rest of a truncated result. */
  tools: readonly ToolDefinition[];
  /** Maximum characters of a result as it is sent. */
  toolResultLimit: number;
}

/**
 * Selects and formats everything that is sent to the model; the stored messages are not changed. The run's
 * page state is attached to one message of that run. Page updates are sent with the results of that run only,
 * plus the last one of an earlier run that ended before the model answered it. So within a run each request
 * is a prefix of the next.
 *
 * Whatever is stored, strict endpoints accept the order: a user message first, never two user or two
 * assistant messages in a row, no empty text, and exactly one result after each call.
 */
export function buildMessagesForApi(input: BuildInput): ApiMessage[] {
  const entries = conversation(input.messages);
  const takeResult = resultsByCall(entries);
  const updateOf = updatesToSend(entries, input.run);
  // If every contribution is excluded, the prompt is empty, and some endpoints reject an empty message.
  const sent: ApiMessage[] =
    input.systemPrompt === '' ? [] : [{ role: 'system', content: input.systemPrompt }];
  for (const entry of entries) {
    const results = entry.role === 'assistant' ? entry.toolCalls.map(takeResult) : [];
    const message = toApiMessage(entry, input.run, results);
    if (message !== null) append(sent, message);
    if (entry.role === 'assistant') {
      entry.toolCalls.forEach((call, index) => {
        sent.push(resultMessage(call, results[index] ?? null, input, updateOf));
      });
    }
  }
  return sent;
}

/**
 * Returns each result once, for its call, in stored order. A result without a call is not sent: endpoints
 * accept results only after their calls.
 */
function resultsByCall(entries: readonly Message[]): (call: ToolCall) => ToolMessage | null {
  const results = new Map<string, ToolMessage[]>();
  for (const entry of entries) {
    if (entry.role !== 'tool') continue;
    results.set(entry.executionId, [...(results.get(entry.executionId) ?? []), entry]);
  }
  return (call) => results.get(call.executionId)?.shift() ?? null;
}

/**
 * Returns a function that yields the page update sent with a result; empty if there is none, or it is no
 * longer sent.
 */
function updatesToSend(entries: readonly Message[], run: Run): (result: ToolMessage) => string {
  const answered = new Set<string | null>();
  const unanswered = new Set<ToolMessage>();
  for (const entry of entries.toReversed()) {
    if (entry.role === 'assistant') answered.add(entry.runId);
    if (entry.role === 'tool' && !answered.has(entry.runId)) unanswered.add(entry);
  }
  return (result) => {
    const isSent = result.runId === run.id || unanswered.has(result);
    return isSent && result.pageUpdate !== null ? `\n\n${result.pageUpdate}` : '';
  };
}

/** Inserted where strict endpoints require a user message and none is stored. */
const CONTINUE: ApiMessage = { role: 'user', content: '[event from steward] Continue.' };

/**
 * Adds a message so that user and assistant alternate:
 *
 * - Consecutive user messages, from runs stopped before an answer, are joined.
 * - Calls without a text, such as those of a plan, are joined with the previous answer, so that nothing is
 *   lost.
 * - Two texts of the assistant stay two messages with {@link CONTINUE} between them. A continued answer may
 *   start in the middle of a word, so no separator within one message would be right.
 */
function append(sent: ApiMessage[], message: ApiMessage): void {
  const last = sent.at(-1);
  if (message.role === 'assistant' && last?.role === 'assistant' && message.content === null) {
    sent.splice(-1, 1, { ...message, content: last.content });
    return;
  }
  if (message.role === 'user' && last?.role === 'user') {
    last.content = `${last.content}\n\n${message.content}`;
    return;
  }
  const isOutOfTurn = message.role === 'assistant' && last?.role !== 'user' && last?.role !== 'tool';
  sent.push(...(isOutOfTurn ? [{ ...CONTINUE }] : []), message);
}

/**
 * Null for entries that are not sent by themselves: rows for the user, results (sent with their calls), empty
 * texts.
 *
 * @param results the results of the entry's calls, in call order
 */
function toApiMessage(
  message: Message,
  run: Run,
  results: readonly (ToolMessage | null)[],
): ApiMessage | null {
  switch (message.role) {
    case 'user': {
      const content = withPage(message.content, message, message.id, run);
      return content === '' ? null : { role: 'user', content };
    }
    case 'assistant': {
      // An answer that was cut off while reasoning has neither text nor calls.
      const content = isBlank(message.content) ? null : message.content;
      if (message.toolCalls.length === 0) return content === null ? null : { role: 'assistant', content };
      return {
        role: 'assistant',
        content,
        // Steward's own ids are sent, not the model's: many servers repeat `call_0`, and results would no
        // longer match.
        tool_calls: message.toolCalls.map((call, index) => ({
          id: call.executionId,
          type: 'function',
          function: {
            name: wireToolName(call.name),
            arguments: wireArguments(call.argumentsText, results[index] ?? null),
          },
        })),
      };
    }
    case 'system': {
      const event = `[event from ${message.scope}] ${message.content}`;
      return { role: 'user', content: withPage(event, message.news ?? null, message.id, run) };
    }
    case 'tool':
    case 'system-title':
    case 'title':
    case 'system-summary':
    case 'summary':
    case 'accounting':
    case 'rollback':
      return null;
    default:
      return assertNever(message);
  }
}

/**
 * Sent for a call without a result. The call is not left out: it may have changed the page, and the model has
 * to know.
 */
const NO_RESULT: ToolResult = {
  success: false,
  message:
    'No result of this call is on record, so whether it took effect is unknown. Read the page before relying on it.',
  error_code: 'outcome_unknown',
};

function resultMessage(
  call: ToolCall,
  result: ToolMessage | null,
  input: BuildInput,
  updateOf: (result: ToolMessage) => string,
): ApiMessage {
  if (result === null) {
    return { role: 'tool', tool_call_id: call.executionId, content: wireResult(NO_RESULT) };
  }
  const pagedBy = toolNamed(input.tools, result.name)?.pagedBy ?? null;
  const content = wireResult(truncateResult(result.result, input.toolResultLimit, pagedBy));
  return { role: 'tool', tool_call_id: call.executionId, content: content + updateOf(result) };
}

function isBlank(text: string): boolean {
  return text.trim() === '';
}

/** Adds to a text the page changes of its message, and the page state if this message carries it. */
function withPage(text: string, news: PageNews | null, messageId: string, run: Run): string {
  const parts = [text];
  if (news !== null && news.changes.length > 0) {
    parts.push(pageDataBlock('changes-since-last-message', news.nonce, changeLines(news.changes), {}));
  }
  if (messageId === (run.stateMessageId ?? run.openingMessageId)) parts.push(run.contextText);
  // Some endpoints reject an empty text.
  return parts.filter((part) => !isBlank(part)).join('\n\n');
}

/**
 * Longest arguments of a refused call that are sent again, in UTF-16 units. Longer ones would cost tokens in
 * each request without use.
 */
export const MAX_REFUSED_ARGUMENTS_LENGTH = 20_000;

/** Failures after which the call may have taken effect. The model then has to see its arguments. */
const MAYBE_APPLIED = ['partly_applied', 'outcome_unknown', 'interrupted', 'timeout'];

function isRefused({ success, error_code }: ToolResult): boolean {
  return !success && !MAYBE_APPLIED.includes(error_code ?? '');
}

/**
 * Strict endpoints reject a call whose arguments are not a JSON object. The stored call and its result keep
 * the original text.
 */
function wireArguments(text: string, result: ToolMessage | null): string {
  if (text.length > MAX_REFUSED_ARGUMENTS_LENGTH && result !== null && isRefused(result.result)) {
    return JSON.stringify({ left_out: `${text.length} characters of arguments: the call was refused` });
  }
  const read = readArguments(text);
  if (read === null) return '{}';
  return read.repairs.length === 0 ? text : JSON.stringify(read.value);
}
