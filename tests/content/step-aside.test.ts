// @document
import { expect, it, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { ContentScriptContext } from 'wxt/utils/content-script-context';
import { NOTICE_DELAY_MS } from '@/entrypoints/content/adapter-host';
import contentScript from '@/entrypoints/content/index';
import { BAR_WORDS } from '../fakes/bar-words';
import { createFakeModelFilterPage } from '../fakes/model-filter-page';

// As the injected script of the adapter does (scripts/page-parts.ts).
vi.stubGlobal('stewardScripts', new Map([['./model-filter.js', null]]));

it('a script that an update orphaned sends nothing, and ends its lock when the new script starts', async () => {
  // jsdom has neither layout nor popovers.
  Object.assign(document, { elementFromPoint: () => null });
  Object.assign(HTMLElement.prototype, { showPopover: () => undefined, hidePopover: () => undefined });
  const page = createFakeModelFilterPage(document);
  const addListener = vi.spyOn(browser.runtime.onMessage, 'addListener');
  const sendMessage = vi.spyOn(browser.runtime, 'sendMessage').mockResolvedValue(undefined);
  await contentScript.main(new ContentScriptContext('content'));
  const listens = addListener.mock.calls[0]?.[0] as unknown as (...args: unknown[]) => unknown;
  const ask = (request: object) =>
    new Promise((done) => listens({ channel: 'steward/page', request }, { id: browser.runtime.id }, done));
  const isLocked = () => document.querySelector('steward-lock') !== null;
  await ask({ type: 'identify' });
  await ask({
    type: 'lock',
    ...BAR_WORDS,
    leaseId: 'run',
    leaseMs: 15_000,
    text: 'Working',
    canStop: true,
    siteMark: null,
  });
  expect(isLocked()).toBe(true);

  // The page may send the event, too.
  document.dispatchEvent(new Event('steward:start'));
  expect(isLocked()).toBe(true);

  const { id } = browser.runtime;
  try {
    Object.assign(browser.runtime, { id: undefined });
    document.dispatchEvent(new Event('steward:start'));
    expect(isLocked()).toBe(false);
    page.change((state) => {
      state.search = 'y';
    });
    await new Promise((done) => setTimeout(done, 2 * NOTICE_DELAY_MS));
    expect(sendMessage).not.toHaveBeenCalled();
  } finally {
    Object.assign(browser.runtime, { id });
    page.remove();
  }
});
