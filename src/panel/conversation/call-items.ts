import { assertNever } from '@/src/core/assert-never';
import type { PartialToolCall } from '@/src/core/records/live-tail';
import { type BuiltInCall, isBuiltIn, readBuiltInCall } from './built-in-call';
import type { ConversationItem } from './conversation-item';
import { type RecordedCall, recordedToolCard, streamingToolCard } from './tool-card-model';

/** What the record says of one call, and whether its run stands at it. */
export type PlacedCall = RecordedCall & { runStandsHere: boolean };

/**
 * A call of the record as items. Steward's own tools show as plain words once they were carried out, not before; one
 * that came to nothing is shown as it was made, with the reason.
 */
export function recordedCallItems(key: string, placed: PlacedCall): ConversationItem[] {
  const { call, result } = placed;
  const builtIn = readBuiltInCall(call.name, call.argumentsText);
  if (builtIn !== null && result?.result.success) return builtInItems(key, builtIn, placed.runStandsHere);
  if (builtIn !== null && result === null && placed.runIsActive) return [];
  return [{ kind: 'tool', key, card: recordedToolCard(placed) }];
}

/** A call that is still streaming in: half of Steward's own is nothing to read. */
export function streamingCallItem(key: string, call: PartialToolCall): ConversationItem {
  if (!isBuiltIn(call.name)) return { kind: 'tool', key, card: streamingToolCard(call) };
  return { kind: 'note', key, text: 'Writing…' };
}

function builtInItems(key: string, builtIn: BuiltInCall, runStandsHere: boolean): ConversationItem[] {
  switch (builtIn.name) {
    case 'ask_user': {
      const { question: text, choices, allowsOther } = builtIn;
      return [{ kind: 'question', key, question: { text, choices, allowsOther, isOpen: runStandsHere } }];
    }
    case 'wait':
      // A wait under way is told below the conversation, with its end.
      return runStandsHere ? [] : [{ kind: 'note', key, text: `Waited: ${builtIn.reason}` }];
    case 'finish_task': {
      const gap = builtIn.summary.includes('\n') ? '\n\n' : ' ';
      return [{ kind: 'answer', key, text: `Finished:${gap}${builtIn.summary}`, isStreaming: false }];
    }
    default:
      return assertNever(builtIn);
  }
}
