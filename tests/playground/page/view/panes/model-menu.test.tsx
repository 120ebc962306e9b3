// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { App } from '@/playground/page/view/app';
import { enterRules, startTestPage, type TestPage } from '../../start-page';
import {
  askForMenu,
  clearView,
  click,
  clientList,
  clientRow,
  giveClipboard,
  menuItem,
  perform,
  press,
  renderView,
  settle,
  texts,
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
const state = () => page.store.getState();
const rulesNow = () => state().drafts.openai;
const fieldMessage = (kind: string) => document.getElementById(`add-${kind}-rule-message`)?.textContent;

it.each([
  ['Add to ignore rules', { ignore: ['o1'], whitelist: [] }],
  ['Add to whitelist rules', { ignore: [], whitelist: ['o1'] }],
])('%s uses the model’s name as the pattern', async (label, rules) => {
  await show();
  askForMenu(clientRow('openai/o1'));
  click(menuItem(label));
  expect(rulesNow()).toEqual(rules);
});

it('escapes wildcards', async () => {
  page.store.dispatch({ type: 'models-requested', provider: 'openai', request: 99 });
  page.store.dispatch({
    type: 'models-loaded',
    provider: 'openai',
    request: 99,
    models: ['openai/a[b]*?'],
  });
  await show();
  askForMenu(clientRow('openai/a[b]*?'));
  click(menuItem('Add to ignore rules'));
  expect(rulesNow()?.ignore).toEqual(['a[[]b][*][?]']);
});

it('shows at the list’s field if the rule is redundant, and keeps the typed text', async () => {
  enterRules(page, 'ignore', 'o1*');
  page.store.dispatch({ type: 'field-typed', kind: 'ignore', text: 'half a ru' });
  await show();
  askForMenu(clientRow('openai/o1-preview'));
  click(menuItem('Add to ignore rules'));
  expect(fieldMessage('ignore')).toBe('Not added: “o1-preview” is already covered by “o1*”.');
  expect(state().fields.ignore.text).toBe('half a ru');
});

it('goes to the deciding rule, and is disabled if there is none', async () => {
  enterRules(page, 'ignore', 'gpt-9, o1*');
  await show();
  askForMenu(clientRow('openai/o1'));
  click(menuItem('Go to deciding rule'));
  await settle();
  expect(document.activeElement?.textContent).toBe('o1*');
  askForMenu(clientRow('openai/gpt-4'));
  expect(menuItem('Go to deciding rule').ariaDisabled).toBe('true');
});

it.each([
  ['Copy name', 'gpt-4', 'Name copied'],
  ['Copy full id', 'openai/gpt-4', 'Full id copied'],
])('%s copies %s', async (label, text, told) => {
  const copied: string[] = [];
  giveClipboard(async (one) => void copied.push(one));
  await show();
  askForMenu(clientRow('openai/gpt-4'));
  click(menuItem(label));
  await settle();
  expect(copied).toEqual([text]);
  expect(texts('.feedback')).toEqual([told]);
});

it('opens at the active row by the keyboard', async () => {
  await show();
  perform(() => clientList().focus());
  press('ArrowDown');
  askForMenu(clientList());
  expect(texts('.menu-heading')).toEqual(['openai/gpt-4-turbo']);
});

it('leaves the browser’s own menu outside of rows', async () => {
  await show();
  const event = new MouseEvent('contextmenu', { bubbles: true, cancelable: true });
  perform(() => {
    document.querySelector('.pane-head')?.dispatchEvent(event);
  });
  expect(event.defaultPrevented).toBe(false);
  expect(texts('[role="menu"]')).toEqual([]);
});
