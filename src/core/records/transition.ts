import type {
  CoordinationStatus,
  EndedStatus,
  PausableStatus,
  RequestableStatus,
  RunOutcome,
  RunStatus,
} from '@/src/schema/run-status';
import { say } from '@/src/schema/values/said';
import { assertNever } from '../assert-never';
import { internalError } from '../errors';
import { SEND_MESSAGE } from './chat-message';
import type { StatusEvent } from './run-status';

/** Marks the wait for the chat's page to be reachable again. */
const PAGE = 'page';

/** Marks the wait for another chat's run to release the page. */
const PAGE_LEASE = 'page-lease';

/** The status of a new run. */
export const FIRST_STATUS: RunStatus = { state: 'waiting-for-all-actors-ready' };

/**
 * The only function that changes a run's status. Pure; the README of this folder shows it as a table.
 * Throws `illegal-transition` for an event that is not allowed in the status, which is a defect in Steward.
 */
export function transition(status: RunStatus, event: StatusEvent): RunStatus {
  const next = nextStatus(status, event);
  if (next !== null) return next;
  throw internalError('illegal-transition', `A run that is ${status.state} can’t take ${event.type}.`);
}

/** The outcome of the run; null if it isn't over. */
export function outcomeOf(status: RunStatus): RunOutcome | null {
  if (status.state === 'waiting-for-system-input') return status.outcome;
  return status.state === 'done' ? 'completed' : null;
}

/** True if the run is over, so that the next message starts a new one. */
export function hasEnded(status: RunStatus): status is EndedStatus {
  return outcomeOf(status) !== null;
}

/** True if the run works, or waits for anything but the user's input, so that no other run of its chat may start. */
export function isActive(status: RunStatus): boolean {
  return (
    status.state !== 'waiting-for-user-input' &&
    status.state !== 'waiting-for-system-input' &&
    status.state !== 'done'
  );
}

/**
 * True if the run continues only after an action of the user in the panel: a decision, an answer, Continue, Resume,
 * or a choice of model.
 */
export function waitsForUser(status: RunStatus): boolean {
  return (
    status.state === 'waiting-for-approval' ||
    status.state === 'waiting-for-user-input' ||
    status.state === 'waiting-for-endpoint' ||
    status.state === 'paused'
  );
}

function nextStatus(status: RunStatus, event: StatusEvent): RunStatus | null {
  switch (event.type) {
    case 'actors-ready':
      if (status.state !== 'waiting-for-all-actors-ready') return null;
      return event.hasEndpoint ? { state: 'processing' } : { state: 'waiting-for-endpoint' };
    case 'endpoint-available':
      return status.state === 'waiting-for-endpoint' ? { state: 'processing' } : null;
    case 'endpoint-missing':
      return status.state === 'processing' ? { state: 'waiting-for-endpoint' } : null;
    case 'input-accepted':
      return takesInput(status) ? { state: 'processing' } : null;
    case 'calls-received':
      return status.state === 'processing' ? { state: 'waiting-for-tools' } : null;
    case 'results-complete':
      return status.state === 'waiting-for-tools' ? { state: 'processing' } : null;
    case 'approval-needed':
      return status.state === 'waiting-for-tools'
        ? { state: 'waiting-for-approval', approvalId: event.approvalId }
        : null;
    case 'approval-decided':
      return approvalDecided(status);
    case 'user-needed':
      return status.state === 'processing' ? { state: 'waiting-for-user-input', reason: event.reason } : null;
    case 'continued':
      // Continue must not skip a question of `ask_user`; only a message answers it.
      return status.state === 'waiting-for-user-input' && status.reason !== 'question'
        ? { state: 'processing' }
        : null;
    case 'concluded':
      return status.state === 'processing' ? ended('completed') : null;
    case 'stopped':
      return hasEnded(status) ? null : ended('stopped');
    case 'failed':
      return isActive(status) ? ended('error') : null;
    case 'retried':
      return status.state === 'waiting-for-system-input' && status.outcome === 'error'
        ? { state: 'processing' }
        : null;
    case 'rolled-back':
      return rolledBack(status, event.resumable);
    case 'status-requested':
      return requested(status, event.status);
    case 'coordination-ended':
      return status.state === 'waiting-for-agent-coordination' ? { state: 'processing' } : null;
    case 'page-lost':
      return isWorking(status) || status.state === 'waiting-for-endpoint' || isLeaseWait(status)
        ? ownWait({
            coordinatingToolName: PAGE,
            targetAgentScope: PAGE,
            reason: say('said.wait.page'),
            untilMs: event.untilMs,
          })
        : null;
    case 'page-busy':
      return status.state === 'processing' || status.state === 'waiting-for-tools' || isLeaseWait(status)
        ? ownWait({
            coordinatingToolName: PAGE_LEASE,
            targetAgentScope: event.holder.chatId,
            reason: say('said.wait.lease', { title: event.holder.title }),
            untilMs: event.untilMs,
          })
        : null;
    case 'paused':
      return isPausable(status) ? { state: 'paused', before: status } : null;
    case 'resumed':
      return status.state === 'paused' ? status.before : null;
    case 'restarted':
      return isWorking(status) ? FIRST_STATUS : null;
    default:
      return assertNever(event);
  }
}

