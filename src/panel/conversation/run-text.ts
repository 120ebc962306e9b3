import { isLeaseWait } from '@/src/core/records/transition';
import { formatTime } from '@/src/panel/kit/text/format-time';
import type { Message } from '@/src/schema/message';
import type { Run } from '@/src/schema/run';
import type {
  CoordinationStatus,
  PausableStatus,
  SystemInputStatus,
  UserInputReason,
} from '@/src/schema/run-status';
import { type Said, type SaidText, say } from '@/src/schema/values/said';

/** The reason and the time limit of a wait that ends without the user. */
export function waitText(status: CoordinationStatus): SaidText {
  const { coordinatingToolCallId, targetAgentScope, reason, untilMs, userCanInterrupt } = status;
  // No time limit is shown: it is only the time of the next attempt to get the lease. A banner names the chat that holds the lease.
  if (isLeaseWait(status)) return say('conversation.run.waitsForLease');
  if (coordinatingToolCallId === null && targetAgentScope === 'page') {
    return say('conversation.run.waitsForPage');
  }
  const wait = { time: formatTime(untilMs), reason };
  return say(userCanInterrupt ? 'conversation.run.waitsOrMessage' : 'conversation.run.waits', wait);
}

export function pausedText(before: PausableStatus): SaidText {
  return before.state === 'waiting-for-agent-coordination'
    ? say('conversation.run.pausedWaiting', { reason: before.reason })
    : say('conversation.run.paused');
}

/** The reason why a run waits for the user; null if the conversation shows it. */
export function userInputText(reason: UserInputReason, roundsPerRun: number): SaidText | null {
  if (reason === 'question') return null;
  return reason === 'round-limit'
    ? say('conversation.run.roundLimit', { count: roundsPerRun })
    : say(`conversation.run.waitsForUser.${reason}`);
}

/**
 * Text for a stopped run, or for a run that waits for a message or event; null if nothing needs to be shown.
 *
 * @param last the last message of the conversation
 */
export function endedText(
  { outcome, requiredScope, interruptibleByUser }: SystemInputStatus,
  last: Message | undefined,
): Said | null {
  // Closing the connection is all that Steward can do: many servers notice it only after they have read the request.
  const isInAnswer = last?.role === 'accounting' && last.reason === 'Cancelled';
  if (outcome === 'stopped')
    return say(isInAnswer ? 'conversation.run.stoppedInAnswer' : 'conversation.run.stopped');
  if (outcome !== null) return null;
  const text = interruptibleByUser
    ? 'conversation.run.waitsForEventOrMessage'
    : 'conversation.run.waitsForEvent';
  if (requiredScope === null) return say(text, { sender: 'any', scope: '' });
  return say(text, { sender: requiredScope === 'page' ? 'page' : 'other', scope: requiredScope });
}

/**
 * Text while a request is pending and no part of its response has arrived.
 *
 * @param isRetrying true if several responses had calls that failed and aren't corrected yet
 */
export function waitingText({ attempt }: Pick<Run, 'attempt'>, isRetrying: boolean): SaidText {
  if (isRetrying) return say('conversation.waiting.retrying');
  return attempt > 1
    ? say('conversation.waiting.askingAgain', { attempt })
    : say('conversation.waiting.model');
}
