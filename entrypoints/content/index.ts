import { browser } from 'wxt/browser';
import { defineContentScript } from 'wxt/utils/define-content-script';
import { createPageHalves } from '@/src/adapters/page-halves';
import { hashJson } from '@/src/core/hash';
import { PAGE_CHANNEL } from '@/src/messages/channels';
import type { PageNotice } from '@/src/messages/page';
import { i18n } from '@/src/texts/i18n';
import { createAdapterHost } from './adapter-host';
import { createPageButton } from './page-button';
import { createPageLock } from './page-lock/page-lock';
import { selectedText } from './selected-text';
import { watchBackground } from './watch-background';

/** Marks a document that has a host. Content scripts run in an isolated world, so only Steward sees the mark. */
const MARK = Symbol.for('steward/adapter-host');

const OPEN_REQUEST: PageNotice = { channel: PAGE_CHANNEL, notice: 'open-requested' };

/**
 * The page's side of Steward: injected by the background, only where the user turned it on. A second injection
 * finds the mark and does nothing, since only the first one remembers what was executed.
 */
export default defineContentScript({
  registration: 'runtime',
  main() {
    if (MARK in globalThis) return;
    Object.defineProperty(globalThis, MARK, { value: true });
    const halves = createPageHalves(document);
    const pageButton = createPageButton({
      document,
      detectors: halves,
      label: () => i18n.t('pageButton.label'),
      isTrusted: (event) => event.isTrusted,
      open: async () => browser.runtime.sendMessage(OPEN_REQUEST),
    });
    const host = createAdapterHost({
      halves,
      pageButton,
      hash: hashJson,
      extensionId: browser.runtime.id,
      notify: (outdated) => send({ channel: PAGE_CHANNEL, notice: 'state-changed', ...outdated }),
      now: () => Date.now(),
      readSelection: () => selectedText(document),
      pageLock: createPageLock({
        view: window,
        isTrusted: (event) => event.isTrusted,
        onLeases: watchBackground(() => browser.runtime.connect({ name: PAGE_CHANNEL })),
        requestStop: (leaseId) => send({ channel: PAGE_CHANNEL, notice: 'stop-requested', leaseId }),
      }),
    });
    // Firefox opens its sidebar only in the handler of the user's own event, which a message isn't.
    if (!import.meta.env.FIREFOX) pageButton.show();
    window.addEventListener('pageshow', ({ persisted }) => {
      if (persisted) host.noteReturn();
    });
    browser.runtime.onMessage.addListener((message: unknown, sender, sendResponse) => {
      const answer = host.handleMessage(message, sender);
      if (answer === undefined) return undefined;
      // Not by returning the promise: without the polyfill (wxt.config.ts), older browsers don't support that.
      void answer.then(sendResponse);
      return true;
    });
  },
});

function send(notice: PageNotice): void {
  // There may be no receiver (after an update of the extension, this script is orphaned). That is harmless: a later
  // background reads the page anyway, and a lease that isn't renewed expires.
  browser.runtime.sendMessage(notice).catch((error: unknown) => {
    console.info(`Steward: the notice “${notice.notice}” was not delivered.`, error);
  });
}
