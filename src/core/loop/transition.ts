import { assertNever } from '../assert-never';
import { StewardError } from '../errors';
import type { RunStatus, StatusEvent } from './run-status';

/**
 * The one place where a run's status changes. Pure.
 * Throws `illegal-transition` for an event that the status doesn't know: that is a defect, never a guess.
 */
export function transition(status: RunStatus, event: StatusEvent): RunStatus {
  const next = nextStatus(status, event);
  if (next !== null) return next;
  throw new StewardError('illegal-transition', `A run that is ${status.state} can't take ${event.type}.`, {
    remedy: 'This is a defect in Steward; please report it. Sending a new message starts afresh.',
  });
}

/** Whether the run is doing something or waits for an approval, so that no other run may start. */
export function isActive(status: RunStatus): boolean {
  return status.state !== 'waiting-for-system-input' && status.state !== 'waiting-for-user-input';
}

function nextStatus(status: RunStatus, event: StatusEvent): RunStatus | null {
  switch (event.type) {
    case 'calls-received':
      return status.state === 'processing' ? { state: 'waiting-for-tools' } : null;
    case 'results-complete':
      return status.state === 'waiting-for-tools' ? { state: 'processing' } : null;
    case 'approval-needed':
      return status.state === 'waiting-for-tools'
        ? { state: 'waiting-for-approval', approvalId: event.approvalId }
        : null;
    case 'approval-decided':
      return status.state === 'waiting-for-approval' ? { state: 'waiting-for-tools' } : null;
    case 'round-limit-reached':
      return status.state === 'processing'
        ? { state: 'waiting-for-user-input', reason: 'round-limit' }
        : null;
    case 'continued':
      return status.state === 'waiting-for-user-input' ? { state: 'processing' } : null;
    case 'concluded':
      return status.state === 'processing'
        ? { state: 'waiting-for-system-input', outcome: 'completed' }
        : null;
    case 'stopped':
      return status.state === 'waiting-for-system-input'
        ? null
        : { state: 'waiting-for-system-input', outcome: 'stopped' };
    case 'failed':
      return isActive(status) ? { state: 'waiting-for-system-input', outcome: 'error' } : null;
    case 'retried':
      return status.state === 'waiting-for-system-input' && status.outcome === 'error'
        ? { state: 'processing' }
        : null;
    case 'rolled-back':
      if (isActive(status)) return null;
      return event.resumable
        ? { state: 'waiting-for-user-input', reason: 'rolled-back' }
        : { state: 'waiting-for-system-input', outcome: 'completed' };
    default:
      return assertNever(event);
  }
}
