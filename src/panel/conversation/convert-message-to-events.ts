import { assertNever } from '@/src/core/assert-never';
import { bareToolName } from '@/src/core/records/bare-tool-name';
import type { LiveSummary } from '@/src/core/records/live-summary';
import type { LiveTail } from '@/src/core/records/live-tail';
import { ASK_USER } from '@/src/core/records/open-question';
import { isActive, withoutPause } from '@/src/core/records/transition';
import { SUMMARY_INSTRUCTION } from '@/src/core/side-requests/instructions';
import { formatTime } from '@/src/panel/kit/text/format-time';
import type { Execution } from '@/src/schema/call';
import type { AssistantMessage, Message, SystemMessage, ToolMessage } from '@/src/schema/message';
import type { Run } from '@/src/schema/run';
import { type SaidText, say, type TextKey } from '@/src/schema/values/said';
import type { UnansweredRun } from '@/src/store/queries';
import { type CallInConversation, groupCalls, storedCallEvents, streamingCallEvents } from './call-events';
import {
  type CallRecords,
  callRecords,
  type EarlierAttempts,
  earlierAttempts,
  NO_ATTEMPTS,
} from './earlier-attempts';
import { isForModel, type RenderEvent } from './render-event';
import { unansweredLines } from './unanswered-runs';
import { waitingCallId } from './waiting-call';

/** The stored data that the conversation is rendered from. */
export interface StoredConversation extends CallRecords {
  unanswered: readonly UnansweredRun[];
  /**
   * True if the first run of these messages begins with the system prompt: at the chat's start, and after an accepted summary.
   */
  opensWithPrompt: boolean;
}

/** The response that is streaming in. Once it is complete, a stored message with the same id replaces it. */
interface StreamingMessage extends Pick<LiveTail, 'content' | 'reasoning' | 'toolCalls'> {
  role: 'streaming';
  id: string;
  /** Null while the model reasons, 0 if it isn't known. */
  thoughtForMs: number | null;
}

/** The summary that is being written. Once it is stored, its request and the summary, stored under the same ids, replace it. */
interface StreamingSummary {
  role: 'streaming-summary';
  id: string;
  requestId: string;
  content: string;
}

/** Data that the calls of stored responses need besides their message, collected once for all messages. */
interface CallFacts {
  results: ReadonlyMap<string, ToolMessage>;
  journal: ReadonlyMap<string, Execution>;
  attempts: EarlierAttempts;
  /** The user's next message after a question, by the question's execution id. */
  answers: ReadonlyMap<string, string>;
  /** The call at which the run waits; null if there is none. */
  waitingId: string | null;
  run: Run | null;
}

/** The render events of the stored messages, in order. */
export function storedEvents(record: StoredConversation): RenderEvent[] {
  const facts = callFacts(record);
  const prompts = systemPrompts(record.messages, record.opensWithPrompt);
  const ends = unansweredLines(record.messages, record.unanswered);
  return record.messages.flatMap((message) => [
    // Most messages have no system prompt before them.
    ...(prompts.get(message.id) ?? []),
    ...convertMessageToEvents(message, facts),
    // Most messages end no run, or a run with an answer.
    ...(ends.get(message.id) ?? []),
  ]);
}

/**
 * Rows for the system prompt, each by the id of the message that it precedes. A row precedes the first message of a run where the messages
 * that are sent begin: at the start of the chat, and after each accepted summary.
 */
function systemPrompts(
  messages: readonly Message[],
  isDueAtStart: boolean,
): ReadonlyMap<string, RenderEvent[]> {
  const events = new Map<string, RenderEvent[]>();
  let isDue = isDueAtStart;
  for (const { id, chatId, runId, ...message } of messages) {
    if (message.role === 'summary') isDue ||= message.state === 'boundary';
    else if (isDue && runId !== null && (message.role === 'user' || message.role === 'system')) {
      events.set(id, [{ kind: 'system-prompt', key: `${id}:prompt`, chatId, runId }]);
      isDue = false;
    }
  }
  return events;
}

/**
 * The render events of the streaming response. None if it is already stored under the same id, or if it doesn't belong to the newest run or
 * that run has ended: a rollback may have removed it.
 */
