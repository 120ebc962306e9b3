import type { Dialog, Page } from '@playwright/test';

/** The requests that a test can disturb: requests of the page protocol by type, actions by name. */
type DisturbedRequest = 'get-state' | 'apply-state' | 'save';

/**
 * A fault of one request of Steward:
 * `late`: the page acts at once, and its answer is delivered `ms` later;
 * `slow`: the page acts, and answers, only `ms` later;
 * `unreadable`: the page acts at once, and its answer is malformed;
 * `alert-before`: the page opens `alert()` and acts only after it is dismissed;
 * `alert-after`: the page acts, then opens `alert()`, and its answer is delivered after it is dismissed.
 */
type Fault = { kind: 'late' | 'slow'; ms: number } | { kind: 'unreadable' | 'alert-before' | 'alert-after' };

/** A fault that has not happened yet. */
type PendingFault = Fault & {
  request: DisturbedRequest;
  /** The fault applies only after an answer to this request; null: it applies at once. */
  after: DisturbedRequest | null;
};

type FaultyScope = typeof globalThis & { stewardTestFaults?: PendingFault[] };

/** Faults of one document. Each happens once. Requests of the test itself are not disturbed. A reload ends all faults. */
export interface PageFaults {
  /** Disturbs the next request of this kind; with `after`, the next one that follows an answer to that kind. */
  disturb(request: DisturbedRequest, fault: Fault, options?: { after: DisturbedRequest }): Promise<void>;
  /** The number of faults that have not happened yet. */
  pending(): Promise<number>;
}

/** Makes faults possible in the document that `page` shows. The page's own code stays as it is. */
export async function createPageFaults(page: Page): Promise<PageFaults> {
  await page.evaluate(interceptProtocol);
  return {
    disturb: (request, fault, options) =>
      page.evaluate(
        (added) => {
          (globalThis as FaultyScope).stewardTestFaults?.push(added);
        },
        { ...fault, request, after: options?.after ?? null },
      ),
    pending: () => page.evaluate(() => (globalThis as FaultyScope).stewardTestFaults?.length ?? 0),
  };
}

/**
 * Runs in the page. Listeners on the window in the capture phase run before those on the document, where the page
 * listens for requests and Steward for answers. The callbacks have no names, as in `askFilterPage`.
 */
function interceptProtocol(): void {
  const faults: PendingFault[] = [];
  (globalThis as FaultyScope).stewardTestFaults = faults;
  const resent = new WeakSet<Event>();
  /** Answers don't repeat an action's name, so the kinds of requests are kept by their ids. */
  const kinds = new Map<string, string>();

  window.addEventListener(
    'steward:request',
    (event) => {
      if (resent.has(event)) return;
      const { detail } = event as CustomEvent<string>;
      const { requestId, type, body } = JSON.parse(detail);
      if (requestId.startsWith('driver-')) return;
      const asked = type === 'action' ? body.name : type;
      kinds.set(requestId, asked);
      const index = faults.findIndex(
        ({ kind, request, after }) =>
          (kind === 'alert-before' || kind === 'slow') && request === asked && after === null,
      );
      const [fault] = index < 0 ? [] : faults.splice(index, 1);
      if (fault?.kind === 'alert-before') alert('Before the request');
      if (fault?.kind !== 'slow') return;
      event.stopImmediatePropagation();
      setTimeout(() => {
        const copy = new CustomEvent('steward:request', { detail });
        resent.add(copy);
        document.dispatchEvent(copy);
      }, fault.ms);
    },
    { capture: true },
  );

  window.addEventListener(
    'steward:response',
    (event) => {
      if (resent.has(event)) return;
      const { detail } = event as CustomEvent<string>;
      const envelope = JSON.parse(detail);
      const answered = kinds.get(envelope.requestId);
      if (answered === undefined) return;
      const index = faults.findIndex(
        ({ kind, request, after }) => kind !== 'alert-before' && request === answered && after === null,
      );
      const [fault] = index < 0 ? [] : faults.splice(index, 1);
      for (const waiting of faults) if (waiting.after === answered) waiting.after = null;
      if (fault === undefined) return;
      if (fault.kind === 'alert-after') {
        alert('After the request');
        return;
      }
      event.stopImmediatePropagation();
      const body = fault.kind === 'unreadable' ? { unreadable: true } : envelope.body;
      const answer = new CustomEvent('steward:response', { detail: JSON.stringify({ ...envelope, body }) });
      resent.add(answer);
      setTimeout(() => document.dispatchEvent(answer), fault.kind === 'late' ? fault.ms : 0);
    },
    { capture: true },
  );
}

/** Keeps the next `alert()` of `page` open until it is dismissed here. Meanwhile no script of the page runs, Steward's content script included. */
export function holdAlert(page: Page, panel: Page) {
  const dialog = new Promise<Dialog>((resolve) => page.once('dialog', resolve));
  // If the panel has its own connection, Playwright dismisses the dialog there unless that connection has a listener. The connection is
  // closed at the end of the story.
  if (panel.context() !== page.context()) panel.context().on('dialog', () => undefined);
  return {
    /** Resolves when the dialog is open. */
    opened: dialog.then(() => undefined),
    /** Closes it. The requests that Steward sent meanwhile are delivered then. */
    dismiss: async () => (await dialog).dismiss(),
  };
}

/** Opens an `alert()` in `page`. While it is open, `page.evaluate` and locators of the page hang. */
export async function openAlert(page: Page, panel: Page) {
  const held = holdAlert(page, panel);
  await page.evaluate(() => {
    setTimeout(() => alert('Look here'), 0);
  });
  await held.opened;
  return held;
}

/** Keeps the page's only thread busy for `ms` milliseconds, as a script in a long loop does. */
export async function blockScripts(page: Page, ms: number): Promise<void> {
  await page.evaluate((durationMs) => {
    setTimeout(() => {
      const endMs = performance.now() + durationMs;
      while (performance.now() < endMs);
    }, 0);
  }, ms);
}