/** A paused run applies the decision when it resumes. */
function approvalDecided(status: RunStatus): RunStatus | null {
  if (status.state === 'waiting-for-approval') return { state: 'waiting-for-tools' };
  return status.state === 'paused' && status.before.state === 'waiting-for-approval'
    ? { state: 'paused', before: { state: 'waiting-for-tools' } }
    : null;
}

/** The status of a run that is over. */
export function ended(outcome: RunOutcome): EndedStatus {
  return { state: 'waiting-for-system-input', outcome, requiredScope: null, interruptibleByUser: true };
}

/** True for a wait that a message or an event ends without a new run. */
function takesInput(status: RunStatus): boolean {
  return (
    status.state === 'waiting-for-user-input' ||
    status.state === 'waiting-for-agent-coordination' ||
    (status.state === 'waiting-for-system-input' && status.outcome === null)
  );
}

/** True if the run is carrying out steps, so that a restart of the worker interrupts it. */
export function isWorking(status: RunStatus): boolean {
  return (
    status.state === 'processing' ||
    status.state === 'waiting-for-tools' ||
    status.state === 'waiting-for-all-actors-ready'
  );
}

/** The status with which a paused run resumes. Any other run's status is returned as it is. */
export function withoutPause(status: RunStatus): RunStatus {
  return status.state === 'paused' ? status.before : status;
}

/** True if the user can pause the run. */
export function isPausable(status: RunStatus): status is PausableStatus {
  return isActive(status) && status.state !== 'paused';
}

function rolledBack(status: RunStatus, resumable: boolean): RunStatus | null {
  if (isActive(status)) return null;
  return resumable ? { state: 'waiting-for-user-input', reason: 'rolled-back' } : ended('completed');
}

/** A requested status neither replaces a decision of the user nor restarts a run that is over. */
function requested(status: RunStatus, wanted: RequestableStatus): RunStatus | null {
  const asksUser = status.state === 'waiting-for-approval' || status.state === 'paused';
  return asksUser || hasEnded(status) ? null : wanted;
}

/** True for the wait that Steward itself starts when the chat's page is unreachable. */
export function isPageWait(status: CoordinationStatus): boolean {
  return status.coordinatingToolCallId === null && status.coordinatingToolName === PAGE;
}

/** True if a run waits for the page's lease, which another chat has. */
export function isLeaseWait(status: RunStatus): status is CoordinationStatus {
  return (
    status.state === 'waiting-for-agent-coordination' &&
    status.coordinatingToolCallId === null &&
    status.coordinatingToolName === PAGE_LEASE
  );
}

/** True for the wait of a call for another chat's answer. */
export function isAnswerWait(status: RunStatus): status is CoordinationStatus {
  return (
    status.state === 'waiting-for-agent-coordination' &&
    status.coordinatingToolCallId !== null &&
    status.coordinatingToolName === SEND_MESSAGE
  );
}

/** A wait that no call of the model requested and that a message of the user doesn't end. */
function ownWait(
  wait: Pick<CoordinationStatus, 'coordinatingToolName' | 'targetAgentScope' | 'reason' | 'untilMs'>,
): RunStatus {
  return {
    ...wait,
    state: 'waiting-for-agent-coordination',
    coordinatingToolCallId: null,
    userCanInterrupt: false,
    seenContextHash: null,
  };
}
