import type { ExecutionOutcome, PageLook } from '@/src/core/records/execution-outcome';
import type { PAGE_CHANNEL } from './channels';

export type { ExecutionOutcome };

import type { PageIdentity } from '@/src/core/adapter/page-half';
import type { Json, JsonObject } from '@/src/core/json';
import type { RecalledExecution } from '@/src/core/ports/page-port';

/** What the background may ask of a page. Only the background sends these; the content script checks the sender. */
export type PageRequest =
  /** Which adapter knows this page. */
  | { type: 'identify' }
  | { type: 'get-context'; adapterId: string }
  /** Runs a tool, or a step of one, that only looks. Remembered like an execution. */
  | ({ type: 'query' } & PageCall)
  /** Runs a tool, or its one step, that changes something, once, if the page's state still has the expected hash. */
  | ({ type: 'execute'; expectedStateHash: string } & PageCall & Sent)
  /** Puts the page into a state, if its state still has the expected hash. Runs once per executionId. */
  | ({
      type: 'apply-state';
      adapterId: string;
      executionId: string;
      state: Json;
      timeoutMs: number;
      expectedStateHash: string;
    } & Sent)
  /** The background no longer waits for a change: if it hasn't begun, it must not be made. */
  | { type: 'withdraw'; executionId: string }
  /** What became of an execution, asked by a background that died meanwhile. */
  | { type: 'recall'; executionId: string }
  /**
   * Keeps the user's hands off the page for `leaseMs`, or for as long again where the lease is held already. The page
   * lets go by itself when it ends. `leaseId`: the run's id.
   */
  | ({ type: 'lock'; leaseId: string; leaseMs: number } & LockWords)
  /** Ends a lease before its time. */
  | { type: 'unlock'; leaseId: string };

/** A request that the page must not act on when it is delivered too late. */
interface Sent {
  /** Milliseconds since 1970. */
  sentAtMs: number;
}

/** What a page half is to run. */
interface PageCall {
  adapterId: string;
  executionId: string;
  tool: string;
  args: JsonObject;
  timeoutMs: number;
}

/** What the bar over a locked page shows. */
export interface LockWords {
  text: string;
  /** Whether Stop is offered. */
  canStop: boolean;
}

/** What each request is answered with, inside a Reply. Hostile until parsed by the schemas in page-answers.ts. */
export interface PageAnswers {
  identify: { adapterId: string; identity: PageIdentity } | null;
  'get-context': { context: Json; stateHash: string } & PageLook;
  query: ExecutionOutcome;
  execute: ExecutionOutcome;
  'apply-state': { stateHash: string };
  withdraw: null;
  recall: RecalledExecution;
  lock: null;
  unlock: null;
}

/** A request in its envelope. */
export interface PageRequestMessage {
  channel: typeof PAGE_CHANNEL;
  request: PageRequest;
}

/** What a content script says by itself. It carries nothing of the page. */
export type PageNotice = { channel: typeof PAGE_CHANNEL } /** Something changed, look again. */ & (
  | { notice: 'state-changed' }
  /** The user chose Stop on the bar over the page. `leaseId`: the lease that the bar showed. */
  | { notice: 'stop-requested'; leaseId: string }
);
