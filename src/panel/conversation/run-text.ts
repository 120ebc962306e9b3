import { isLeaseWait } from '@/src/core/records/transition';
import { formatTime } from '@/src/panel/kit/text/format-time';
import type { Run } from '@/src/schema/run';
import type {
  CoordinationStatus,
  PausableStatus,
  SystemInputStatus,
  UserInputReason,
} from '@/src/schema/run-status';
import type { TextKey } from '@/src/schema/values/said';
import { i18n } from '@/src/texts/i18n';
import type { OwnText, Words } from '@/src/texts/own-text';

/** The reason and the time limit of a wait that ends without the user. */
export function waitText(status: CoordinationStatus): Words {
  const { coordinatingToolCallId, targetAgentScope, reason, untilMs, userCanInterrupt } = status;
  // The limit isn't shown: it is only the time of the next attempt to get the lease. A banner names the other chat.
  if (isLeaseWait(status)) return i18n.t('conversation.run.waitsForLease');
  if (coordinatingToolCallId === null && targetAgentScope === 'page') {
    return i18n.t('conversation.run.waitsForPage');
  }
  const wait = { time: formatTime(untilMs), reason: sentence(reason) };
  return {
    foreign: i18n.t(userCanInterrupt ? 'conversation.run.waitsOrMessage' : 'conversation.run.waits', wait),
  };
}

export function pausedText(before: PausableStatus): Words {
  return before.state === 'waiting-for-agent-coordination'
    ? { foreign: i18n.t('conversation.run.pausedWaiting', { reason: sentence(before.reason) }) }
    : i18n.t('conversation.run.paused');
}

/** The reason why a run waits for the user; null if the conversation shows it. */
export function userInputText(reason: UserInputReason, roundsPerRun: number): OwnText | null {
  if (reason === 'question') return null;
  return reason === 'round-limit'
    ? i18n.t('conversation.run.roundLimit', { count: roundsPerRun })
    : i18n.t(INPUT_TEXTS[reason]);
}

const INPUT_TEXTS: Readonly<Record<Exclude<UserInputReason, 'question' | 'round-limit'>, TextKey>> = {
  'rolled-back': 'conversation.run.rolledBack',
  'loop-detected': 'conversation.run.loop',
  'cut-off': 'conversation.run.cutOff',
  requested: 'conversation.run.requested',
};

/** Text for an ended run, or for the message that a run waits for; null if nothing needs to be shown. */
export function endedText({ outcome, requiredScope, interruptibleByUser }: SystemInputStatus): string | null {
  if (outcome === 'stopped') return i18n.t('conversation.run.stopped');
  if (outcome !== null) return null;
  const event = eventFrom(requiredScope);
  return i18n.t(
    interruptibleByUser ? 'conversation.run.waitsForEventOrMessage' : 'conversation.run.waitsForEvent',
    { event },
  );
}

function eventFrom(scope: string | null): string {
  if (scope === null) return i18n.t('conversation.run.event.any');
  return scope === 'page'
    ? i18n.t('conversation.run.event.page')
    : i18n.t('conversation.run.event.from', { scope });
}

/** Adds a full stop to a reason that doesn't end in punctuation. */
function sentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}

/**
 * Shown while a request is pending and no part of its response has arrived.
 *
 * @param isRetrying true if several responses had calls that failed and aren't corrected yet
 */
export function waitingText({ attempt }: Pick<Run, 'attempt'>, isRetrying: boolean): string {
  if (isRetrying) return i18n.t('conversation.waiting.retrying');
  return attempt > 1
    ? i18n.t('conversation.waiting.askingAgain', { attempt })
    : i18n.t('conversation.waiting.model');
}
