import type { PageHalf } from '@/src/core/adapter/page-half';
import { assertNever } from '@/src/core/assert-never';
import { StewardError, toErrorInfo } from '@/src/core/errors';
import type { Json } from '@/src/core/json';
import type { ExecutionOutcome } from '@/src/core/tools/execution-outcome';
import type { PageAnswers, PageRequest } from '@/src/messages/page';
import type { Reply } from '@/src/messages/reply';
import { createExecutionMemory } from './execution-memory';
import { isPageMessage, readPageRequest } from './read-page-request';
import { withTimeout } from './with-timeout';

/** A burst of changes within this time is one notice. */
export const NOTICE_DELAY_MS = 100;

export interface AdapterHostDeps {
  halves: readonly PageHalf[];
  /** The hash of a restorable state. */
  hash: (state: Json) => string;
  /** The only extension that may ask. */
  extensionId: string;
  /** Tells the background that the page's state changed. */
  notify: () => void;
}

/** Who sent a message, as far as the host cares. */
export interface MessageSender {
  id?: string | undefined;
  tab?: unknown;
}

type PageReply = Reply<PageAnswers[keyof PageAnswers]>;

/** Hosts the page halves in one document and answers the background's requests. */
export interface AdapterHost {
  /** Answers a request of the background, never rejecting; undefined for every other message. */
  handleMessage(message: unknown, sender: MessageSender): Promise<PageReply> | undefined;
}

/** Everything that a page half does is done here, once, checked and timed. */
export function createAdapterHost({ halves, hash, extensionId, notify }: AdapterHostDeps): AdapterHost {
  const memory = createExecutionMemory();
  const subscribed = new Set<string>();
  /** The host lives as long as its document, and so does what runs without a time-out of its own. */
  const lifetime = new AbortController().signal;
  let noticeTimer: ReturnType<typeof setTimeout> | null = null;

  function scheduleNotice(): void {
    if (noticeTimer !== null) return;
    noticeTimer = setTimeout(() => {
      noticeTimer = null;
      notify();
    }, NOTICE_DELAY_MS);
  }

  async function identify(): Promise<PageAnswers['identify']> {
    for (const half of halves) {
      const identity = await half.detect(lifetime);
      if (identity === null) continue;
      if (!subscribed.has(half.id)) {
        subscribed.add(half.id);
        half.subscribe(scheduleNotice, lifetime);
      }
      return { adapterId: half.id, identity };
    }
    return null;
  }

  function halfOf(adapterId: string): PageHalf {
    const half = halves.find((candidate) => candidate.id === adapterId);
    if (half === undefined) throw unknownAdapter(adapterId);
    return half;
  }

  const hashNow = async (half: PageHalf) => hash(await half.captureState(lifetime));

  async function getContext(adapterId: string): Promise<PageAnswers['get-context']> {
    const half = halfOf(adapterId);
    // Asked for in one go, so that no change comes between the two.
    const [context, state] = await Promise.all([half.getContext(lifetime), half.captureState(lifetime)]);
    return { context, stateHash: hash(state) };
  }

  async function execute(request: Extract<PageRequest, { type: 'execute' }>): Promise<ExecutionOutcome> {
    const half = halfOf(request.adapterId);
    const stateHashBefore = await hashNow(half);
    if (request.expectedStateHash !== null && request.expectedStateHash !== stateHashBefore)
      throw pageChanged();
    const result = await withTimeout(
      request.timeoutMs,
      (signal) => half.execute(request.tool, request.args, signal),
      () => ({
        success: false,
        message: `${request.tool} did not finish within ${request.timeoutMs / 1_000} s. Look at the page’s state before trying again: it may have taken effect.`,
        error_code: 'timeout',
      }),
    );
    return { result, stateHashBefore, stateHashAfter: await hashNow(half) };
  }

  /** The outcome is told in a tool's terms too, so that a rollback can be recalled like any other execution. */
  async function applyState(
    request: Extract<PageRequest, { type: 'apply-state' }>,
  ): Promise<ExecutionOutcome> {
    const half = halfOf(request.adapterId);
    const before = await half.captureState(lifetime);
    const stateHashBefore = hash(before);
    if (request.expectedStateHash !== stateHashBefore) throw pageChanged();
    await withTimeout(
      request.timeoutMs,
      (signal) => half.applyState(request.state, signal),
      () => {
        throw applyTimedOut(request.timeoutMs);
      },
    );
    const stateHashAfter = await hashNow(half);
    if (stateHashAfter !== hash(request.state)) {
      await half.applyState(before, lifetime);
      throw notTaken((await hashNow(half)) === stateHashBefore);
    }
    return {
      result: { success: true, message: 'The page is in the earlier state.' },
      stateHashBefore,
      stateHashAfter,
    };
  }

  async function recall(executionId: string): Promise<Reply<PageAnswers['recall']>> {
    const reply = await memory.recall(executionId);
    if (reply === undefined) return { ok: true, value: { known: false } };
    return reply.ok ? { ok: true, value: { known: true, outcome: reply.value } } : reply;
  }

  async function answer(request: PageRequest): Promise<PageReply> {
    switch (request.type) {
      case 'identify':
        return toReply(identify());
      case 'get-context':
        return toReply(getContext(request.adapterId));
      case 'execute':
        return memory.runOnce(request.executionId, () => toReply(execute(request)));
      case 'apply-state': {
        const reply = await memory.runOnce(request.executionId, () => toReply(applyState(request)));
        return reply.ok ? { ok: true, value: { stateHash: reply.value.stateHashAfter } } : reply;
      }
      case 'recall':
        return recall(request.executionId);
      default:
        return assertNever(request);
    }
  }

  return {
    handleMessage(message, sender) {
      if (!isPageMessage(message)) return undefined;
      // The background has no tab; whatever runs in one, an extension page among them, has no business here.
      if (sender.id !== extensionId || sender.tab !== undefined) return undefined;
      const request = readPageRequest(message.request);
      return request === null ? toReply(Promise.reject(unreadableRequest())) : answer(request);
    },
  };
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
    remedy: 'Reload the page, so that it gets the present version of Steward.',
  });
}

function pageChanged(): StewardError {
  return new StewardError('page-changed', 'The page was changed in the meantime, so nothing was done.', {
    remedy: 'Look at the page as it is now, then try again.',
  });
}

function applyTimedOut(timeoutMs: number): StewardError {
  return new StewardError('timeout', `The page didn’t take the state within ${timeoutMs / 1_000} s.`, {
    remedy: 'Look at the page: it may have taken it late. Then try again.',
  });
}

function notTaken(isPutBack: boolean): StewardError {
  return new StewardError(
    'state-refused',
    isPutBack
      ? 'The page took the state only in part, so it was put back as it was.'
      : 'The page took the state only in part, and could not be put back as it was.',
    { remedy: 'Look at the page, then try again.' },
  );
}

function unreadableRequest(): StewardError {
  return new StewardError('internal', 'The content script got a request that it can’t read.', {
    remedy: 'Reload the page, so that it gets the present version of Steward.',
  });
}
