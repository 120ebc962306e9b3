// @document
import { act } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { browser } from 'wxt/browser';
import { type TabPlace, usePagePlace } from '@/src/panel/data/use-page-place';
import { withRendering } from '../with-rendering';

const rendering = withRendering();
const TAB = 5;

let place: TabPlace | null;
let tab: { windowId: number; active: boolean };
/** Listeners of the browser's tab events. */
let listeners: Set<() => void>;

function Probe({ tabId }: { tabId: number | null }) {
  place = usePagePlace(tabId);
  return null;
}

beforeEach(() => {
  listeners = new Set();
  const event = {
    addListener: (listener: () => void) => listeners.add(listener),
    removeListener: (listener: () => void) => listeners.delete(listener),
  };
  const get = async (tabId: number) => {
    if (tabId !== TAB) throw new Error(`No tab with id: ${tabId}.`);
    return tab;
  };
  Object.assign(browser.tabs, { get, onActivated: event, onAttached: event });
  Object.assign(browser.windows, { getCurrent: async () => ({ id: 1 }) });
});

const tellListeners = () =>
  act(async () => {
    for (const listen of listeners) listen();
  });
const show = (tabId: number | null) => act(async () => rendering.render(<Probe tabId={tabId} />));

it.each<[string, { windowId: number; active: boolean }, TabPlace]>([
  ['in front of the panel’s window', { windowId: 1, active: true }, 'in-front'],
  ['in another tab of it', { windowId: 1, active: false }, 'other-tab'],
  ['in front of another window', { windowId: 2, active: true }, 'other-window'],
])('returns the place of a page %s', async (_, where, expected) => {
  tab = where;
  await show(TAB);
  expect(place).toBe(expected);
});

it('is updated when the page’s tab is moved or another tab is activated', async () => {
  tab = { windowId: 1, active: true };
  await show(TAB);
  tab = { windowId: 1, active: false };
  await tellListeners();
  expect(place).toBe('other-tab');
  tab = { windowId: 2, active: true };
  await tellListeners();
  expect(place).toBe('other-window');
});

it('is null for a closed tab or none, and removes its listeners', async () => {
  tab = { windowId: 1, active: true };
  await show(TAB);
  await show(9);
  expect(place).toBeNull();
  await show(null);
  expect(place).toBeNull();
  expect(listeners.size).toBe(0);
});
