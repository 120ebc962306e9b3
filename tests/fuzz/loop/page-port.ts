import { badAnswer } from '@/src/background/page/page-errors';
import { PAGE_LIMITS_MS, STOP_GRACE_MS, TOOL_ANSWER_MARGIN_MS } from '@/src/background/page/page-limits';
import { DEFAULT_APPLY_TIMEOUT_MS } from '@/src/core/adapter/adapter-definition';
import type { Clock, Timer } from '@/src/core/ports/clock';
import type { PagePort } from '@/src/core/ports/page-port';
import { boundPage } from '@/src/core/records/record-access';
import { pageGone, pageSilent } from '@/src/core/shared-errors';
import type { Delivery, FuzzPage } from './fuzz-page';
import type { PageChannel } from './page-channel';
import type { PageFaults, RequestKind } from './page-faults';

const TAB_ID = 1;

/**
 * A change that arrives later than this after it was sent is refused if it was withdrawn (page-host/half-host.ts).
 */
const LATE_MS = 500;

/** A request to the page, with the facts that its delivery depends on. */
interface Request<Answer> {
  step: string;
  kind: RequestKind;
  limitMs: number;
  signal: AbortSignal;
  /** Called when the request arrives. */
  handle(delivery: Delivery): Answer | Promise<Answer>;
}

/**
 * The page port with the limits of the background's page link. Request and answer take several steps; the answer may be
 * late or unreadable, or arrive after the worker's death.
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
      await channel.arrive(kind === 'read' && step === 'state' ? 'from page: state' : `to page: ${step}`);
      // A change is bound to the document that it was sent to; a look may be answered by the next document.
      if (kind === 'change' && page.documentName() !== document) throw pageGone('Another document is there.');
      // For a slow page the limit passes only after the change has arrived.
      if (fault === 'slow') void passLimit(step, limitMs, over.signal);
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
      const ends = [timer.sleep(limitMs, over.signal).then(() => pageSilent(limitMs, null)), stopped()];
      const reason = await Promise.race(ends);
      isWithdrawn = true;
      faults.countMissedAnswer();
      throw reason;
    })();
    /** After a stop, the answer to a change is awaited for a short time. */
    async function stopped(): Promise<unknown> {
      await aborted(signal, over.signal);
      if (kind === 'change') await timer.sleep(STOP_GRACE_MS, over.signal);
      return signal.reason;
    }
    const heard = hear();
    heard.catch(() => undefined);
    cutOff.catch(() => undefined);
    if (fault === 'late') void passLimit(step, limitMs, over.signal);
    try {
      const answer = await Promise.race(isLate ? [cutOff] : [heard, cutOff]);
      if (fault === 'unreadable') throw badAnswer('It was garbled.');
      return answer;
    } finally {
      over.abort();
    }
  }

  /** Lets the limit pass before the answer comes. */
  async function passLimit(step: string, limitMs: number, over: AbortSignal): Promise<void> {
    await turn(`too late: ${step}`);
    if (!over.aborted) deps.pass(limitMs);
  }

  return {
    readContext(_chat, signal = new AbortController().signal) {
      const askedAtMs = clock.now();
      const handle = () => page.read(askedAtMs);
      return ask({ step: 'state', kind: 'read', limitMs: PAGE_LIMITS_MS['get-context'], signal, handle });
    },
    isNewest: (reading) => page.isOpen() && page.isAsIn(reading),
    async placeOf(chat, signal) {
      await turn('from page: place');
      signal.throwIfAborted();
      if (!page.isOpen()) throw pageGone('It is closed.');
      return { origin: boundPage(chat).origin, tabId: TAB_ID };
    },
    query({ id }, request, signal) {
      const limitMs = request.timeoutMs + TOOL_ANSWER_MARGIN_MS;
      const handle = () => page.query(id, request);
      return ask({ step: request.tool, kind: 'read', limitMs, signal, handle });
    },
    execute({ id }, request, signal) {
      const limitMs = request.timeoutMs + TOOL_ANSWER_MARGIN_MS;
      const handle = (delivery: Delivery) => page.execute(id, request, delivery);
      return ask({ step: request.tool, kind: 'change', limitMs, signal, handle });
    },
    applyState({ id }, request, signal) {
      const limitMs = DEFAULT_APPLY_TIMEOUT_MS + TOOL_ANSWER_MARGIN_MS;
      const handle = (delivery: Delivery) => page.apply(id, request, delivery);
      return ask({ step: 'apply state', kind: 'change', limitMs, signal, handle });
    },
    recall(_chat, executionId, signal) {
      const handle = () => page.recall(executionId);
      return ask({ step: 'recall', kind: 'read', limitMs: PAGE_LIMITS_MS.recall, signal, handle });
    },
  };
}

/** Resolves when a signal aborts; never if `over` has aborted before. */
function aborted(signal: AbortSignal, over: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true, signal: over });
  });
}
