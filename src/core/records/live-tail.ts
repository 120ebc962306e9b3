import type { ErrorInfo } from '@/src/schema/error-info';
import type { Run } from '@/src/schema/run';
import type { Said } from '@/src/schema/values/said';
import type { ChangeProgress } from './change-progress';
import type { NumberedEvent } from './loop-event';
import type { QueueWait } from './run-status';
import { ended, isActive } from './transition';

/** A call as far as it has streamed in. */
export interface PartialToolCall {
  index: number;
  name: string;
  argumentsText: string;
}

/** A request that failed before its first chunk and will be sent again. */
export interface ScheduledRetry {
  /** The attempt that failed, from 1. */
  attempt: number;
  /** Attempts in all. */
  attempts: number;
  /** Time of the next attempt, in milliseconds since 1970. */
  dueAtMs: number;
  /** The cause of the failure, in one sentence. */
  problem: Said;
}

/** The response being streamed: what the durable record doesn't hold yet. */
export interface LiveTail {
  epoch: string;
  runId: string;
  attempt: number;
  /** Number of the last event that was added. */
  seq: number;
  /** The id under which the response will be stored; null between responses. */
  messageId: string | null;
  content: string;
  reasoning: string;
  toolCalls: PartialToolCall[];
  /** Time at which the pending request was first sent, in milliseconds since 1970. */
  sentAtMs?: number;
  /** Present while the request of the response isn't sent yet. */
  queued?: QueueWait;
  /** Present from a failed attempt until the next event. */
  retry?: ScheduledRetry;
  /** Present while a call runs that reports its progress. */
  progress?: ChangeProgress;
  /** Present from the failure of the run until it is stored. */
  failure?: ErrorInfo;
}

/** The run as the user has to see it: failed also while its failure can't be stored. */
export function withFailure(run: Run, tail: LiveTail | null): Run {
  if (tail?.failure === undefined || tail.runId !== run.id || tail.attempt !== run.attempt) return run;
  if (!isActive(run.status)) return run;
  return { ...run, status: ended('error'), error: tail.failure };
}

/** The id of the response whose first part has arrived; null while there is none, as between request and first chunk. */
export function begunResponseId(tail: LiveTail | null): string | null {
  if (tail === null) return null;
  const hasPart = tail.content !== '' || tail.reasoning !== '' || tail.toolCalls.length > 0;
  return hasPart ? tail.messageId : null;
}

/** The result of {@link reduceTail}: the new tail, or a gap, which requires a replay of the missing events. */
export type TailStep = { kind: 'tail'; tail: LiveTail } | { kind: 'gap' };

/**
 * Adds one event to the tail. A new epoch, run or attempt drops the old tail; an event that was already counted changes
 * nothing; a missing number is a gap. So no text is doubled or lost.
 */
export function reduceTail(tail: LiveTail | null, numbered: NumberedEvent): TailStep {
  const { epoch, runId, attempt, seq } = numbered;
  const continues = tail !== null && tail.epoch === epoch && tail.runId === runId && tail.attempt === attempt;
  if (continues && seq <= tail.seq) return { kind: 'tail', tail };
  if (seq !== (continues ? tail.seq + 1 : 1)) return { kind: 'gap' };
  const base: LiveTail = continues
    ? { ...tail, seq }
    : { epoch, runId, attempt, seq, messageId: null, content: '', reasoning: '', toolCalls: [] };
  // Any further event outdates these: the request no longer waits, and what ran has ended or advanced.
  delete base.queued;
  delete base.retry;
  delete base.progress;
  delete base.failure;
  if (numbered.event.type === 'response-ended') delete base.sentAtMs;
  return { kind: 'tail', tail: applyEvent(base, numbered) };
}

function applyEvent(tail: LiveTail, { atMs, event }: NumberedEvent): LiveTail {
  switch (event.type) {
    case 'response-started':
      return {
        ...tail,
        messageId: event.messageId,
        content: '',
        reasoning: '',
        toolCalls: [],
        sentAtMs: atMs,
      };
    case 'request-sent':
      return { ...tail, sentAtMs: atMs };
    case 'request-queued':
      return { ...tail, queued: event.wait };
    case 'retry-scheduled': {
      const { attempt, attempts, delayMs, error } = event;
      return { ...tail, retry: { attempt, attempts, dueAtMs: atMs + delayMs, problem: error.message } };
    }
    case 'response-restarted':
      return { ...tail, content: '', reasoning: '', toolCalls: [] };
    case 'chunk-received':
      return event.kind === 'content'
        ? { ...tail, content: tail.content + event.text }
        : { ...tail, reasoning: tail.reasoning + event.text };
    case 'tool-call-part-received':
      return { ...tail, toolCalls: withPart(tail.toolCalls, event) };
    case 'response-ended':
      // A stored response stays visible until the record's own copy shows up; the view drops it by its id.
      return event.stored ? tail : { ...tail, messageId: null, content: '', reasoning: '', toolCalls: [] };
    case 'call-progressed': {
      const { type: _type, executionId: _id, ...progress } = event;
      return { ...tail, progress };
    }
    case 'error':
      return { ...tail, failure: event.error };
    default:
      return tail;
  }
}

function withPart(calls: readonly PartialToolCall[], part: PartialToolCall): PartialToolCall[] {
  const hasBegun = calls.some((call) => call.index === part.index);
  if (!hasBegun) {
    return [...calls, { index: part.index, name: part.name, argumentsText: part.argumentsText }];
  }
  return calls.map((call) =>
    call.index === part.index
      ? { ...call, name: call.name + part.name, argumentsText: call.argumentsText + part.argumentsText }
      : call,
  );
}
