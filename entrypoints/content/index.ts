import { browser } from 'wxt/browser';
import { defineContentScript } from 'wxt/utils/define-content-script';
import { createPageHalves } from '@/src/adapters/page-halves';
import { hashJson } from '@/src/core/hash';
import { PAGE_CHANNEL } from '@/src/messages/channels';
import type { PageNotice } from '@/src/messages/page';
import { createAdapterHost } from './adapter-host';
import { createPageLock } from './page-lock/page-lock';

/** Marks a document that has its host. Each extension has a world of its own, so only Steward sees it. */
const MARK = Symbol.for('steward/adapter-host');

/**
 * The page's side of Steward: injected by the background, only where the user turned it on. A second injection
 * finds the first one's mark and leaves everything to it, since it alone remembers what was executed.
 */
export default defineContentScript({
  registration: 'runtime',
  main() {
    if (MARK in globalThis) return;
    Object.defineProperty(globalThis, MARK, { value: true });
    const host = createAdapterHost({
      halves: createPageHalves(document),
      hash: hashJson,
      extensionId: browser.runtime.id,
      notify: () => send({ channel: PAGE_CHANNEL, notice: 'state-changed' }),
      now: () => Date.now(),
      pageLock: createPageLock({
        view: window,
        isTrusted: (event) => event.isTrusted,
        requestStop: (leaseId) => send({ channel: PAGE_CHANNEL, notice: 'stop-requested', leaseId }),
      }),
    });
    window.addEventListener('pageshow', ({ persisted }) => {
      if (persisted) host.noteReturn();
    });
    browser.runtime.onMessage.addListener((message: unknown, sender, sendResponse) => {
      const answer = host.handleMessage(message, sender);
      if (answer === undefined) return undefined;
      // Not the promise itself: without the polyfill (wxt.config.ts) older browsers don't take one.
      void answer.then(sendResponse);
      return true;
    });
  },
});

function send(notice: PageNotice): void {
  // Nobody may be there to hear it (an update of the extension leaves this script behind): whoever comes later reads
  // the page anyway, and a lease that nobody renews ends by itself.
  browser.runtime.sendMessage(notice).catch((error: unknown) => {
    console.info(`Steward: nobody took the notice “${notice.notice}”.`, error);
  });
}
