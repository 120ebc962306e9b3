// @vitest-environment jsdom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { PageProvider } from '@/playground/page/view/page-provider';
import { RulePanel } from '@/playground/page/view/rule-panel';
import { enterRules, startTestPage, type TestPage } from '../start-page';

let page: TestPage;
let root: Root;
let revealed: string[];

beforeEach(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  page = await startTestPage();
  revealed = [];
  root = createRoot(document.body.appendChild(document.createElement('div')));
  act(() =>
    root.render(
      <PageProvider store={page.store} controller={page.controller}>
        <RulePanel kind="ignore" onReveal={(id) => revealed.push(id)} />
      </PageProvider>,
    ),
  );
});

afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
});

const labelled = (name: string): HTMLElement => {
  const found = [...document.querySelectorAll<HTMLElement>('[aria-label]')].find(
    (one) => one.ariaLabel === name,
  );
  if (!found) throw new Error(`Nothing is called ${JSON.stringify(name)}.`);
  return found;
};
const items = () => [...document.querySelectorAll('li')].map((item) => item.textContent);

it('tells of each rule what it comes to', () => {
  act(() => enterRules(page, 'ignore', 'o1*, gpt-9'));
  expect(items()).toEqual(['o1*hides 2', 'gpt-9no effect now']);
});

it('says at the field why a rule was not added, and describes the field by it', () => {
  act(() => enterRules(page, 'ignore', 'o1*'));
  act(() => enterRules(page, 'ignore', 'o1-preview'));
  const message = document.getElementById(labelled('Add ignore rule').getAttribute('aria-describedby') ?? '');
  expect(message?.textContent).toBe('Not added: “o1-preview” is already covered by “o1*”.');
});

it('shows beforehand how many models the typed patterns match', () => {
  act(() => page.store.dispatch({ type: 'field-typed', kind: 'ignore', text: 'o1*' }));
  expect(document.body.textContent).toContain('Matches 2 of 4 models');
});

it('highlights a rule’s models while its buttons have the focus', () => {
  act(() => enterRules(page, 'ignore', 'o1*'));
  act(() => labelled('Remove ignore rule o1*').focus());
  expect(page.store.getState().pointer).toEqual({ on: 'rule', kind: 'ignore', pattern: 'o1*' });
  act(() => labelled('Remove ignore rule o1*').blur());
  expect(page.store.getState().pointer).toEqual({ on: 'nothing' });
});

it('hands the focus of a removed rule to the next one, and at the end to the field', () => {
  act(() => enterRules(page, 'ignore', 'a, b'));
  act(() => labelled('Remove ignore rule a').click());
  expect(document.activeElement).toBe(labelled('Remove ignore rule b'));
  act(() => labelled('Remove ignore rule b').click());
  expect(document.activeElement).toBe(labelled('Add ignore rule'));
});

it('shows a rule’s first model on a click', () => {
  act(() => enterRules(page, 'ignore', 'o1*'));
  const pattern = [...document.querySelectorAll('button')].find((button) => button.textContent === 'o1*');
  act(() => pattern?.click());
  expect(revealed).toEqual(['openai/o1']);
});
