import type { StatusEvent } from '@/src/core/records/run-status';
import type { CoordinationStatus, RunStatus, SystemInputStatus } from '@/src/schema/run-status';

/** A wait for the page that the user may interrupt. */
export const coordination = (more: Partial<CoordinationStatus> = {}): CoordinationStatus => ({
  state: 'waiting-for-agent-coordination',
  coordinatingToolCallId: 'call',
  coordinatingToolName: 'wait',
  targetAgentScope: 'page',
  userCanInterrupt: true,
  seenContextHash: null,
  reason: 'The page is slow.',
  untilMs: 5_000,
  ...more,
});

/** A wait for any input. */
export const systemInput = (more: Partial<SystemInputStatus> = {}): SystemInputStatus => ({
  state: 'waiting-for-system-input',
  outcome: null,
  requiredScope: null,
  interruptibleByUser: true,
  ...more,
});

/** One example of each status, by its name in the table of src/core/records/README.md. */
export const STATUSES: Readonly<Record<string, RunStatus>> = {
  starting: { state: 'waiting-for-all-actors-ready' },
  endpoint: { state: 'waiting-for-endpoint' },
  processing: { state: 'processing' },
  tools: { state: 'waiting-for-tools' },
  approval: { state: 'waiting-for-approval', approvalId: 'a' },
  user: { state: 'waiting-for-user-input', reason: 'question' },
  coordination: coordination(),
  system: systemInput({ requiredScope: 'page', interruptibleByUser: false }),
  paused: { state: 'paused', before: { state: 'processing' } },
  completed: systemInput({ outcome: 'completed' }),
  stopped: systemInput({ outcome: 'stopped' }),
  error: systemInput({ outcome: 'error' }),
  done: { state: 'done' },
};

/** Other texts of the table's cells. */
export const OUTCOMES: Readonly<Record<string, RunStatus>> = {
  ...STATUSES,
  'user (round-limit)': { state: 'waiting-for-user-input', reason: 'round-limit' },
  'user (rolled-back)': { state: 'waiting-for-user-input', reason: 'rolled-back' },
  'coordination (page)': coordination({
    coordinatingToolCallId: null,
    coordinatingToolName: 'page',
    userCanInterrupt: false,
    reason: 'The page is closed, has crashed, or is being loaded.',
    untilMs: 9_000,
  }),
  'coordination (page-lease)': coordination({
    coordinatingToolCallId: null,
    coordinatingToolName: 'page-lease',
    targetAgentScope: 'other',
    userCanInterrupt: false,
    reason: 'Waiting for the chat “Block previews”, which is working on this page.',
    untilMs: 9_000,
  }),
};

/** One example of each event, by its name in the table. */
export const EVENTS: Readonly<Record<string, StatusEvent>> = {
  'actors-ready': { type: 'actors-ready', hasEndpoint: true },
  'actors-ready, no endpoint': { type: 'actors-ready', hasEndpoint: false },
  'endpoint-available': { type: 'endpoint-available' },
  'endpoint-missing': { type: 'endpoint-missing' },
  'input-accepted': { type: 'input-accepted' },
  'calls-received': { type: 'calls-received' },
  'results-complete': { type: 'results-complete' },
  'approval-needed': { type: 'approval-needed', approvalId: 'a' },
  'approval-decided': { type: 'approval-decided' },
  'user-needed': { type: 'user-needed', reason: 'round-limit' },
  continued: { type: 'continued' },
  concluded: { type: 'concluded' },
  stopped: { type: 'stopped' },
  failed: { type: 'failed' },
  retried: { type: 'retried' },
  'rolled-back, resumable': { type: 'rolled-back', resumable: true },
  'rolled-back, complete': { type: 'rolled-back', resumable: false },
  'status-requested (done)': { type: 'status-requested', status: { state: 'done' } },
  'coordination-ended': { type: 'coordination-ended' },
  'page-lost': { type: 'page-lost', untilMs: 9_000 },
  'page-busy': {
    type: 'page-busy',
    holder: { chatId: 'other', title: 'Block previews' },
    untilMs: 9_000,
  },
  paused: { type: 'paused' },
  resumed: { type: 'resumed' },
  restarted: { type: 'restarted' },
};
