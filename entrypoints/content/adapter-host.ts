import type { PageHalf } from '@/src/core/adapter/page-half';
import { assertNever } from '@/src/core/assert-never';
import { StewardError, toErrorInfo } from '@/src/core/errors';
import type { Json } from '@/src/core/json';
import type { ExecutionOutcome, PageLook } from '@/src/core/records/execution-outcome';
import type { PageAnswers, PageRequest } from '@/src/messages/page';
import type { Reply } from '@/src/messages/reply';
import { createExecutionMemory } from './execution-memory';
import { createLateRequests } from './late-requests';
import type { PageLock } from './page-lock/page-lock';
import { createPageOperations, type RequestOf } from './page-operations';
import { isPageMessage, readPageRequest } from './read-page-request';

/** Changes within this time are sent as one notice. */
export const NOTICE_DELAY_MS = 100;

export interface AdapterHostDeps {
  halves: readonly PageHalf[];
  /** The hash of a restorable state. */
  hash: (state: Json) => string;
  /** The only extension whose requests are accepted. */
  extensionId: string;
  /**
   * Notifies the background that the page's state changed. `outdated`: the newest reading before the last change; its
   * number is 0 if there was none.
   */
  notify: (outdated: PageLook) => void;
  pageLock: PageLock;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** The parts of a message's sender that the host checks. */
export interface MessageSender {
  id?: string | undefined;
  tab?: unknown;
}

type PageReply = Reply<PageAnswers[keyof PageAnswers]>;

/** Hosts the page halves in one document and answers the background's requests. */
export interface AdapterHost {
  /** Answers a request of the background, never rejecting; undefined for every other message. */
  handleMessage(message: unknown, sender: MessageSender): Promise<PageReply> | undefined;
  /**
   * Called when the browser restores the document from the back/forward cache: other documents were shown meanwhile.
   */
  noteReturn(): void;
}

/** Runs all operations of the page halves: validated, at most once per execution id, and with a time limit. */
export function createAdapterHost({
  halves,
  hash,
  extensionId,
  notify,
  pageLock,
  now,
}: AdapterHostDeps): AdapterHost {
  const changes = createExecutionMemory();
  /** Separate from `changes`, so that queries don't evict changes. */
  const queries = createExecutionMemory();
  let documentName = newDocumentName();
  let stateReadings = 0;
  /** Number of the newest reading at the last change. Those in progress at the change may not show it. */
  let readingsAtChange = 0;
  const subscribed = new Set<string>();
  /** Never aborted: used for work without a time limit, which lives as long as the document. */
  const lifetime = new AbortController().signal;
  const operations = createPageOperations(hash, nextLook, lifetime);
  const lateRequests = createLateRequests(now);
  let noticeTimer: ReturnType<typeof setTimeout> | null = null;

  function nextLook(): PageLook {
    stateReadings += 1;
    return { document: documentName, order: stateReadings };
  }

  function scheduleNotice(): void {
    readingsAtChange = stateReadings;
    if (noticeTimer !== null) return;
    noticeTimer = setTimeout(() => {
      noticeTimer = null;
      notify({ document: documentName, order: readingsAtChange });
    }, NOTICE_DELAY_MS);
  }

  async function identify(): Promise<PageAnswers['identify']> {
    let firstError: unknown = null;
    for (const half of halves) {
      const identity = await half.detect(lifetime).catch((error: unknown) => {
        // Another adapter may fit the page.
        firstError ??= error;
        return null;
      });
      if (identity === null) continue;
      if (!subscribed.has(half.id)) {
        subscribed.add(half.id);
        half.subscribe(scheduleNotice, lifetime);
      }
      return { adapterId: half.id, identity };
    }
    if (firstError !== null) throw firstError;
    return null;
  }

  async function inHalf<Value>(adapterId: string, act: (half: PageHalf) => Promise<Value>): Promise<Value> {
    const half = halves.find((candidate) => candidate.id === adapterId);
    if (half === undefined) throw unknownAdapter(adapterId);
    return act(half);
  }

  async function change(
    request: RequestOf<'execute'> | RequestOf<'apply-state'>,
    make: (half: PageHalf) => Promise<ExecutionOutcome>,
  ): Promise<ExecutionOutcome> {
    await lateRequests.admit(request);
    return inHalf(request.adapterId, (half) => pageLock.runOwnAction(() => make(half)));
  }

  function recall(executionId: string): PageAnswers['recall'] {
    const change = changes.recall(executionId);
    return change.kind === 'unknown' ? queries.recall(executionId) : change;
  }

  async function answer(request: PageRequest): Promise<PageReply> {
    switch (request.type) {
      case 'identify':
        return toReply(identify());
      case 'get-context':
        return toReply(inHalf(request.adapterId, operations.readContext));
      case 'query':
        return queries.runOnce(request.executionId, () =>
          toReply(
            inHalf(request.adapterId, (half) => pageLock.runOwnAction(() => operations.query(half, request))),
          ),
        );
      case 'execute':
        return changes.runOnce(request.executionId, () =>
          toReply(change(request, (half) => operations.execute(half, request))),
        );
      case 'apply-state': {
        const reply = await changes.runOnce(request.executionId, () =>
          toReply(change(request, (half) => operations.applyState(half, request))),
        );
        return reply.ok ? { ok: true, value: { stateHash: reply.value.stateHashAfter } } : reply;
      }
      case 'withdraw':
        lateRequests.withdraw(request.executionId);
        return { ok: true, value: null };
      case 'recall':
        return { ok: true, value: recall(request.executionId) };
      case 'lock':
        pageLock.lock(request);
        return { ok: true, value: null };
      case 'unlock':
        pageLock.unlock(request.leaseId);
        return { ok: true, value: null };
      default:
        return assertNever(request);
    }
  }

  return {
    noteReturn() {
      documentName = newDocumentName();
      scheduleNotice();
    },
    handleMessage(message, sender) {
      if (!isPageMessage(message)) return undefined;
      // The background has no tab. Senders in a tab, such as extension pages, are rejected.
      if (sender.id !== extensionId || sender.tab !== undefined) return undefined;
      const request = readPageRequest(message.request);
      return request === null ? toReply(Promise.reject(unreadableRequest())) : answer(request);
    },
  };
}

/** A random name that distinguishes documents shown in the same tab. */
function newDocumentName(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}

async function toReply<Value>(work: Promise<Value>): Promise<Reply<Value>> {
  try {
    return { ok: true, value: await work };
  } catch (error) {
    return { ok: false, error: toErrorInfo(error) };
  }
}

function unknownAdapter(adapterId: string): StewardError {
  return new StewardError('page-unknown', `This page has no adapter “${adapterId}”.`, {
    remedy: 'Reload the page, so that it gets the current version of Steward.',
  });
}

function unreadableRequest(): StewardError {
  return new StewardError('internal', 'The content script can’t read this request.', {
    remedy: 'Reload the page, so that it gets the current version of Steward.',
  });
}
