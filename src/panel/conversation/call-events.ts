import { assertNever } from '@/src/core/assert-never';
import type { PartialToolCall } from '@/src/core/records/live-tail';
import { count } from '../text/count';
import { type BuiltInCall, isBuiltIn, readBuiltInCall } from './built-in-call';
import type { RenderEvent } from './render-event';
import { type StoredCall, storedToolCard, streamingToolCard } from './tool-card-model';

/** The stored data of a call; `runWaitsHere` is true if its run waits at this call. */
export type CallWithPosition = StoredCall & { runWaitsHere: boolean };

/**
 * The render events of a stored call. Steward's own tools are shown as plain text once they succeeded; failed calls are shown
 * like any other, with the reason.
 */
export function storedCallEvents(key: string, placed: CallWithPosition): RenderEvent[] {
  const { call, result } = placed;
  const builtIn = readBuiltInCall(call.name, call.argumentsText);
  if (builtIn !== null && result?.result.success) return builtInEvents(key, builtIn, placed.runWaitsHere);
  if (builtIn !== null && result === null && placed.runIsActive) return [];
  return [{ kind: 'tool', key, card: storedToolCard(placed) }];
}

/** Calls of the streaming response that are shown. Once it is stored, all are available as earlier entries. */
export const MAX_STREAMING_CALLS = 60;

/** The render events of the calls of the streaming response. */
export function streamingCallEvents(
  messageId: string,
  calls: readonly PartialToolCall[],
  keyOf: (index: number) => string,
): RenderEvent[] {
  const newest = calls.slice(-MAX_STREAMING_CALLS).map((call) => streamingCallEvent(keyOf(call.index), call));
  const more = calls.length - newest.length;
  if (more === 0) return newest;
  const text = `${count(more, 'earlier call')} of this answer ${more === 1 ? 'is' : 'are'} shown when it is complete.`;
  return [{ kind: 'note', key: `${messageId}:earlier-calls`, text }, ...newest];
}

/** Steward's own tools show a note, since their text is incomplete. */
function streamingCallEvent(key: string, call: PartialToolCall): RenderEvent {
  if (!isBuiltIn(call.name)) return { kind: 'tool', key, card: streamingToolCard(call) };
  return { kind: 'note', key, text: 'Writing…' };
}

function builtInEvents(key: string, builtIn: BuiltInCall, runWaitsHere: boolean): RenderEvent[] {
  switch (builtIn.name) {
    case 'ask_user': {
      const { question: text, choices, allowsOther } = builtIn;
      return [{ kind: 'question', key, question: { text, choices, allowsOther, isOpen: runWaitsHere } }];
    }
    case 'wait':
      // A current wait is shown below the conversation, with its end.
      return runWaitsHere ? [] : [{ kind: 'note', key, text: `Waited: ${builtIn.reason}` }];
    case 'finish_task': {
      const gap = builtIn.summary.includes('\n') ? '\n\n' : ' ';
      return [{ kind: 'answer', key, text: `Finished:${gap}${builtIn.summary}`, isStreaming: false }];
    }
    default:
      return assertNever(builtIn);
  }
}
