import type { RequestableStatus, UserInputReason } from '@/src/schema/run-status';

/** Longest wait of a run for time, a change of the page, its lease, or another chat's answer, in milliseconds. */
export const LONGEST_WAIT_MS = 300_000;

/** The chat that has a page's lease. Runs of other chats wait for it. */
export interface PageHolder {
  chatId: string;
  title: string;
}

/** An event that changes the status of a run. */
export type StatusEvent =
  /** Page and prompt are available. */
  | { type: 'actors-ready'; hasEndpoint: boolean }
  | { type: 'endpoint-available' }
  | { type: 'endpoint-missing' }
  /** A message or event entered the conversation of a run that waited for it. */
  | { type: 'input-accepted' }
  | { type: 'calls-received' }
  | { type: 'results-complete' }
  | { type: 'approval-needed'; approvalId: string }
  | { type: 'approval-decided' }
  | { type: 'user-needed'; reason: UserInputReason }
  | { type: 'continued' }
  | { type: 'concluded' }
  | { type: 'stopped' }
  | { type: 'failed' }
  | { type: 'retried' }
  | { type: 'rolled-back'; resumable: boolean }
  | { type: 'status-requested'; status: RequestableStatus }
  | { type: 'coordination-ended' }
  /** The chat's page is unreachable; `untilMs` is the deadline of the wait for it. */
  | { type: 'page-lost'; untilMs: number }
  /** Another chat has the page's lease; `untilMs` is the time of the next attempt. */
  | { type: 'page-busy'; holder: PageHolder; untilMs: number }
  | { type: 'paused' }
  | { type: 'resumed' }
  /** The worker was restarted. */
  | { type: 'restarted' };

/** Reason why a request isn't sent yet. */
export type QueueWait =
  /** The endpoint already has as many requests of Steward as it may have. */
  | { reason: 'in-flight'; untilMs: null }
  /** The endpoint asked to wait, until this time in milliseconds since 1970. It applies to all chats. */
  | { reason: 'asked-to-wait'; untilMs: number };