export function liveEvents(
  tail: LiveTail | null,
  thoughtForMs: number | null,
  { messages, run }: Pick<StoredConversation, 'messages' | 'run'>,
): RenderEvent[] {
  if (tail === null || tail.messageId === null) return [];
  if (run === null || tail.runId !== run.id || !isActive(run.status)) return [];
  const { messageId: id, content, reasoning, toolCalls } = tail;
  if (messages.some((message) => message.id === id)) return [];
  return convertMessageToEvents(
    { role: 'streaming', id, content, reasoning, toolCalls, thoughtForMs },
    NO_CALLS,
  );
}

/**
 * Inserts the events of the summary that is being written at the place where the stored summary will be. Returns `events` itself if no
 * summary is being written, or if it is already stored.
 */
export function withLiveSummary(
  events: readonly RenderEvent[],
  summary: LiveSummary | null,
  messages: readonly Message[],
  showsRequest: boolean,
): readonly RenderEvent[] {
  if (summary === null || messages.some(({ id }) => id === summary.messageId)) return events;
  const { messageId: id, requestId, after, text: content } = summary;
  const later = messages.filter(({ position }) => position >= after + 1).map((message) => message.id);
  const place = events.findIndex(({ key }) => later.some((one) => key === one || key.startsWith(`${one}:`)));
  const all = convertMessageToEvents({ role: 'streaming-summary', id, requestId, content }, NO_CALLS);
  const added = showsRequest ? all : all.slice(1);
  return place === -1 ? [...events, ...added] : events.toSpliced(place, 0, ...added);
}

/** Call facts for streaming responses and summaries: their calls have no stored data yet. */
const NO_CALLS: CallFacts = {
  results: new Map(),
  journal: new Map(),
  attempts: NO_ATTEMPTS,
  answers: new Map(),
  waitingId: null,
  run: null,
};

function callFacts(record: StoredConversation): CallFacts {
  const { messages, run } = record;
  return {
    ...callRecords(record),
    attempts: earlierAttempts(record),
    answers: answersOf(messages),
    waitingId: waitingCallId(record),
    run,
  };
}

function answersOf(messages: readonly Message[]): ReadonlyMap<string, string> {
  const answers = new Map<string, string>();
  let asked: string | null = null;
  for (const message of messages) {
    if (message.role === 'tool' && bareToolName(message.name) === ASK_USER) asked = message.executionId;
    if (message.role !== 'user' || asked === null) continue;
    answers.set(asked, message.content);
    asked = null;
  }
  return answers;
}

/**
 * Converts a message, stored or streaming in, to the entries that the conversation shows; no other code does that. Results of tools have no
 * entry of their own: they are shown with their call.
 */
function convertMessageToEvents(
  message: Message | StreamingMessage | StreamingSummary,
  facts: CallFacts,
): RenderEvent[] {
  const { id } = message;
  switch (message.role) {
    case 'user':
      return [{ kind: 'user', key: id, message }];
    case 'assistant':
      return [
        ...thinkingEvent(id, message.reasoning, false, message.reasoningMs),
        ...answerEvent(id, message.content, false, message.createdAtMs),
        ...groupCalls(
          message.toolCalls.flatMap((call, index) =>
            // A failed attempt has no entry: the card of the call that corrects it shows it.
            facts.attempts.ids.has(call.executionId)
              ? []
              : storedCallEvents(callKey(id, index), storedCall(call, message.runId, facts)),
          ),
        ),
        ...finishNote(id, message.finishReason),
      ];
    case 'partial-answer': {
      const { run } = facts;
      // Hidden while its run requests the answer again: the new answer is shown instead.
      if (run !== null && run.id === message.runId && isActive(run.status)) return [];
      return [
        ...thinkingEvent(id, message.reasoning, false, message.reasoningMs),
        { kind: 'partial-answer', key: `${id}:answer`, text: message.content },
      ];
    }
    case 'streaming': {
      const hasMovedOn =
        message.thoughtForMs !== null && (message.content !== '' || message.toolCalls.length > 0);
      return [
        ...thinkingEvent(id, message.reasoning, !hasMovedOn, message.thoughtForMs),
        ...answerEvent(id, message.content, message.toolCalls.length === 0, null),
        ...streamingCallEvents(id, message.toolCalls, (index) => callKey(id, index)),
      ];
    }
    case 'tool':
      return [];
    case 'system': {
      const changes = message.news === undefined ? {} : { changes: message.news.changes };
      if (isForModel(message)) {
        const { scope, sender, createdAtMs } = message;
        const text = say('common.facts', {
          first: senderText(scope, sender),
          second: formatTime(createdAtMs),
        });
        return [
          { kind: 'side-request', key: id, asksFor: 'next-answer', text: message.content },
          // The user doesn't need the text for the model, but needs the page changes reported with it.
          ...(changes.changes === undefined
            ? []
            : [{ kind: 'note' as const, key: `${id}:changes`, text, ...changes }]),
        ];
      }
      return [{ kind: 'note', key: id, text: eventText(message), ...changes }];
    }
    case 'rollback':
      return [{ kind: 'rollback', key: id, message }];
    case 'accounting':
      return [{ kind: 'accounting', key: id, message }];
    case 'system-title':
      return [{ kind: 'side-request', key: id, asksFor: 'title', text: message.content }];
    case 'system-summary':
      return [summaryRequest(id, message.content)];
    case 'streaming-summary': {
      const { requestId, content } = message;
      return [
        summaryRequest(requestId, SUMMARY_INSTRUCTION),
        { kind: 'summary', key: id, message: { id, content, state: 'writing' } },
      ];
    }
    case 'title':
      return [{ kind: 'title', key: id, text: message.content }];
    case 'summary':
      return [{ kind: 'summary', key: id, message }];
    default:
      return assertNever(message);
  }
}

