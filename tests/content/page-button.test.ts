// @document
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createPageButton, PLACE_DELAY_MS } from '@/entrypoints/content/page-button';

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

/** Creates the button for two signs, of which the second has a place. Its shadow root is closed, so `inside` finds the element in it. */
function create(given: { hasSign?: boolean; place?: string; isTrusted?: boolean } = {}) {
  const attach = vi.spyOn(HTMLElement.prototype, 'attachShadow');
  const open = vi.fn(async () => undefined);
  const isIn = vi.fn(() => given.hasSign ?? true);
  const button = createPageButton({
    document: page,
    signs: [{ isIn: () => true }, { isIn, ...('place' in given ? {} : { buttonPlace: '#place' }) }],
    label: () => 'Ask Steward',
    isTrusted: () => given.isTrusted ?? true,
    open,
  });
  const inside = () => attach.mock.results[0]?.value?.querySelector('button');
  return { button, open, inside, attach, isIn };
}

const shown = () => page.querySelectorAll('#place > steward-button').length;
const settle = () => vi.advanceTimersByTimeAsync(PLACE_DELAY_MS);

it('is at the end of its place on a page of the adapter, and opens the panel on a click', async () => {
  place();
  const { button, open, inside, attach } = create();
  button.show();
  await settle();
  expect(shown()).toBe(1);
  expect(inside().textContent).toBe('Ask Steward');
  expect(attach).toHaveBeenCalledWith({ mode: 'closed' });
  inside().click();
  expect(open).toHaveBeenCalledTimes(1);
});

it.each([
  ['without the sign', { hasSign: false }],
  ['whose adapter names no place', { place: '' }],
])('is not in a document %s', async (_, given) => {
  place();
  create(given).button.show();
  await settle();
  expect(shown()).toBe(0);
});

it('looks for no sign in a document without its place', async () => {
  const { button, isIn } = create();
  button.show();
  await settle();
  expect(isIn).not.toHaveBeenCalled();
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
  create().button.show();
  await settle();
  change();
  await settle();
  expect(shown()).toBe(1);
});

it('is removed, stays away while the page changes, and comes back, once', async () => {
  place();
  const { button } = create();
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

it('that is removed while it waits for its place does not appear', async () => {
  const { button } = create();
  button.show();
  place();
  button.hide();
  await settle();
  expect(shown()).toBe(0);
});

it('ignores clicks by scripts of the page', async () => {
  place();
  const { button, open, inside } = create({ isTrusted: false });
  button.show();
  await settle();
  inside().click();
  expect(open).not.toHaveBeenCalled();
});

it('goes away when its extension was updated or removed', async () => {
  place();
  const { button, open, inside } = create();
  open.mockRejectedValue(new Error('Extension context invalidated.'));
  button.show();
  await settle();
  inside().click();
  await settle();
  expect(shown()).toBe(0);
});
