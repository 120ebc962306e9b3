import type { PageIdentity } from '@/src/core/adapter/page-half';
import type { RecalledExecution } from '@/src/core/ports/page-port';
import type { ChangeProgress } from '@/src/core/records/change-progress';
import type { ExecutionOutcome, PageLook } from '@/src/core/records/execution-outcome';
import type { ExpectedPage } from '@/src/core/records/write-token';
import type { Json, JsonObject } from '@/src/schema/values/json';
import type { PAGE_CHANNEL } from './channels';

/** All requests to a page. Only the background sends these; the content script checks the sender. */
export type PageRequest =
  /** Requests the adapter that matches this page, and the page's identity. The answer may be that its script is missing. */
  | { type: 'identify' }
  | { type: 'get-context'; adapterId: string }
  /** Requests the text that the user has selected. */
  | { type: 'get-selection' }
  /** Scrolls to a thing on the page and marks it for a moment; changes nothing. See `PageDetector.show`. */
  | { type: 'show'; adapterId: string; text: string }
  /** Runs a read tool, or a step of one. Remembered like an execution. */
  | ({ type: 'query' } & PageCall)
  /**
   * Runs a tool that changes the page, or its single step, if the page is still the expected one. Runs once per executionId.
   */
  | ({ type: 'execute'; expected: ExpectedPage } & PageCall & Sent)
  /** Changes the page to a state, if it is still the expected one. Runs once per executionId. */
  | ({
      type: 'apply-state';
      adapterId: string;
      executionId: string;
      state: Json;
      timeoutMs: number;
      expected: ExpectedPage;
    } & Sent)
  /** Withdraws a change: the page must not make it if it hasn't started. */
  | { type: 'withdraw'; executionId: string }
  /** Requests the outcome of an execution after the worker restarted. */
  | { type: 'recall'; executionId: string }
  /**
   * Locks the page against user input for `leaseMs`, or extends the lease. The page unlocks by itself when
   * the lease expires. `leaseId`: the run's id.
   */
  | ({ type: 'lock'; leaseId: string; leaseMs: number } & LockWords)
  /** Ends a lease early. */
  | { type: 'unlock'; leaseId: string }
  /** Shows the button that opens Steward, where the page has a place for it, or removes it. */
  | { type: 'page-button'; isShown: boolean };

/** A request that the page must not execute when it is delivered too late. */
interface Sent {
  /** Milliseconds since 1970. */
  sentAtMs: number;
}

/** A call to a page half. */
interface PageCall {
  adapterId: string;
  executionId: string;
  tool: string;
  args: JsonObject;
  timeoutMs: number;
}

/** The content of the bar over a locked page, in the user's language. */
export interface LockWords {
  /** The language's BCP 47 tag. */
  lang: string;
  dir: 'ltr' | 'rtl';
  text: string;
  /** Replaces `text` once the user has clicked Stop. */
  stopping: string;
  /** Explains why the user's input was blocked. */
  reason: string;
  /** Label of the button. */
  stop: string;
  /** True if Stop is offered. */
  canStop: boolean;
  /** The user's name for the site, and its colour in CSS; null if the site has no name. */
  siteMark: { name: string; color: string } | null;
}

/** The reply to each request, inside a Reply. Untrusted until parsed by the schemas in page-answers.ts. */
export interface PageAnswers {
  identify:
    | { adapterId: string; identity: PageIdentity }
    /** Id of an adapter whose sign the document has, and whose script has to be injected before it can recognize the page. */
    | { missing: string }
    | null;
  'get-context': { context: Json; stateHash: string } & PageLook;
  'get-selection': string;
  show: boolean;
  query: ExecutionOutcome;
  execute: ExecutionOutcome;
  'apply-state': { stateHash: string };
  withdraw: null;
  recall: RecalledExecution;
  lock: null;
  unlock: null;
  'page-button': null;
}

/** A request as the background sends it. */
export interface PageRequestMessage {
  channel: typeof PAGE_CHANNEL;
  request: PageRequest;
}

/**
 * The page changed. Names the newest reading that was requested before its last change, with the number 0 if there was none:
 * only readings of the same document with a higher number certainly show the change. A false number affects only whether the
 * sender's own page is read again.
 */
type ChangeNotice = { notice: 'state-changed' } & PageLook;

/** Notices from a content script. They contain nothing of the page. */
export type PageNotice = { channel: typeof PAGE_CHANNEL } & (
  | ChangeNotice
  /** The user chose Stop on the bar over the page. `leaseId`: the lease that the bar showed. */
  | { notice: 'stop-requested'; leaseId: string }
  /** The user clicked the button in the page that opens Steward. */
  | { notice: 'open-requested' }
  /** The progress of a running change. False numbers affect only what the user sees while it runs. */
  | ({ notice: 'progressed'; executionId: string } & ChangeProgress)
);
