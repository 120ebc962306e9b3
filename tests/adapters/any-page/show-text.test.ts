// @document
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { shownBy } from '@/src/adapters/any-page/definition';
import { createAnyPage } from '@/src/adapters/any-page/page';
import { readPage } from '@/src/adapters/any-page/read/read-page';

const PAGE = `
  <h1>All users</h1>
  <p>Everyone <b>with</b> an account</p>
  <ul><li>First item</li></ul>
  <button>Save</button> <button>Cancel</button>
  <div hidden><span>Secret</span></div>
  <div><div><span>Role</span></div></div>
  <table><thead><tr><th>Name</th></tr></thead><tbody><tr><td>ann</td></tr></tbody></table>
  <label for="invite">Invited by</label><input id="invite" value="spring">
  <a href="/docs">Docs</a>`;

const { signal } = new AbortController();
const page = createAnyPage(document);
/** The elements that were scrolled to and marked. */
let scrolled: Element[];
let marked: [Element, unknown][];

beforeEach(() => {
  document.body.innerHTML = PAGE;
  scrolled = [];
  marked = [];
  // jsdom has no layout.
  Element.prototype.scrollIntoView = function scrollIntoView(this: Element) {
    scrolled.push(this);
  };
  Element.prototype.animate = function animate(this: Element, _frames, options) {
    marked.push([this, options]);
    return {} as Animation;
  };
});

const context = () => ({ ...readPage(document), visit: 'v', tools: [], toolsLeftOut: 0 });

describe('what a name stands for', () => {
  it.each<[string, string, string | null]>([
    ['a heading', 'All users', 'All users'],
    ['a section’s key', 'all-users', 'All users'],
    ['the key of a part', 'all-users/table-1', 'All users'],
    ['a line', 'Everyone with an account', 'Everyone with an account'],
    ['an item of a list', 'First item', 'First item'],
    ['a button among others', 'Cancel', 'Cancel'],
    ['a cell', 'ann', 'ann'],
    ['a column', 'Name', 'Name'],
    ['a label', 'Invited by', 'Invited by'],
    ['a link', 'Docs', 'Docs'],
    ['hidden text', 'Secret', null],
    ['a part of a line', 'Everyone', null],
    ['no text', '', null],
  ])('is the text of the page, for %s', async (_, name, text) => {
    expect(shownBy(context(), name)).toBe(text);
    // What a name stands for is found on the page.
    if (text !== null) expect(await page.show?.(text, signal)).toBe(true);
  });
});

describe('showing a text', () => {
  it.each([
    ['Role', 'SPAN'],
    ['Everyone with an account', 'P'],
    ['Save', 'BUTTON'],
  ])('scrolls to the innermost element that has only %j, and marks it for two seconds', async (text, tag) => {
    expect(await page.show?.(text, signal)).toBe(true);
    expect(scrolled.map(({ tagName }) => tagName)).toEqual([tag]);
    expect(marked).toEqual([[scrolled[0], 2_000]]);
  });

  it('finds text in an open shadow tree', async () => {
    const host = document.body.appendChild(document.createElement('div'));
    host.attachShadow({ mode: 'open' }).innerHTML = '<p>Inside</p>';
    expect(await page.show?.('Inside', signal)).toBe(true);
  });

  it.each(['Secret', 'Gone'])('that the page doesn’t show (%s) does nothing', async (text) => {
    expect(await page.show?.(text, signal)).toBe(false);
    expect(scrolled).toEqual([]);
    expect(marked).toEqual([]);
  });

  it('changes nothing in the document, and neither clicks nor focuses anything', async () => {
    const events = vi.fn();
    const changes = vi.fn();
    for (const type of ['click', 'focus', 'focusin', 'pointerdown', 'input', 'change']) {
      document.addEventListener(type, events, true);
    }
    const observer = new MutationObserver(changes);
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    await page.show?.('Save', signal);
    await Promise.resolve();
    expect(events).not.toHaveBeenCalled();
    expect(changes).not.toHaveBeenCalled();
    observer.disconnect();
  });
});
