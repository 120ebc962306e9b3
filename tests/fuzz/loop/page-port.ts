import { badAnswer, pageGone, pageSilent } from '@/src/background/page-errors';
import { PAGE_LIMITS_MS, STOP_GRACE_MS, TOOL_ANSWER_MARGIN_MS } from '@/src/background/page-limits';
import type { Clock, PagePort, Timer } from '@/src/core/loop/ports';
import { boundPage } from '@/src/core/loop/record-access';
import type { Delivery, FuzzPage } from './fuzz-page';
import type { PageChannel } from './page-channel';
import type { PageFaults, RequestKind } from './page-faults';

/** The page's tab. */
const TAB = 1;

/** A change that arrives later than this after it was sent waits for its withdrawal (see the content script). */
const LATE_MS = 500;

/** A request to the page, as far as its way there and back matters. */
interface Request<Answer> {
  step: string;
  kind: RequestKind;
  limitMs: number;
  signal: AbortSignal;
  /** The page handles it. */
  handle(delivery: Delivery): Answer | Promise<Answer>;
}

/**
 * The way to the page, with the limits of the background's page link: request and answer take their time, and the answer
 * may be late, unreadable, or find no worker any more.
 */
export function createPagePort(deps: {
  page: FuzzPage;
  channel: PageChannel;
  faults: PageFaults;
  clock: Clock;
  timer: Timer;
  /** Waits for the step's turn; never resolves in a dead worker. */
  turn(step: string): Promise<void>;
  pass(ms: number): void;
}): PagePort {
  const { page, channel, faults, clock, timer, turn } = deps;

  async function ask<Answer>({ step, kind, limitMs, signal, handle }: Request<Answer>): Promise<Answer> {
    signal.throwIfAborted();
    const fault = faults.take(kind);
    const isLate = fault === 'late' || fault === 'slow';
    const sentAtMs = clock.now();
    const document = page.documentName();
    const over = new AbortController();
    let isWithdrawn = false;

    async function deliver(): Promise<Answer> {
      await channel.arrive(kind === 'look' && step === 'state' ? 'from page: state' : `to page: ${step}`);
      // A change is sent to one document, and once; a look finds the next document.
      if (kind === 'change' && page.documentName() !== document) throw pageGone('Another document is there.');
      // A slow page has got what it is slow with.
      if (fault === 'slow') void comeTooLate(step, limitMs, over.signal);
      const lateMs = clock.now() - sentAtMs;
      const isTooLate = lateMs > limitMs || (lateMs > LATE_MS && isWithdrawn);
      return handle({ isTooLate, isSlow: fault === 'slow', isAwaited: () => !over.signal.aborted });
    }

    async function hear(): Promise<Answer> {
      try {
        return await deliver();
      } finally {
        if (step !== 'state') await turn(`from page: ${step}`);
      }
    }

    const cutOff = (async () => {
      const ends = [timer.sleep(limitMs, over.signal).then(() => pageSilent(limitMs)), stopped()];
      const reason = await Promise.race(ends);
      isWithdrawn = true;
      faults.noteMissing();
      throw reason;
    })();
    /** The answer to a change is awaited for a short time after a stop. */
    async function stopped(): Promise<unknown> {
      await aborted(signal, over.signal);
      if (kind === 'change') await timer.sleep(STOP_GRACE_MS, over.signal);
      return signal.reason;
    }
    const heard = hear();
    heard.catch(() => undefined);
    cutOff.catch(() => undefined);
    if (fault === 'late') void comeTooLate(step, limitMs, over.signal);
    try {
      const answer = await Promise.race(isLate ? [cutOff] : [heard, cutOff]);
      if (fault === 'unreadable') throw badAnswer('It was garbled.');
      return answer;
    } finally {
      over.abort();
    }
  }

  /** The limit is over before the answer comes. */
  async function comeTooLate(step: string, limitMs: number, over: AbortSignal): Promise<void> {
    await turn(`too late: ${step}`);
    if (!over.aborted) deps.pass(limitMs);
  }

  return {
    readContext(_chat, signal) {
      const askedAtMs = clock.now();
      const handle = () => page.read(askedAtMs);
      return ask({ step: 'state', kind: 'look', limitMs: PAGE_LIMITS_MS['get-context'], signal, handle });
    },
    async placeOf(chat, signal) {
      await turn('from page: place');
      signal.throwIfAborted();
      if (!page.isOpen()) throw pageGone('It is closed.');
      return { origin: boundPage(chat).origin, tabId: TAB };
    },
    query({ id }, request, signal) {
      const limitMs = request.timeoutMs + TOOL_ANSWER_MARGIN_MS;
      const handle = () => page.query(id, request);
      return ask({ step: request.tool, kind: 'look', limitMs, signal, handle });
    },
    execute({ id }, request, signal) {
      const limitMs = request.timeoutMs + TOOL_ANSWER_MARGIN_MS;
      const handle = (delivery: Delivery) => page.execute(id, request, delivery);
      return ask({ step: request.tool, kind: 'change', limitMs, signal, handle });
    },
    applyState({ id }, request, signal) {
      const limitMs = PAGE_LIMITS_MS['apply-state'] + TOOL_ANSWER_MARGIN_MS;
      const handle = (delivery: Delivery) => page.apply(id, request, delivery);
      return ask({ step: 'apply state', kind: 'change', limitMs, signal, handle });
    },
    recall(_chat, executionId, signal) {
      const handle = () => page.recall(executionId);
      return ask({ step: 'recall', kind: 'look', limitMs: PAGE_LIMITS_MS.recall, signal, handle });
    },
  };
}

/** Resolves when a signal aborts; never after `over` has. */
function aborted(signal: AbortSignal, over: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true, signal: over });
  });
}
