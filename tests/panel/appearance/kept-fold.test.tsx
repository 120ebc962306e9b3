// @vitest-environment jsdom
import { act } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { browser } from 'wxt/browser';
import type { Command } from '@/src/messages/commands';
import { KeptFold } from '@/src/panel/appearance/kept-fold';
import { withRendering } from '../with-rendering';

const rendering = withRendering();
let sent: Command[];

beforeEach(() => {
  sent = [];
  const sendMessage = async ({ command }: { command: Command }) => {
    sent.push(command);
    return { ok: true, value: null };
  };
  Object.assign(browser.runtime, { sendMessage });
});
afterEach(() => browser.storage.local.clear());

/** Does something, and flushes the stored state, the event of the section and React's updates. */
const settled = (work: () => unknown) =>
  act(async () => {
    await work();
    await new Promise((resolve) => setTimeout(resolve, 5));
  });
const show = () =>
  settled(() =>
    rendering.render(
      <KeptFold fold="page-parts" summary="Parts">
        All of them
      </KeptFold>,
    ),
  );
const section = () => rendering.place.querySelector('details');
/** jsdom opens a section at a click on its summary, as browsers do. */
const click = () => settled(() => section()?.querySelector('summary')?.click());

it('a section is folded at first; what the user does is shown and kept', async () => {
  await show();
  expect(section()?.open).toBe(false);
  await click();
  expect(section()?.open).toBe(true);
  await click();
  expect(section()?.open).toBe(false);
  expect(sent).toEqual([
    { type: 'keep-fold', fold: 'page-parts', isOpen: true },
    { type: 'keep-fold', fold: 'page-parts', isOpen: false },
  ]);
});

it('a section that was left open is open in the next panel, and nothing is stored again', async () => {
  await browser.storage.local.set({ 'panel-folds': { 'page-parts': true } });
  await show();
  expect(section()?.open).toBe(true);
  expect(sent).toEqual([]);
});

it('a section without a kept state is folded, whatever else is open', async () => {
  await browser.storage.local.set({ 'panel-folds': { 'technical-details': true } });
  await show();
  expect(section()?.open).toBe(false);
});
