// @document
import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { KeptFold } from '@/src/panel/kit/fields/kept-fold';
import { withRendering } from '../../with-rendering';

const rendering = withRendering();
afterEach(async () => {
  vi.restoreAllMocks();
  await browser.storage.local.clear();
});

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
const isOpen = () => rendering.shown.getByRole<HTMLDetailsElement>('group').open;
const folds = async () => (await browser.storage.local.get('panel-folds'))['panel-folds'];
/** jsdom opens a section at a click on its summary, as browsers do. */
const click = () => settled(() => rendering.user.click(rendering.shown.getByText('Parts')));

it('a section is folded at first; what the user does is shown and kept', async () => {
  await show();
  expect(isOpen()).toBe(false);
  await click();
  expect(isOpen()).toBe(true);
  expect(await folds()).toEqual({ 'page-parts': true });
  await click();
  expect(await folds()).toEqual({ 'page-parts': false });
  expect(isOpen()).toBe(false);
});

it('a section that was left open is open in the next panel, and nothing is stored again', async () => {
  await browser.storage.local.set({ 'panel-folds': { 'page-parts': true } });
  const set = vi.spyOn(browser.storage.local, 'set');
  await show();
  expect(isOpen()).toBe(true);
  expect(set).not.toHaveBeenCalled();
});

it.each([
  ['one without this section', { 'technical-details': true }],
  ['one that can’t be read', 'all'],
  ['null', null],
])('a section is folded if the kept state is %s, and can be opened', async (_, kept) => {
  await browser.storage.local.set({ 'panel-folds': kept });
  await show();
  expect(isOpen()).toBe(false);
  await click();
  expect(isOpen()).toBe(true);
  expect(await folds()).toMatchObject({ 'page-parts': true });
});

it('opening one section keeps the others as they are', async () => {
  await browser.storage.local.set({ 'panel-folds': { 'technical-details': true } });
  await show();
  await click();
  expect(await folds()).toEqual({ 'technical-details': true, 'page-parts': true });
});
