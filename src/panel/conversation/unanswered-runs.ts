import type { Message } from '@/src/schema/message';
import { type ErrorCode, errorTitle } from '@/src/schema/values/error-code';
import { type SaidText, say } from '@/src/schema/values/said';
import type { UnansweredRun } from '@/src/store/queries';
import type { RenderEvent } from './render-event';

/** @param error null for a run that was stopped */
export function unansweredText(error: ErrorCode | null): SaidText {
  return error === null
    ? say('conversation.run.stopped')
    : say('conversation.failed.note', { title: say(errorTitle(error)) });
}

/**
 * A line for each run that ended without an answer, by the id of the run's last message. The last run of these messages gets no line: the
 * conversation shows its status below, and later messages may belong to it.
 */
export function unansweredLines(
  messages: readonly Message[],
  unanswered: readonly UnansweredRun[],
): ReadonlyMap<string, RenderEvent[]> {
  const lines = new Map<string, RenderEvent[]>();
  const errors = new Map(unanswered.map(({ runId, error }) => [runId, error]));
  if (errors.size === 0) return lines;
  let last: Message | null = null;
  for (const message of messages) {
    if (message.runId === null) continue;
    if (last !== null && last.runId !== null && last.runId !== message.runId) {
      const error = errors.get(last.runId);
      if (error !== undefined && !showsItsEnd(last, error)) {
        lines.set(last.id, [{ kind: 'note', key: `end:${last.runId}`, text: unansweredText(error) }]);
      }
    }
    last = message;
  }
  return lines;
}

/**
 * True if the message shows by itself that the answer isn't complete: it broke off, or the run was stopped after an answer without calls.
 */
function showsItsEnd(message: Message, error: ErrorCode | null): boolean {
  if (message.role === 'partial-answer') return true;
  return message.role === 'assistant' && message.toolCalls.length === 0 && error === null;
}
