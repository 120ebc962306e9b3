import type { StateHalf } from '@/src/core/adapter/page-half';
import { assertNever } from '@/src/core/assert-never';
import { StewardError, toErrorInfo } from '@/src/core/errors';
import type { ExecutionOutcome, PageLook } from '@/src/core/records/execution-outcome';
import type { PageAnswers } from '@/src/messages/page';
import type { Reply } from '@/src/messages/reply';
import type { Json } from '@/src/schema/values/json';
import { createExecutionMemory } from './execution-memory';
import { createLateRequests } from './late-requests';
import { createOverdueChanges } from './overdue-changes';
import { createPageOperations, type RequestOf } from './page-operations';

/** The requests that concern a page's state. */
export type StateRequestType = 'get-context' | 'query' | 'execute' | 'apply-state' | 'withdraw' | 'recall';

export type StateReply = Reply<PageAnswers[keyof PageAnswers]>;

interface HalfHostDeps {
  /** The half of an adapter. Rejects with `page-unknown` if there is none. */
  halfOf: (adapterId: string) => Promise<StateHalf>;
  hash: (state: Json) => string;
  /** Runs the work of a half on the page, e.g. while the page lock lets it through. */
  runOwnAction: <Value>(work: () => Promise<Value>) => Promise<Value>;
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
export function createHalfHost({ halfOf, hash, runOwnAction, now }: HalfHostDeps): HalfHost {
  const changes = createExecutionMemory();
  /** Separate from `changes`, so that queries don't evict changes. */
  const queries = createExecutionMemory();
  let documentName = newDocumentName();
  let stateReadings = 0;
  /** Signal that never aborts, for work without a time limit. */
  const lifetime = new AbortController().signal;
  const operations = createPageOperations(hash, nextLook, () => documentName, lifetime);
  const lateRequests = createLateRequests(now);
  const overdue = createOverdueChanges();
  /**
   * Controllers of the running changes, by execution id. Aborting one signals to the half that the change was
   * withdrawn.
   */
  const running = new Map<string, AbortController>();

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
                change(request, (half) => operations.execute(half, request, withdrawn)),
              ),
            ),
          );
        case 'apply-state': {
          const reply = await changes.runOnce(request.executionId, () =>
            toReply(change(request, (half) => operations.applyState(half, request))),
          );
          return reply.ok ? { ok: true, value: { stateHash: reply.value.stateHashAfter } } : reply;
        }
        case 'withdraw':
          lateRequests.withdraw(request.executionId);
          running.get(request.executionId)?.abort(withdrawnWhileRunning());
          return { ok: true, value: null };
        case 'recall':
          return { ok: true, value: recall(request.executionId) };
        default:
          return assertNever(request);
      }
    },
  };
}

function withdrawnWhileRunning(): StewardError {
  return new StewardError('timeout', 'The change was stopped while it ran.', {
    remedy: 'It may have taken effect: look at the page before going on.',
  });
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
