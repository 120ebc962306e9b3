import type { PageHalf } from '@/src/core/adapter/page-half';
import { StewardError } from '@/src/core/errors';
import type { Json } from '@/src/core/json';
import type { ExecutionOutcome, PageLook } from '@/src/core/tools/execution-outcome';
import type { ToolResult } from '@/src/core/tools/tool-definition';
import type { PageAnswers, PageRequest } from '@/src/messages/page';
import { liesBetween } from './lies-between';
import { withTimeout } from './with-timeout';

/** A request by its type. */
export type RequestOf<Type extends PageRequest['type']> = Extract<PageRequest, { type: Type }>;

/** What the host does with a page half, each time between two looks at the page's state. */
export interface PageWork {
  readContext(half: PageHalf): Promise<PageAnswers['get-context']>;
  /** Runs a tool that only looks. A time-out is a result, since the model can act on it. */
  query(half: PageHalf, request: RequestOf<'query'>): Promise<ExecutionOutcome>;
  /** Runs a tool, if the page's state has the expected hash. Rejects with `timeout`; the tool may still take effect then. */
  execute(half: PageHalf, request: RequestOf<'execute'>): Promise<ExecutionOutcome>;
  /**
   * Puts the page into a state, or leaves it as it was; what others changed meanwhile is never overwritten. The outcome
   * is told in a tool's terms, so that it can be recalled like any other execution.
   */
  applyState(half: PageHalf, request: RequestOf<'apply-state'>): Promise<ExecutionOutcome>;
}

/**
 * `nextLook` names each look at the page's state as soon as it is made. `lifetime` ends what has no time-out of its own.
 * All promises reject with a StewardError only.
 */
export function createPageWork(
  hash: (state: Json) => string,
  nextLook: () => PageLook,
  lifetime: AbortSignal,
): PageWork {
  async function hashNow(half: PageHalf): Promise<string> {
    return hash(await half.captureState(lifetime));
  }

  /** The page's state after a call. */
  async function lookAfter(half: PageHalf): Promise<PageLook & { stateHashAfter: string }> {
    const state = await half.captureState(lifetime);
    return { ...nextLook(), stateHashAfter: hash(state) };
  }

  return {
    async readContext(half) {
      // Asked for in one go, so that no change comes between the two.
      const [context, state] = await Promise.all([half.getContext(lifetime), half.captureState(lifetime)]);
      return { context, stateHash: hash(state), ...nextLook() };
    },

    async query(half, { tool, args, timeoutMs }) {
      const stateHashBefore = await hashNow(half);
      const result = await withTimeout(
        timeoutMs,
        (signal) => half.query(tool, args, signal),
        () => queryTimedOut(tool, timeoutMs),
      );
      return { result, stateHashBefore, ...(await lookAfter(half)) };
    },

    async execute(half, { tool, args, timeoutMs, expectedStateHash }) {
      const stateHashBefore = await hashNow(half);
      if (expectedStateHash !== stateHashBefore) throw pageChanged();
      const result = await withTimeout(
        timeoutMs,
        (signal) => half.execute(tool, args, signal),
        () => {
          throw executionTimedOut(tool, timeoutMs);
        },
      );
      return { result, stateHashBefore, ...(await lookAfter(half)) };
    },

    async applyState(half, { state, timeoutMs, expectedStateHash }) {
      const before = await half.captureState(lifetime);
      const stateHashBefore = hash(before);
      if (expectedStateHash !== stateHashBefore) throw pageChanged();
      await withTimeout(
        timeoutMs,
        (signal) => half.applyState(state, signal),
        () => {
          throw applyTimedOut(timeoutMs);
        },
      );
      const left = await half.captureState(lifetime);
      const after = { ...nextLook(), stateHashAfter: hash(left) };
      if (after.stateHashAfter !== hash(state)) {
        // Somebody else may have changed the page since it took the state; that must not be overwritten.
        if (!liesBetween(left, before, state)) throw holdsMore();
        const putBack = half.applyState(before, lifetime).then(() => hashNow(half));
        const stateHashNow = await putBack.catch((cause: unknown) => {
          throw notTaken(false, cause);
        });
        throw notTaken(stateHashNow === stateHashBefore);
      }
      const result = { success: true, message: 'The page is in the earlier state.' };
      return { result, stateHashBefore, ...after };
    },
  };
}

function queryTimedOut(tool: string, timeoutMs: number): ToolResult {
  return {
    success: false,
    message: `${tool} did not finish within ${timeoutMs / 1_000} s. Try again, or look at the page.`,
    error_code: 'timeout',
  };
}

/** An error rather than a result: the page has to be read again before anybody can tell what happened. */
function executionTimedOut(tool: string, timeoutMs: number): StewardError {
  return new StewardError('timeout', `${tool} did not finish within ${timeoutMs / 1_000} s.`, {
    remedy: 'It may have taken effect: look at the page before going on.',
  });
}

function pageChanged(): StewardError {
  return new StewardError('page-changed', 'The page was changed in the meantime, so nothing was done.', {
    remedy: 'Look at the page, then try again.',
  });
}

function applyTimedOut(timeoutMs: number): StewardError {
  return new StewardError('timeout', `The page didn’t take the state within ${timeoutMs / 1_000} s.`, {
    remedy: 'Look at the page, then try again.',
  });
}

function holdsMore(): StewardError {
  return new StewardError(
    'state-refused',
    'The page shows something that is neither in the state nor was there before, so it was left as it is.',
    { remedy: 'Look at the page, then try again.' },
  );
}

function notTaken(isPutBack: boolean, cause?: unknown): StewardError {
  return new StewardError(
    'state-refused',
    `The page took the state only in part, ${isPutBack ? 'so it was' : 'and could not be'} put back as it was.`,
    { remedy: 'Look at the page, then try again.', cause },
  );
}
