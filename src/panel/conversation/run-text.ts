import { assertNever } from '@/src/core/assert-never';
import type {
  CoordinationStatus,
  PausableStatus,
  SystemInputStatus,
  UserInputReason,
} from '@/src/core/records/run-status';
import { isLeaseWait } from '@/src/core/records/transition';
import { formatTime } from '../text/format-time';

/** The reason and the time limit of a wait that ends without the user. */
export function waitText(status: CoordinationStatus): string {
  const { coordinatingToolCallId, targetAgentScope, reason, untilMs, userCanInterrupt } = status;
  // Its limit is only the time of the next attempt to get the lease. A banner names the other chat.
  if (isLeaseWait(status)) return 'Steward goes on when the page is free.';
  if (coordinatingToolCallId === null && targetAgentScope === 'page') {
    return 'The page is closed or being loaded. Steward goes on when it is back.';
  }
  const wait = `Waiting until ${formatTime(untilMs)}: ${sentence(reason)}`;
  return userCanInterrupt ? `${wait} A message ends the wait.` : wait;
}

/** Text of a run that the user paused. */
export function pausedText(before: PausableStatus): string {
  return before.state === 'waiting-for-agent-coordination'
    ? `Paused while waiting: ${sentence(before.reason)}`
    : 'Paused. Nothing is sent or changed meanwhile.';
}

/** The reason why a run waits for the user; null if the conversation shows it. */
export function userInputText(reason: UserInputReason, roundsPerRun: number): string | null {
  switch (reason) {
    case 'round-limit':
      return `Paused after ${roundsPerRun} rounds of tool calls, the limit of this chat.`;
    case 'rolled-back':
      return 'Rolled back in the middle of an answer. Earlier changes are kept.';
    case 'loop-detected':
      return 'The assistant made the same call three times with the same result.';
    case 'cut-off':
      return 'Continue lets the assistant go on where its answer was cut off.';
    case 'requested':
      return 'Waiting for you before the next request. Continue, or write a message.';
    case 'question':
      return null;
    default:
      return assertNever(reason);
  }
}

/** Text for an ended run, or for the message that a run waits for; null if nothing needs to be shown. */
export function endedText({ outcome, requiredScope }: SystemInputStatus): string | null {
  if (outcome === 'stopped') return 'Stopped.';
  if (outcome !== null) return null;
  // Without a required sender, any may continue the run.
  return `Waiting for a message from ${requiredScope ?? 'the page or you'}.`;
}

/** Adds a full stop to a reason if it has no punctuation at its end. */
function sentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
