import { assertNever } from '../assert-never';
import type { RunStatus } from '../records/run-status';

/** Who speaks: the user, or the sender of an event by its scope. */
export type Sender = { kind: 'user' } | { kind: 'event'; scope: string };

/**
 * What becomes of input: it starts a run, enters the one that waits for it, or waits in the queue for the next
 * boundary. Nothing is ever refused for coming at the wrong time (ledger conflicts 16 and 19).
 */
export type Admission = 'new-run' | 'join' | 'queue';

/** Settles it from the status of the conversation's last run; null before the first (ledger C-036..C-045). */
export function admit(status: RunStatus | null, sender: Sender): Admission {
  if (status === null) return 'new-run';
  switch (status.state) {
    case 'done':
      return 'new-run';
    case 'waiting-for-system-input':
      if (!isAdmitted(status, sender)) return 'queue';
      return status.outcome === null ? 'join' : 'new-run';
    case 'waiting-for-user-input':
      if (sender.kind === 'event') return 'queue';
      return status.reason === 'question' ? 'join' : 'new-run';
    case 'waiting-for-agent-coordination':
      if (sender.kind === 'user') return status.userCanInterrupt ? 'join' : 'queue';
      return status.targetAgentScope === null || status.targetAgentScope === sender.scope ? 'join' : 'queue';
    case 'waiting-for-all-actors-ready':
    case 'waiting-for-endpoint':
    case 'waiting-for-tools':
    case 'waiting-for-approval':
    case 'processing':
    case 'paused':
      return 'queue';
    default:
      return assertNever(status);
  }
}

function isAdmitted(
  status: { requiredScope: string | null; interruptibleByUser: boolean },
  sender: Sender,
): boolean {
  if (sender.kind === 'user') return status.interruptibleByUser;
  return status.requiredScope === null || status.requiredScope === sender.scope;
}
