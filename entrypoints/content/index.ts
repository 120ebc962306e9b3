import { browser } from 'wxt/browser';
import { defineContentScript } from 'wxt/utils/define-content-script';
import { pageAdapters } from '@/src/adapters/page-halves';
import { hashJson } from '@/src/core/hash';
import { PAGE_CHANNEL } from '@/src/messages/channels';
import type { PageNotice } from '@/src/messages/page';
import { plainText } from '@/src/texts/plain-text';
import { createAdapterHost } from './adapter-host';
import { createPageButton } from './page-button';
import { createPageLock } from './page-lock/page-lock';
import { watchBackground } from './watch-background';

/** Marks a document that has a host. Content scripts run in an isolated world, so only Steward sees the mark. */
const MARK = Symbol.for('steward/adapter-host');

/**
 * Event by which a starting script makes scripts of earlier versions remove their button and their lock. An update of the extension
 * orphans a script: nothing reaches it any more, and the new script has a world of its own, without the mark. The page may send the
 * event, too; a script that isn't orphaned ignores it.
 */
const START = 'steward:start';

/** The injected scripts by their paths. Each adds itself (scripts/page-parts.ts). */
declare const stewardScripts: ReadonlyMap<string, unknown>;

const OPEN_REQUEST: PageNotice = { channel: PAGE_CHANNEL, notice: 'open-requested' };

/**
 * The page's side of Steward: injected by the background, only where the user turned it on. A second injection finds the mark and
 * does nothing, since only the first one remembers what was executed. The script of the page's adapter is injected later, once this
 * script has found the adapter's sign.
 */
export default defineContentScript({
  registration: 'runtime',
  // The build defines no global for this script (scripts/page-parts.ts).
  globalName: false,
  main() {
    if (MARK in globalThis) return;
    Object.defineProperty(globalThis, MARK, { value: true });
    document.dispatchEvent(new Event(START));
    const pageButton = createPageButton({
      document,
      signs: pageAdapters.map(({ sign }) => sign),
      label: () => plainText('pageButton.label'),
      isTrusted: (event) => event.isTrusted,
      open: async () => browser.runtime.sendMessage(OPEN_REQUEST),
    });
    const pageLock = createPageLock({
      view: window,
      isTrusted: (event) => event.isTrusted,
      onLeases: watchBackground(() => browser.runtime.connect({ name: PAGE_CHANNEL })),
      requestStop: (leaseId) => send({ channel: PAGE_CHANNEL, notice: 'stop-requested', leaseId }),
    });
    document.addEventListener(START, () => {
      if (!isOrphaned()) return;
      pageButton.hide();
      pageLock.end();
    });
    const host = createAdapterHost({
      document,
      adapters: pageAdapters,
      hasScriptOf: (adapterId) => stewardScripts.has(`./${adapterId}.js`),
      pageButton,
      hash: hashJson,
      extensionId: browser.runtime.id,
      notify: (outdated) => send({ channel: PAGE_CHANNEL, notice: 'state-changed', ...outdated }),
      report: (executionId, progress) =>
        send({ channel: PAGE_CHANNEL, notice: 'progressed', executionId, ...progress }),
      now: () => Date.now(),
      pageLock,
    });
    // Firefox opens its sidebar only in the handler of the user's own event, which a message isn't.
    if (!import.meta.env.FIREFOX) pageButton.show();
    window.addEventListener('pageshow', ({ persisted }) => {
      if (persisted) host.noteReturn();
    });
    browser.runtime.onMessage.addListener((message: unknown, sender, sendResponse) => {
      const answer = host.handleMessage(message, sender);
      if (answer === undefined) return undefined;
      // The listener doesn't return the promise: without the polyfill (wxt.config.ts), older browsers don't support that.
      void answer.then(sendResponse);
      return true;
    });
  },
});

/** True once the extension was updated or removed: the browser takes the id from its scripts. */
const isOrphaned = () => browser.runtime.id === undefined;

function send(notice: PageNotice): void {
  // Without a receiver, nothing is lost: a later background reads the page anyway, and a lease that isn't renewed expires.
  if (isOrphaned()) return;
  browser.runtime.sendMessage(notice).catch((error: unknown) => {
    console.info(`Steward: the notice “${notice.notice}” was not delivered.`, error);
  });
}
