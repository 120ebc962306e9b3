import type { Page } from 'playwright';
import type { ChaosStage } from './chaos-stage';
import type { PageLogScope } from './page-log';

/** Delay of a late answer, in milliseconds. */
const LATE_MS = 4_000;

/** A disturbance of an answer of the page: it is delivered late, or in a form that can't be read. */
type Disturbance = { lateMs: number } | 'unreadable';

interface PageScope {
  /** True while the page does not receive Steward's requests; missing until a fault has occurred in the document. */
  isSilent?: boolean;
  /** Disturbances of the next answers, in order. */
  disturbances?: Disturbance[];
}

/** Keeps Steward's requests from the page. Returns a function that lets them through again. */
export async function silencePage({ filterPage: { page } }: ChaosStage): Promise<() => Promise<void>> {
  await page.evaluate(interceptRequests);
  await setPage(page, { isSilent: true, disturbances: [] });
  return () => setPage(page, { isSilent: false, disturbances: [] });
}

/** The page acts on Steward's next two requests, and answers the one late and the other one unreadably. */
export async function disturbAnswers({ filterPage: { page } }: ChaosStage): Promise<void> {
  await page.evaluate(interceptRequests);
  await setPage(page, { isSilent: false, disturbances: [{ lateMs: LATE_MS }, 'unreadable'] });
}

/**
 * The page's server applies the next save, and answers with an error. Returns a function that does what the user does then: loads the
 * page again.
 */
export async function failAfterSave(stage: ChaosStage): Promise<() => Promise<void>> {
  await stage.filterPage.page.evaluate(hideSuccess);
  return () => stage.reloadPage();
}

const setPage = (page: Page, changed: Required<PageScope>) =>
  page.evaluate((change) => {
    Object.assign(globalThis as PageScope, change);
  }, changed);

/** Runs in the page. Saves are sent and take effect; the page’s code gets an error as their answer. */
function hideSuccess(): void {
  const scope = globalThis as unknown as PageLogScope;
  const { fetch } = window;
  window.fetch = async (...request) => {
    const answer = await fetch(...request);
    if (request[1]?.method !== 'PUT') return answer;
    scope.noteForChaos('saved', '');
    return new Response('<h1>Bad gateway</h1>', { status: 502, headers: { 'Content-Type': 'text/html' } });
  };
}

/**
 * Runs in the page, once for each document. Listeners on the window in the capture phase run before those on the document, where the
 * page listens for requests and Steward for answers. The callbacks have no names, as in `askFilterPage`.
 */
function interceptRequests(): void {
  const scope = globalThis as PageScope;
  if (scope.isSilent !== undefined) return;
  const resent = new WeakSet<Event>();
  window.addEventListener(
    'steward:request',
    (event) => {
      const { requestId } = JSON.parse((event as CustomEvent<string>).detail);
      if (scope.isSilent && !requestId.startsWith('driver-')) event.stopImmediatePropagation();
    },
    { capture: true },
  );
  window.addEventListener(
    'steward:response',
    (event) => {
      const envelope = JSON.parse((event as CustomEvent<string>).detail);
      if (resent.has(event) || envelope.requestId.startsWith('driver-')) return;
      const disturbance = scope.disturbances?.shift();
      if (disturbance === undefined) return;
      event.stopImmediatePropagation();
      const isUnreadable = disturbance === 'unreadable';
      const answer = isUnreadable ? { ...envelope, body: { unreadable: true } } : envelope;
      const copy = new CustomEvent('steward:response', { detail: JSON.stringify(answer) });
      resent.add(copy);
      setTimeout(() => document.dispatchEvent(copy), isUnreadable ? 0 : disturbance.lateMs);
    },
    { capture: true },
  );
}
