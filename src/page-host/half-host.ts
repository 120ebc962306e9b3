import type { StateHalf } from '@/src/core/adapter/page-half';
import { assertNever } from '@/src/core/assert-never';
import { textError, toErrorInfo } from '@/src/core/errors';
import type { RecalledExecution } from '@/src/core/ports/page-port';
import type { ChangeProgress } from '@/src/core/records/change-progress';
import type { ExecutionOutcome, PageLook } from '@/src/core/records/execution-outcome';
import { stopped } from '@/src/core/shared-errors';
import type { PageAnswers } from '@/src/messages/page';
import type { Reply } from '@/src/messages/reply';
import type { Json } from '@/src/schema/values/json';
import { createOverdueChanges } from './overdue-changes';
import { createPageOperations, type RequestOf } from './page-operations';

/**
 * Delay of delivery in milliseconds above which a request was held up by a blocked page. Its withdrawal may then be
 * queued after it.
 */
const LATE_MS = 500;

/**
 * Time that a late request waits for its withdrawal, in milliseconds. The browser delivers the withdrawal right after
 * the request.
 */
const WITHDRAWAL_WAIT_MS = 100;

/** Number of withdrawn ids that are remembered. */
const MAX_WITHDRAWN = 200;

/** Number of executions that are remembered. A restarted background queries them within seconds. */
const MAX_REMEMBERED = 200;

/** The requests that concern a page's state. */
export type StateRequestType = 'get-context' | 'query' | 'execute' | 'apply-state' | 'withdraw' | 'recall';

export type StateReply = Reply<PageAnswers[keyof PageAnswers]>;