const summaryRequest = (key: string, text: string): RenderEvent => ({
  kind: 'side-request',
  key,
  asksFor: 'summary',
  text,
});

const callKey = (messageId: string, index: number) => `${messageId}:call:${index}`;

function storedCall(
  call: CallInConversation['call'],
  runId: string | null,
  facts: CallFacts,
): CallInConversation {
  const { run } = facts;
  const isOfRun = run !== null && run.id === runId;
  return {
    call,
    execution: facts.journal.get(call.executionId) ?? null,
    result: facts.results.get(call.executionId) ?? null,
    runIsActive: isOfRun && isActive(run.status),
    runAsks: isOfRun && withoutPause(run.status).state === 'waiting-for-approval',
    runWaitsHere: call.executionId === facts.waitingId,
    answer: facts.answers.get(call.executionId) ?? null,
    // Most calls succeed at the first attempt.
    attempts: (facts.attempts.of.get(call.executionId) ?? []).map((attempt) =>
      storedCall(attempt, runId, facts),
    ),
  };
}

function thinkingEvent(
  messageId: string,
  text: string,
  isStreaming: boolean,
  durationMs: number | null,
): RenderEvent[] {
  return text === ''
    ? []
    : [{ kind: 'thinking', key: `${messageId}:thinking`, text, isStreaming, durationMs }];
}

function answerEvent(
  messageId: string,
  text: string,
  isStreaming: boolean,
  createdAtMs: number | null,
): RenderEvent[] {
  return text.trim() === ''
    ? []
    : [{ kind: 'answer', key: `${messageId}:answer`, text, isStreaming, createdAtMs }];
}

/** The text of an event from the page, Steward or another chat. */
function eventText({ scope, sender, content, createdAtMs }: SystemMessage): SaidText {
  const second = say('common.facts', { first: content, second: formatTime(createdAtMs) });
  return say('common.facts', { first: senderText(scope, sender), second });
}

function senderText(scope: string, sender: SystemMessage['sender']): SaidText {
  if (sender === undefined) {
    return scope === 'steward'
      ? say('conversation.sender.steward')
      : say('conversation.sender.scope', { scope });
  }
  const { title, kind } = sender;
  return say(kind === 'answer' ? 'conversation.sender.answer' : 'conversation.sender.chat', { title });
}

/** Notes on answers that the endpoint ended early, by finish reason. */
const FINISH_NOTES: Readonly<Partial<Record<AssistantMessage['finishReason'], TextKey>>> = {
  length: 'conversation.finish.length',
  content_filter: 'conversation.finish.filter',
};

function finishNote(messageId: string, reason: AssistantMessage['finishReason']): RenderEvent[] {
  const text = FINISH_NOTES[reason];
  return text === undefined ? [] : [{ kind: 'note', key: `${messageId}:note`, text: say(text) }];
}
