import { assertNever } from '@/src/core/assert-never';
import type { PartialToolCall } from '@/src/core/records/live-tail';
import { type BuiltInCall, isBuiltIn, readBuiltInCall } from './built-in-call';
import type { RenderEvent } from './render-event';
import { type StoredCall, storedToolCard, streamingToolCard } from './tool-card-model';

/** The stored data of a call; `runWaitsHere` is true if its run waits at this call. */
export type CallWithPosition = StoredCall & { runWaitsHere: boolean };

/**
 * The items of a stored call. Steward's own tools are shown as plain text once they succeeded; failed calls are shown
 * like any other, with the reason.
 */
export function storedCallItems(key: string, placed: CallWithPosition): RenderEvent[] {
  const { call, result } = placed;
  const builtIn = readBuiltInCall(call.name, call.argumentsText);
  if (builtIn !== null && result?.result.success) return builtInItems(key, builtIn, placed.runWaitsHere);
  if (builtIn !== null && result === null && placed.runIsActive) return [];
  return [{ kind: 'tool', key, card: storedToolCard(placed) }];
}

/** The item of a streaming call. Steward's own tools show a note, since their text is incomplete. */
export function streamingCallItem(key: string, call: PartialToolCall): RenderEvent {
  if (!isBuiltIn(call.name)) return { kind: 'tool', key, card: streamingToolCard(call) };
  return { kind: 'note', key, text: 'Writing…' };
}

function builtInItems(key: string, builtIn: BuiltInCall, runWaitsHere: boolean): RenderEvent[] {
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