interface HalfHostDeps {
  /** The half of an adapter. Rejects with `page-unknown` if there is none. */
  halfOf: (adapterId: string) => Promise<StateHalf>;
  hash: (state: Json) => string;
  /** Runs the work of a half on the page, e.g. while the page lock lets it through. */
  runOwnAction: <Value>(work: () => Promise<Value>) => Promise<Value>;
  /** Receives the progress of a running change. */
  report: (executionId: string, progress: ChangeProgress) => void;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** Runs the requests to state halves, in the content script or in the background. */
export interface HalfHost {
  /** Answers a request, never rejecting. */
  answer(request: RequestOf<StateRequestType>): Promise<StateReply>;
  /** The newest reading of the state that was requested; its number is 0 if there was none. */
  newestLook(): PageLook;
  /** Makes later readings count as those of another document. */
  beginDocument(): void;
}

/** Runs all operations of the halves: at most once per execution id, and with a time limit. */
export function createHalfHost({ halfOf, hash, runOwnAction, report, now }: HalfHostDeps): HalfHost {
  const changes = createExecutionMemory();
  /** Separate from `changes`, so that queries don't evict changes. */
  const queries = createExecutionMemory();
  let documentName = newDocumentName();
  let stateReadings = 0;
  const operations = createPageOperations(hash, nextLook, () => documentName);
  const lateRequests = createLateRequests(now);
  const overdue = createOverdueChanges();
  /**
   * Controllers of the running changes, by execution id. Aborting one signals to the half that the change was
   * withdrawn.
   */
  const running = new Map<string, AbortController>();

  const reportOf =
    ({ executionId }: { executionId: string }) =>
    (progress: ChangeProgress) =>
      report(executionId, progress);

  function nextLook(): PageLook {
    stateReadings += 1;
    return { document: documentName, order: stateReadings };
  }

  async function inHalf<Value>(adapterId: string, act: (half: StateHalf) => Promise<Value>): Promise<Value> {
    return act(await halfOf(adapterId));
  }

  async function change(
    request: RequestOf<'execute'> | RequestOf<'apply-state'>,
    make: (half: StateHalf) => Promise<ExecutionOutcome>,
  ): Promise<ExecutionOutcome> {
    await lateRequests.admit(request);
    return inHalf(request.adapterId, (half) =>
      runOwnAction(async () => {
        overdue.admit();
        return make(overdue.watched(half));
      }),
    );
  }

  async function whileRunning<Value>(
    executionId: string,
    work: (withdrawn: AbortSignal) => Promise<Value>,
  ): Promise<Value> {
    const withdrawn = new AbortController();
    running.set(executionId, withdrawn);
    try {
      return await work(withdrawn.signal);
    } finally {
      running.delete(executionId);
    }
  }

  function recall(executionId: string): PageAnswers['recall'] {
    const change = changes.recall(executionId);
    return change.kind === 'unknown' ? queries.recall(executionId) : change;
  }

  return {
    newestLook: () => ({ document: documentName, order: stateReadings }),
    beginDocument() {
      documentName = newDocumentName();
    },
    async answer(request) {
      switch (request.type) {
        case 'get-context':
          return toReply(overdue.ended().then(() => inHalf(request.adapterId, operations.readContext)));
        case 'query':
          return queries.runOnce(request.executionId, () =>
            toReply(inHalf(request.adapterId, (half) => runOwnAction(() => operations.query(half, request)))),
          );
        case 'execute':
          return changes.runOnce(request.executionId, () =>
            toReply(
              whileRunning(request.executionId, (withdrawn) =>
                change(request, (half) => operations.execute(half, request, withdrawn, reportOf(request))),
              ),
            ),
          );
        case 'apply-state': {
          const reply = await changes.runOnce(request.executionId, () =>
            toReply(change(request, (half) => operations.applyState(half, request, reportOf(request)))),
          );
          return reply.ok ? { ok: true, value: { stateHash: reply.value.stateHashAfter } } : reply;
        }
        case 'withdraw':
          lateRequests.withdraw(request.executionId);
          running
            .get(request.executionId)
            ?.abort(textError('timeout', 'error.pageHost.stopped', { remedy: 'remedy.mayHaveTakenEffect' }));
          return { ok: true, value: null };
        case 'recall':
          return { ok: true, value: recall(request.executionId) };
        default:
          return assertNever(request);
      }
    },
  };
}

/** A random name that distinguishes documents shown in the same tab. */
function newDocumentName(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}

/** The outcome of `work` as a reply. Never rejects. */
export async function toReply<Value>(work: Promise<Value>): Promise<Reply<Value>> {
  try {
    return { ok: true, value: await work };
  } catch (error) {
    return { ok: false, error: toErrorInfo(error) };
  }
}

/**
 * Remembers the executions in this document: prevents running one twice, and lets a restarted background query the
 * outcome.
 */
export interface ExecutionMemory {
  /** Runs `execute` if the id is new. Resolves to the execution's reply in any case. */
  runOnce(
    executionId: string,
    execute: () => Promise<Reply<ExecutionOutcome>>,
  ): Promise<Reply<ExecutionOutcome>>;
  /** The state of an execution, without waiting for it to end. */
  recall(executionId: string): RecalledExecution;
}

export function createExecutionMemory(): ExecutionMemory {
  const replies = new Map<string, Promise<Reply<ExecutionOutcome>>>();
  /** Replies of ended executions. */
  const settled = new Map<string, Reply<ExecutionOutcome>>();

  function forgetOldest(): void {
    for (const executionId of replies.keys()) {
      if (replies.size <= MAX_REMEMBERED) return;
      if (settled.delete(executionId)) replies.delete(executionId);
    }
  }

  return {
    runOnce(executionId, execute) {
      const existing = replies.get(executionId);
      if (existing !== undefined) return existing;
      const reply = execute().then((ended) => {
        settled.set(executionId, ended);
        return ended;
      });
      replies.set(executionId, reply);
      forgetOldest();
      return reply;
    },
    recall(executionId) {
      if (!replies.has(executionId)) return { kind: 'unknown' };
      const reply = settled.get(executionId);
      if (reply === undefined) return { kind: 'running' };
      return reply.ok ? { kind: 'done', outcome: reply.value } : { kind: 'failed', error: reply.error };
    },
  };
}

/** The parts of a page change request that concern its delivery. */
interface ChangeRequest {
  executionId: string;
  /** Time of sending in the background, in milliseconds since 1970: page and background share one clock. */
  sentAtMs: number;
  timeoutMs: number;
}

/** Rejects changes that the background no longer waits for. */
interface LateRequests {
  /** Marks a change that the background no longer waits for. */
  withdraw(executionId: string): void;
  /**
   * Resolves if a change may be made. Rejects with `aborted` if it was withdrawn or is past its time limit. Unlike
   * `timeout`, `aborted` means that it certainly wasn't made.
   */
  admit(request: ChangeRequest): Promise<void>;
}

/**
 * While a page's scripts are blocked, for example by an open dialog, the browser queues the background's messages. When
 * it delivers them, the run may have been stopped, or may have recorded that the change had no effect.
 */
export function createLateRequests(now: () => number): LateRequests {
  const withdrawn = new Set<string>();

  return {
    withdraw(executionId) {
      withdrawn.add(executionId);
      for (const oldest of withdrawn) {
        if (withdrawn.size <= MAX_WITHDRAWN) break;
        withdrawn.delete(oldest);
      }
    },
    async admit({ executionId, sentAtMs, timeoutMs }) {
      const lateMs = now() - sentAtMs;
      if (lateMs > LATE_MS) await new Promise((resolve) => setTimeout(resolve, WITHDRAWAL_WAIT_MS));
      if (lateMs > timeoutMs || withdrawn.has(executionId)) throw stopped();
    },
  };
}
