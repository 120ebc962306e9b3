import type { StatusEvent } from '@/src/core/records/run-status';
import { transition } from '@/src/core/records/transition';
import { english } from '@/src/core/text/english';
import type { RunStatus } from '@/src/schema/run-status';

/**
 * Reports a change of status that no event of the state machine makes; null if one does. `isRequested`: this status was
 * requested by a module, or set by a built-in call.
 */
export function statusProblem(before: RunStatus, after: RunStatus, isRequested: boolean): string | null {
  const wanted = JSON.stringify(after);
  if (wanted === JSON.stringify(before)) return null;
  const isLegal = eventsTo(after, isRequested).some((event) => {
    try {
      return JSON.stringify(transition(before, event)) === wanted;
    } catch {
      return false;
    }
  });
  return isLegal ? null : `a run went from ${JSON.stringify(before)} to ${wanted}, which no event makes`;
}

/** Every event that could lead to a status. */
function eventsTo(status: RunStatus, isRequested: boolean): StatusEvent[] {
  const events: StatusEvent[] = [
    { type: 'actors-ready', hasEndpoint: true },
    { type: 'actors-ready', hasEndpoint: false },
    { type: 'endpoint-available' },
    { type: 'endpoint-missing' },
    { type: 'input-accepted' },
    { type: 'calls-received' },
    { type: 'results-complete' },
    { type: 'approval-decided' },
    { type: 'continued' },
    { type: 'concluded' },
    { type: 'stopped' },
    { type: 'failed' },
    { type: 'retried' },
    { type: 'rolled-back', resumable: true },
    { type: 'rolled-back', resumable: false },
    { type: 'coordination-ended' },
    { type: 'paused' },
    { type: 'resumed' },
    { type: 'restarted' },
  ];
  if (status.state === 'waiting-for-approval') {
    events.push({ type: 'approval-needed', approvalId: status.approvalId });
  }
  if (status.state === 'waiting-for-user-input') {
    events.push({ type: 'user-needed', reason: status.reason });
  }
  if (status.state === 'waiting-for-agent-coordination') {
    events.push({ type: 'page-lost', untilMs: status.untilMs });
    // The title is quoted in the reason.
    const title = /“(.*)”/s.exec(english(status.reason))?.[1] ?? '';
    const holder = { chatId: status.targetAgentScope ?? '', title };
    events.push({ type: 'page-busy', holder, untilMs: status.untilMs });
  }
  if (isRequested && status.state !== 'waiting-for-approval' && status.state !== 'paused') {
    events.push({ type: 'status-requested', status });
  }
  return events;
}
