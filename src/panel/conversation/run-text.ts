import { assertNever } from '@/src/core/assert-never';
import type {
  CoordinationStatus,
  PausableStatus,
  SystemInputStatus,
  UserInputReason,
} from '@/src/core/records/run-status';
import { isLeaseWait } from '@/src/core/records/transition';
import { formatTime } from '../text/format-time';

/** What a run waits for that goes on by itself, and how long at most. */
export function waitText(status: CoordinationStatus): string {
  const { coordinatingToolCallId, targetAgentScope, reason, untilMs, userCanInterrupt } = status;
  // Its bound is only the time at which the run asks again.
  if (isLeaseWait(status)) return reason;
  if (coordinatingToolCallId === null && targetAgentScope === 'page') {
    return 'The page is closed or being loaded. Steward goes on when it is back.';
  }
  const wait = `Waiting until ${formatTime(untilMs)}: ${sentence(reason)}`;
  return userCanInterrupt ? `${wait} A message ends the wait.` : wait;
}

/** What the user holds. */
export function pausedText(before: PausableStatus): string {
  return before.state === 'waiting-for-agent-coordination'
    ? `Paused while waiting: ${sentence(before.reason)}`
    : 'Paused. Nothing is sent or changed meanwhile.';
}

/** Why a run stands still until the user lets it go on; null where the conversation itself says so. */
export function userInputText(reason: UserInputReason, roundsPerRun: number): string | null {
  switch (reason) {
    case 'round-limit':
      return `Paused after ${roundsPerRun} rounds of tool calls, the bound of this chat.`;
    case 'rolled-back':
      return 'Rolled back in the middle of an answer. What came before still stands.';
    case 'loop-detected':
      return 'The assistant made the same call three times with the same result.';
    case 'cut-off':
      return 'Continue lets the assistant go on where its answer was cut off.';
    case 'question':
      return null;
    default:
      return assertNever(reason);
  }
}

/** How a run ended, or whose word it waits for; null where nothing is to be said. */
export function endedText({ outcome, requiredScope }: SystemInputStatus): string | null {
  if (outcome === 'stopped') return 'Stopped.';
  if (outcome !== null) return null;
  return `Waiting for word from ${requiredScope ?? 'the page or you'}.`;
}

/** A reason in somebody else's words, with a full stop at its end. */
function sentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
