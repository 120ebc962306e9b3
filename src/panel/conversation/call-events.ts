import { assertNever } from '@/src/core/assert-never';
import type { PartialToolCall } from '@/src/core/records/live-tail';
import { say } from '@/src/schema/values/said';
import { t } from '@/src/texts/i18n';
import { type BuiltInCall, isBuiltIn, readBuiltInCall } from './built-in-call';
import type { RenderEvent } from './render-event';
import { type StoredCall, storedToolCard, streamingToolCard } from './tool-card-model';

/** A stored call with what happened after it in the conversation. */
export interface CallInConversation extends StoredCall {
  /** True if its run waits at this call. */
  runWaitsHere: boolean;
  /** The user's next message after the call; null if there is none. */
  answer: string | null;
}

/** Maximum number of calls in one group, and of calls shown of a streaming response. */
export const MAX_GROUPED_CALLS = 60;

/**
 * Puts consecutive calls into groups of at most {@link MAX_GROUPED_CALLS}. A single call gets no group. A group has the key of
 * its first call, so that the entry keeps its key when more calls follow.
 */
export function groupCalls(events: readonly RenderEvent[]): RenderEvent[] {
  const grouped: RenderEvent[] = [];
  for (const event of events) {
    const last = grouped.at(-1);
    if (event.kind !== 'tool' || last === undefined) grouped.push(event);
    else if (last.kind === 'tool') {
      const { key } = last;
      grouped[grouped.length - 1] = { kind: 'tool-group', key, calls: [last, event], isFolded: false };
    } else if (last.kind === 'tool-group' && last.calls.length < MAX_GROUPED_CALLS) last.calls.push(event);
    else {
      // A response can have a thousand calls: only the last group is open at first.
      if (last.kind === 'tool-group') last.isFolded = true;
      grouped.push(event);
    }
  }
  return grouped;
}

/**
 * Render events of a stored call. A call of Steward's own tools is shown as text once it succeeded, as a card with the reason if
 * it failed, and not at all while it runs.
 */
export function storedCallEvents(key: string, placed: CallInConversation): RenderEvent[] {
  const { call, result } = placed;
  const builtIn = readBuiltInCall(call.name, call.argumentsText);
  if (builtIn !== null && result?.result.success) return builtInEvents(key, builtIn, placed);
  if (builtIn !== null && result === null && placed.runIsActive) return [];
  return [{ kind: 'tool', key, card: storedToolCard(placed) }];
}

/**
 * Render events of the streaming response's newest calls, at most {@link MAX_GROUPED_CALLS}, after a note with the number of earlier ones.
 * Once the response is stored, all its calls are shown.
 */
export function streamingCallEvents(
  messageId: string,
  calls: readonly PartialToolCall[],
  keyOf: (index: number) => string,
): RenderEvent[] {
  const newest = calls.slice(-MAX_GROUPED_CALLS);
  const more = calls.length - newest.length;
  const events = groupCalls(newest.map((call) => streamingCallEvent(keyOf(call.index), call)));
  if (more === 0) return events;
  const [first, ...others] = events;
  // A fixed key: the first call of the group changes with each new call, and a new key would mount the group again.
  const shown = first === undefined ? [] : [{ ...first, key: `${messageId}:newest-calls` }, ...others];
  const text = say('conversation.call.earlier', { count: more });
  return [{ kind: 'note', key: `${messageId}:earlier-calls`, text }, ...shown];
}

/** Shows a note for a call of Steward's own tools, since its text is still incomplete. */
function streamingCallEvent(key: string, call: PartialToolCall): RenderEvent {
  if (!isBuiltIn(call.name)) return { kind: 'tool', key, card: streamingToolCard(call) };
  return { kind: 'note', key, text: say('conversation.call.writing') };
}

function builtInEvents(
  key: string,
  builtIn: BuiltInCall,
  { call, runWaitsHere, execution, answer }: CallInConversation,
): RenderEvent[] {
  switch (builtIn.name) {
    case 'ask_user': {
      const { question: text, choices, allowsOther } = builtIn;
      const { executionId: id } = call;
      const question = { id, text, choices, allowsOther, isOpen: runWaitsHere, answer };
      return [{ kind: 'question', key, question }];
    }
    case 'wait':
      // RunOutcomeRow shows a wait that isn't over, with its time limit.
      return runWaitsHere
        ? []
        : [{ kind: 'note', key, text: say('conversation.call.waited', { reason: builtIn.reason }) }];
    case 'finish_task': {
      const { summary } = builtIn;
      const text = summary.includes('\n')
        ? `${t('conversation.call.finishedAbove')}\n\n${summary}`
        : t('conversation.call.finished', { summary });
      return [
        { kind: 'answer', key, text, isStreaming: false, createdAtMs: execution?.receivedAtMs ?? null },
      ];
    }
    default:
      return assertNever(builtIn);
  }
}
