import { assertNever } from '../assert-never';
import { StewardError } from '../errors';
import type {
  CoordinationStatus,
  PageHolder,
  PausableStatus,
  RequestableStatus,
  RunOutcome,
  RunStatus,
  StatusEvent,
} from './run-status';

/** Who is waited for when the bound page went away. */
const PAGE = 'page';

/** Marks the wait for another chat's run to release the page. */
const PAGE_LEASE = 'page-lease';

/** Where every run begins. */
export const FIRST_STATUS: RunStatus = { state: 'waiting-for-all-actors-ready' };

/**
 * The one place where a run's status changes. Pure; docs/architecture.md shows it as a table.
 * Throws `illegal-transition` for an event that the status doesn't know: that is a defect, never a guess.
 */
export function transition(status: RunStatus, event: StatusEvent): RunStatus {
  const next = nextStatus(status, event);
  if (next !== null) return next;
  throw new StewardError('illegal-transition', `A run that is ${status.state} can't take ${event.type}.`, {
    remedy: 'This is a defect in Steward; please report it. Sending a new message starts afresh.',
  });
}

/** How the run ended; null if it isn't over. */
export function outcomeOf(status: RunStatus): RunOutcome | null {
  if (status.state === 'waiting-for-system-input') return status.outcome;
  return status.state === 'done' ? 'completed' : null;
}

/** True if the run is over: the next message starts a new one. Stop can end a run in every other status. */
export function hasEnded(status: RunStatus): boolean {
  return outcomeOf(status) !== null;
}

/** Whether the run is doing something, or waits for something that lets it go on by itself, so that no other run may start. */
export function isActive(status: RunStatus): boolean {
  return (
    status.state !== 'waiting-for-user-input' &&
    status.state !== 'waiting-for-system-input' &&
    status.state !== 'done'
  );
}

/** Whether the run goes on only after the user did something in the panel: decided, answered, continued, resumed, chose a model. */
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
      // A question is answered by a message, not passed over.
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
        ? waitingForPage(event.untilMs)
        : null;
    case 'page-busy':
      return status.state === 'processing' || status.state === 'waiting-for-tools' || isLeaseWait(status)
        ? waitingForLease(event.holder, event.untilMs)
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

/** A run on hold keeps what was decided for when it goes on. */
function approvalDecided(status: RunStatus): RunStatus | null {
  if (status.state === 'waiting-for-approval') return { state: 'waiting-for-tools' };
  return status.state === 'paused' && status.before.state === 'waiting-for-approval'
    ? { state: 'paused', before: { state: 'waiting-for-tools' } }
    : null;
}

function ended(outcome: RunOutcome): RunStatus {
  return { state: 'waiting-for-system-input', outcome, requiredScope: null, interruptibleByUser: true };
}

/** Waits that a message or an event ends without a new run. */
function takesInput(status: RunStatus): boolean {
  return (
    status.state === 'waiting-for-user-input' ||
    status.state === 'waiting-for-agent-coordination' ||
    (status.state === 'waiting-for-system-input' && status.outcome === null)
  );
}

/** Whether steps are being taken, so that a death of the worker interrupts something. */
export function isWorking(status: RunStatus): boolean {
  return (
    status.state === 'processing' ||
    status.state === 'waiting-for-tools' ||
    status.state === 'waiting-for-all-actors-ready'
  );
}

/** Whether the user can hold the run. */
export function isPausable(status: RunStatus): status is PausableStatus {
  return isActive(status) && status.state !== 'paused';
}

function rolledBack(status: RunStatus, resumable: boolean): RunStatus | null {
  if (isActive(status)) return null;
  return resumable ? { state: 'waiting-for-user-input', reason: 'rolled-back' } : ended('completed');
}

/** A forced status answers no question to the user and starts nothing that was over (ledger conflict 35). */
function requested(status: RunStatus, wanted: RequestableStatus): RunStatus | null {
  const asksUser = status.state === 'waiting-for-approval' || status.state === 'paused';
  return asksUser || hasEnded(status) ? null : wanted;
}

/** Whether a wait is for the bound page to come back: the one that Steward itself asks for. */
export function isPageWait(status: CoordinationStatus): boolean {
  return status.coordinatingToolCallId === null && status.coordinatingToolName === PAGE;
}

/** Whether a run waits for another chat's run to release the page. */
export function isLeaseWait(status: RunStatus): status is CoordinationStatus {
  return (
    status.state === 'waiting-for-agent-coordination' &&
    status.coordinatingToolCallId === null &&
    status.coordinatingToolName === PAGE_LEASE
  );
}

function waitingForLease({ chatId, title }: PageHolder, untilMs: number): RunStatus {
  return {
    state: 'waiting-for-agent-coordination',
    coordinatingToolCallId: null,
    coordinatingToolName: PAGE_LEASE,
    targetAgentScope: chatId,
    userCanInterrupt: false,
    seenContextHash: null,
    reason: `Waiting for the chat “${title}”, which is working on this page.`,
    untilMs,
  };
}

function waitingForPage(untilMs: number): RunStatus {
  return {
    state: 'waiting-for-agent-coordination',
    coordinatingToolCallId: null,
    coordinatingToolName: PAGE,
    targetAgentScope: PAGE,
    userCanInterrupt: false,
    seenContextHash: null,
    reason: 'The page is closed or being loaded.',
    untilMs,
  };
}
