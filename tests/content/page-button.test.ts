// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createPageButton, PLACE_DELAY_MS } from '@/entrypoints/content/page-button';
import type { PageDetector } from '@/src/core/adapter/page-half';
import { StewardError } from '@/src/core/errors';

/** A document for each test: the button observes it for as long as it lives. */
let page: Document;

beforeEach(() => {
  vi.useFakeTimers();
  page = document.implementation.createHTMLDocument();
});
afterEach(() => {
  vi.useRealTimers();
});

const place = (id = 'place') => {
  const element = page.createElement('div');
  element.id = id;
  page.body.append(element);
  return element;
};

/** The button with one detector; its shadow root is closed, so clicks on it are sent to what is inside by `click`. */
function create(detect: PageDetector['detect'], given: { place?: string; isTrusted?: boolean } = {}) {
  const attach = vi.spyOn(HTMLElement.prototype, 'attachShadow');
  const open = vi.fn(async () => undefined);
  const button = createPageButton({
    document: page,
    detectors: [
      { id: 'other', detect: async () => ({ instanceId: 'x', title: 'x' }), subscribe: () => undefined },
      {
        id: 'own',
        detect,
        subscribe: () => undefined,
        ...('place' in given ? {} : { buttonPlace: '#place' }),
      },
    ],
    label: () => 'Ask Steward',
    isTrusted: () => given.isTrusted ?? true,
    open,
  });
  const inside = () => attach.mock.results[0]?.value?.querySelector('button');
  return { button, open, inside, attach };
}

const shown = () => page.querySelectorAll('#place > steward-button').length;
const found = async () => ({ instanceId: 'page', title: 'Page' });
const settle = () => vi.advanceTimersByTimeAsync(PLACE_DELAY_MS);

it('is at the end of its place on a page of the adapter, and opens the panel on a click', async () => {
  place();
  const { button, open, inside, attach } = create(found);
  button.show();
  await settle();
  expect(shown()).toBe(1);
  expect(inside().textContent).toBe('Ask Steward');
  expect(attach).toHaveBeenCalledWith({ mode: 'closed' });
  inside().click();
  expect(open).toHaveBeenCalledTimes(1);
});

it.each<[string, PageDetector['detect'], { place?: string }]>([
  ['another page', async () => null, {}],
  [
    'a page with which the adapter can’t work',
    async () => {
      throw new StewardError('page-protocol', 'Old.', { remedy: 'Update.' });
    },
    {},
  ],
  ['a page whose adapter names no place', found, { place: '' }],
])('is not on %s', async (_, detect, given) => {
  place();
  create(detect, given).button.show();
  await settle();
  expect(shown()).toBe(0);
});

it('asks no adapter about a document without its place', async () => {
  const detect = vi.fn(found);
  create(detect).button.show();
  await settle();
  expect(detect).not.toHaveBeenCalled();
});

it.each([
  ['later', () => place()],
  [
    'again after the page has replaced it',
    () => {
      page.body.innerHTML = '';
      place();
    },
  ],
])('comes when its place is there %s', async (when, change) => {
  if (when !== 'later') place();
  create(found).button.show();
  await settle();
  change();
  await settle();
  expect(shown()).toBe(1);
});

it('is removed, stays away while the page changes, and comes back, once', async () => {
  place();
  const { button } = create(found);
  button.show();
  await settle();
  button.hide();
  expect(shown()).toBe(0);
  place('further');
  await settle();
  expect(shown()).toBe(0);
  button.show();
  button.show();
  await settle();
  expect(shown()).toBe(1);
});

it('that is removed while its page is being recognized does not appear', async () => {
  place();
  const { button } = create(async (signal) => {
    await new Promise((done) => setTimeout(done, PLACE_DELAY_MS));
    return signal.aborted ? null : found();
  });
  button.show();
  button.hide();
  await vi.advanceTimersByTimeAsync(PLACE_DELAY_MS * 2);
  expect(shown()).toBe(0);
});

it('ignores clicks by scripts of the page', async () => {
  place();
  const { button, open, inside } = create(found, { isTrusted: false });
  button.show();
  await settle();
  inside().click();
  expect(open).not.toHaveBeenCalled();
});

it('goes away when its extension was updated or removed', async () => {
  place();
  const { button, open, inside } = create(found);
  open.mockRejectedValue(new Error('Extension context invalidated.'));
  button.show();
  await settle();
  inside().click();
  await settle();
  expect(shown()).toBe(0);
});
