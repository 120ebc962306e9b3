// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { App } from '@/playground/page/view/app';
import { enterRules, startTestPage, type TestPage } from '../../start-page';
import {
  clearView,
  click,
  giveClipboard,
  menuItem,
  named,
  perform,
  press,
  renderView,
  settle,
  texts,
  type,
} from '../render-view';

let page: TestPage;

beforeEach(async () => {
  page = await startTestPage();
});

afterEach(() => {
  clearView();
  vi.unstubAllGlobals();
});

const show = () => renderView(page, <App />);

const openCopyMenu = () => {
  perform(() => named('Copy model names', '.pane-head *').focus());
  press('Enter');
};

it('offers the matches of a search only while there is one', async () => {
  await show();
  openCopyMenu();
  expect(texts('[role="menuitem"]')).toEqual(['All names (4)', 'Visible names (4)']);
  press('Escape');
  type(named('Search models'), 'o1');
  openCopyMenu();
  expect(texts('[role="menuitem"]')).toEqual([
    'All names (4)',
    'Names found by the search (2)',
    'Visible names (4)',
  ]);
});

it('joins names by comma and space, and shows how many they were', async () => {
  const copied: string[] = [];
  giveClipboard(async (text) => void copied.push(text));
  enterRules(page, 'ignore', 'o1*');
  await show();
  openCopyMenu();
  click(menuItem('Visible names (2)'));
  await settle();
  expect(copied).toEqual(['gpt-4, gpt-4-turbo']);
  expect(texts('.feedback')).toEqual(['2 names copied']);
});

it('shows that the browser refused', async () => {
  giveClipboard(() => Promise.reject(new Error('NotAllowedError')));
  enterRules(page, 'ignore', 'o1*');
  await show();
  click(named('Copy all ignore patterns'));
  await settle();
  expect(texts('.feedback .failed')).toEqual(['1 pattern not copied: the browser did not allow it.']);
});

it('explains why it can’t on a page without https', async () => {
  Object.assign(window, { isSecureContext: false });
  enterRules(page, 'ignore', 'o1*');
  await show();
  click(named('Copy all ignore patterns'));
  expect(texts('.feedback .failed')).toEqual([
    '1 pattern not copied: browsers allow it on https and local pages only.',
  ]);
});
