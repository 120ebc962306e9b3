// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it } from 'vitest';
import { App } from '@/playground/page/view/app';
import { enterRules, startTestPage, type TestPage } from '../../start-page';
import {
  askForMenu,
  clearView,
  click,
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
  await renderView(page, <App />);
});

afterEach(clearView);

const pattern = (text: string): HTMLElement => {
  const found = [...document.querySelectorAll<HTMLElement>('.rule-pattern')].find(
    (one) => one.textContent === text,
  );
  if (!found) throw new Error(`There is no rule ${text}.`);
  return found;
};
const fieldMessage = () => document.getElementById('add-ignore-rule-message')?.textContent;
const many = (count: number) => Array.from({ length: count }, (_, index) => `m${index}`).join(', ');

it('shows the effect of each rule', () => {
  perform(() => enterRules(page, 'ignore', 'o1*, gpt-9'));
  expect(texts('li')).toEqual(['o1*hides 2', 'gpt-9no effect now']);
});

it('shows at the field why a rule was not added, as the field’s description', () => {
  perform(() => enterRules(page, 'ignore', 'o1*'));
  perform(() => enterRules(page, 'ignore', 'o1-preview'));
  const message = document.getElementById(named('Add ignore rule').getAttribute('aria-describedby') ?? '');
  expect(message?.textContent).toBe('Not added: “o1-preview” is already covered by “o1*”.');
});

it('previews how many models the typed patterns match', () => {
  perform(() => page.store.dispatch({ type: 'field-typed', kind: 'ignore', text: 'o1*' }));
  expect(fieldMessage()).toBe('Matches 2 of 4 models');
});

it('highlights a rule’s models while its buttons have the focus', () => {
  perform(() => enterRules(page, 'ignore', 'o1*'));
  perform(() => named('Remove ignore rule o1*').focus());
  expect(page.store.getState().pointer).toEqual({ on: 'rule', kind: 'ignore', pattern: 'o1*' });
  perform(() => named('Remove ignore rule o1*').blur());
  expect(page.store.getState().pointer).toEqual({ on: 'nothing' });
});

it('moves the focus of a removed rule to the next one, and of the last to the field', () => {
  perform(() => enterRules(page, 'ignore', 'a, b'));
  click(named('Remove ignore rule a'));
  expect(document.activeElement).toBe(named('Remove ignore rule b'));
  click(named('Remove ignore rule b'));
  expect(document.activeElement).toBe(named('Add ignore rule'));
});

it('has one tab stop, and arrow keys move between rules', () => {
  perform(() => enterRules(page, 'ignore', 'a, b, c'));
  expect(texts('.rule-pattern[tabindex="0"]')).toEqual(['a']);
  perform(() => pattern('a').focus());
  press('ArrowDown');
  expect(document.activeElement).toBe(pattern('b'));
  press('End');
  expect(document.activeElement).toBe(pattern('c'));
  expect(texts('.rule-pattern[tabindex="0"]')).toEqual(['c']);
});

it('removes a rule by the Delete key and focuses the next', () => {
  perform(() => enterRules(page, 'ignore', 'a, b, c'));
  perform(() => pattern('a').focus());
  press('ArrowDown');
  press('Delete');
  expect(texts('.rule-pattern')).toEqual(['a', 'c']);
  expect(document.activeElement).toBe(pattern('c'));
});

it('renders only a few of many rules, each with its position', () => {
  perform(() => enterRules(page, 'ignore', many(500)));
  const items = [...document.querySelectorAll('li')];
  expect(items.length).toBeLessThan(60);
  expect(items[1]?.ariaPosInSet ?? items[1]?.getAttribute('aria-posinset')).toBe('2');
  expect(items[1]?.getAttribute('aria-setsize')).toBe('500');
});

it('reaches the last of many rules by the keyboard', () => {
  perform(() => enterRules(page, 'ignore', many(500)));
  perform(() => pattern('m0').focus());
  press('End');
  expect(document.activeElement?.textContent).toBe('m499');
});

it('scrolls to the rule that was just entered', () => {
  perform(() => enterRules(page, 'ignore', many(100)));
  type(named('Add ignore rule'), 'last');
  perform(() => document.querySelector<HTMLFormElement>('.rule-field')?.requestSubmit());
  // 100 rules of 32 px are above it.
  expect(document.querySelector('.rule-list')?.scrollTop).toBeGreaterThanOrEqual(3_200);
});

it('a click pins a rule, and another unpins it', () => {
  perform(() => enterRules(page, 'ignore', 'o1*'));
  click(pattern('o1*'));
  expect(page.store.getState().pinned).toEqual({ on: 'rule', kind: 'ignore', pattern: 'o1*' });
  expect(pattern('o1*').ariaPressed).toBe('true');
  const pinned = [...document.querySelectorAll<HTMLElement>('[data-model][data-pinned="true"]')];
  expect(new Set(pinned.map((row) => row.dataset.model))).toEqual(
    new Set(['openai/o1', 'openai/o1-preview']),
  );
  click(pattern('o1*'));
  expect(page.store.getState().pinned).toEqual({ on: 'nothing' });
});

it('shows a message if no model of a pinned rule matches the search', () => {
  perform(() => {
    enterRules(page, 'ignore', 'o1*');
    page.store.dispatch({ type: 'search-changed', search: 'gpt' });
  });
  click(pattern('o1*'));
  expect(texts('.feedback')).toEqual(['The search finds none of its models.']);
});

it('its menu shows the models of a rule, pinned or not', async () => {
  perform(() => enterRules(page, 'ignore', 'o1*'));
  for (const _ of ['once', 'again']) {
    askForMenu(pattern('o1*'));
    click(menuItem('Show its models'));
    await settle();
    expect(page.store.getState().pinned).toEqual({ on: 'rule', kind: 'ignore', pattern: 'o1*' });
  }
});

it('its menu removes a rule and moves the focus', async () => {
  perform(() => enterRules(page, 'ignore', 'a, b'));
  askForMenu(pattern('a'));
  click(menuItem('Remove'));
  await settle();
  expect(texts('.rule-pattern')).toEqual(['b']);
  expect(document.activeElement).toBe(pattern('b'));
});

it('its menu can’t show models of a rule without any', () => {
  perform(() => enterRules(page, 'ignore', 'gpt-9'));
  askForMenu(pattern('gpt-9'));
  expect(menuItem('Show its models').ariaDisabled).toBe('true');
});
