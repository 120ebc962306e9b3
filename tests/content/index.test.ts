// @vitest-environment jsdom
// @own-modules: the content script marks the global object, which can't be undone
import { expect, it, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { ContentScriptContext } from 'wxt/utils/content-script-context';
import contentScript from '@/entrypoints/content/index';
import { createFakeModelFilterPage } from '../fakes/model-filter-page';

// As the injected script of the adapter does (scripts/page-parts.ts).
vi.stubGlobal('stewardScripts', new Map([['./model-filter.js', null]]));

it('creates one host per document, also when injected repeatedly, and declares no match patterns', async () => {
  const page = createFakeModelFilterPage(document);
  const addListener = vi.spyOn(browser.runtime.onMessage, 'addListener');
  const context = new ContentScriptContext('content');
  await contentScript.main(context);
  await contentScript.main(context);
  expect(addListener).toHaveBeenCalledTimes(1);
  expect(contentScript).toMatchObject({ registration: 'runtime' });
  expect(contentScript.matches).toBeUndefined();

  const [listener] = addListener.mock.calls[0] ?? [];
  const message = { channel: 'steward/page', request: { type: 'identify' } };
  const reply = await new Promise((resolve) => {
    const listens = listener as (...args: unknown[]) => unknown;
    expect(listens(message, { id: browser.runtime.id }, resolve)).toBe(true);
    expect(listens('something else', { id: browser.runtime.id }, resolve)).toBeUndefined();
  });
  expect(reply).toEqual({
    ok: true,
    value: { adapterId: 'model-filter', identity: { instanceId: 'fake', title: 'Fake' } },
  });

  const sendMessage = vi.spyOn(browser.runtime, 'sendMessage').mockResolvedValue(undefined);
  page.change((state) => {
    state.search = 'x';
  });
  await vi.waitFor(() =>
    expect(sendMessage).toHaveBeenCalledWith({
      channel: 'steward/page',
      notice: 'state-changed',
      document: expect.any(String),
      order: 0,
    }),
  );
  page.remove();
});
