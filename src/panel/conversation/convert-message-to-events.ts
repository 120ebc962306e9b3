import { assertNever } from '@/src/core/assert-never';
import type { LiveTail, PartialToolCall } from '@/src/core/records/live-tail';
import type {
  AssistantMessage,
  FinishReason,
  Message,
  SystemMessage,
  ToolCall,
  ToolMessage,
} from '@/src/core/records/message';
import type { Execution, Run } from '@/src/core/records/run';
import { isActive } from '@/src/core/records/transition';
import { count } from '../text/count';
import { formatTime } from '../text/format-time';
import { storedCallItems, streamingCallItem } from './call-items';
import type { RenderEvent } from './render-event';
import { waitingCallId } from './waiting-call';

/** The stored data that the conversation is rendered from. */
export interface StoredConversation {
  messages: readonly Message[];
  executions: readonly Execution[];
  run: Run | null;
}

/** The stored messages as items, in order. Results have no item of their own; they are shown with their call. */
export function storedEvents({ messages, executions, run }: StoredConversation): RenderEvent[] {
  const results = new Map<string, ToolMessage>();
  for (const message of messages) if (message.role === 'tool') results.set(message.executionId, message);
  const journal = new Map(executions.map((execution) => [execution.id, execution]));
  const runIsActive = (runId: string | null) => run !== null && run.id === runId && isActive(run.status);
  const waitingId = waitingCallId(messages, run);

  return messages.flatMap((message): RenderEvent[] => {
    switch (message.role) {
      case 'user':
        return [
          {
            kind: 'user',
            key: message.id,
            text: message.content,
            createdAtMs: message.createdAtMs,
            changes: message.changes,
          },
        ];
      case 'assistant':
        return assistantItems(message, (call, key) =>
          storedCallItems(key, {
            call,
            execution: journal.get(call.executionId) ?? null,
            result: results.get(call.executionId) ?? null,
            runIsActive: runIsActive(message.runId),
            runWaitsHere: call.executionId === waitingId,
          }),
        );
      case 'tool':
        return [];
      case 'system':
        return [
          {
            kind: 'note',
            key: message.id,
            text: eventText(message),
            ...(message.news === undefined ? {} : { changes: message.news.changes }),
          },
        ];
      case 'rollback':
        return [{ kind: 'rollback', key: message.id, message }];
      case 'accounting':
        return [{ kind: 'accounting', key: message.id, message }];
      case 'system-title':
      case 'title':
      case 'system-summary':
      case 'summary':
        return [];
      default:
        return assertNever(message);
    }
  });
}

/**
 * The items of the streaming response. None once it is stored under the same id, or if it belongs to another run than
 * the newest, or to an ended run: a rollback may have removed it.
 */
export function liveEvents(
  tail: LiveTail | null,
  thoughtForMs: number | null,
  { messages, run }: StoredConversation,
): RenderEvent[] {
  if (tail === null || tail.messageId === null) return [];
  if (run === null || tail.runId !== run.id || !isActive(run.status)) return [];
  const { messageId, content, reasoning, toolCalls } = tail;
  if (messages.some((message) => message.id === messageId)) return [];
  const hasMovedOn = content !== '' || toolCalls.length > 0;
  return [
    ...thinkingItem(messageId, reasoning, !hasMovedOn, thoughtForMs),
    ...answerItem(messageId, content, toolCalls.length === 0),
    ...streamingCallItems(messageId, toolCalls),
  ];
}

/** Calls of the streaming response that are shown. Once it is stored, all are available as earlier items. */
export const MAX_STREAMING_CALLS = 60;

function streamingCallItems(messageId: string, calls: readonly PartialToolCall[]): RenderEvent[] {
  const newest = calls
    .slice(-MAX_STREAMING_CALLS)
    .map((call) => streamingCallItem(callKey(messageId, call.index), call));
  const more = calls.length - newest.length;
  if (more === 0) return newest;
  const text = `${count(more, 'earlier call')} of this answer ${more === 1 ? 'is' : 'are'} shown when it is complete.`;
  return [{ kind: 'note', key: `${messageId}:earlier-calls`, text }, ...newest];
}

function assistantItems(
  message: AssistantMessage,
  itemsOf: (call: ToolCall, key: string) => RenderEvent[],
): RenderEvent[] {
  const note = finishNote(message.finishReason);
  return [
    ...thinkingItem(message.id, message.reasoning, false, message.reasoningMs),
    ...answerItem(message.id, message.content, false),
    ...message.toolCalls.flatMap((call, index) => itemsOf(call, callKey(message.id, index))),
    ...(note === null ? [] : [{ kind: 'note' as const, key: `${message.id}:note`, text: note }]),
  ];
}

const callKey = (messageId: string, index: number) => `${messageId}:call:${index}`;

function thinkingItem(
  messageId: string,
  text: string,
  isStreaming: boolean,
  durationMs: number | null,
): RenderEvent[] {
  return text === ''
    ? []
    : [{ kind: 'thinking', key: `${messageId}:thinking`, text, isStreaming, durationMs }];
}

function answerItem(messageId: string, text: string, isStreaming: boolean): RenderEvent[] {
  return text.trim() === '' ? [] : [{ kind: 'answer', key: `${messageId}:answer`, text, isStreaming }];
}

/** The text of an event that the page or Steward reported to the assistant. */
function eventText({ scope, content, createdAtMs }: SystemMessage): string {
  const sender = scope === 'steward' ? 'Steward to the assistant' : `From ${scope}`;
  return `${sender} · ${content} · ${formatTime(createdAtMs)}`;
}

function finishNote(reason: FinishReason): string | null {
  switch (reason) {
    case 'length':
      return 'The endpoint cut this answer off at its length limit.';
    case 'content_filter':
      return 'The endpoint’s content filter ended this answer.';
    case 'stop':
    case 'tool_calls':
    case 'unknown':
      return null;
    default:
      return assertNever(reason);
  }
}
