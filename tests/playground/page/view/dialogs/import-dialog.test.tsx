// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it } from 'vitest';
import { App } from '@/playground/page/view/app';
import { enterRules, startTestPage, type TestPage } from '../../start-page';
import { clearView, click, named, perform, press, renderView, settle, texts, type } from '../render-view';

let page: TestPage;

beforeEach(async () => {
  page = await startTestPage();
  enterRules(page, 'ignore', 'o1*, gpt-4-turbo');
  await renderView(page, <App />);
  click(named('Import ignore rules', 'button'));
});

afterEach(clearView);

const patterns = () => named('Patterns of ignore rules');
const enter = async (text: string) => {
  type(patterns(), text);
  await settle();
};
const choose = async (mode: string) => {
  const labels = [...document.querySelectorAll<HTMLElement>('[role="dialog"] label')];
  click(labels.find((label) => label.textContent.startsWith(mode)) ?? document.body);
  await settle();
};
const lines = () => texts('.import-line');
const hint = () => texts('.dialog-hint')[0];
const ignoreRules = () => page.store.getState().drafts.openai?.ignore;
const importButton = () => named('Import', 'button');

it('shows the outcome of each pattern of a merge', async () => {
  await enter('o1-preview\ngpt-4*, o1*\nx');
  expect(lines()).toEqual([
    'o1-previewleft out: covered by “o1*”',
    'gpt-4*added in place of “gpt-4-turbo”, which it covers',
    'o1*already in the list',
    'xadded',
  ]);
  expect(texts('.import-preview strong')).toEqual(['2 → 3 rules']);
  expect(texts('.name-list summary')).toEqual(['Hides 1 model', 'Removes 1 rule']);
});

it('merges', async () => {
  await enter('x, y');
  click(importButton());
  expect(ignoreRules()).toEqual(['o1*', 'gpt-4-turbo', 'x', 'y']);
  expect(texts('[role="dialog"]')).toEqual([]);
});

it('replaces, and lists the rules and models concerned', async () => {
  await choose('Replace');
  await enter('gpt-4-turbo, gpt-4');
  expect(lines()).toEqual(['gpt-4-turbostays', 'gpt-4added']);
  expect(texts('.name-list')).toEqual([
    'Hides 1 modelgpt-4',
    'Brings back 2 modelso1o1-preview',
    'Removes 1 ruleo1*',
  ]);
  click(importButton());
  expect(ignoreRules()).toEqual(['gpt-4-turbo', 'gpt-4']);
});

it('clears the list by replacing it with nothing, and says so', async () => {
  await choose('Replace');
  expect(hint()).toBe('Nothing is named: this clears the list of ignore rules.');
  click(importButton());
  expect(ignoreRules()).toBeUndefined();
});

it('imports by Ctrl+Enter from the text', async () => {
  await enter('x');
  perform(() => patterns().focus());
  press('Enter', { ctrlKey: true });
  expect(ignoreRules()).toEqual(['o1*', 'gpt-4-turbo', 'x']);
});

it('closes without changes by Esc', async () => {
  await enter('x');
  perform(() => patterns().focus());
  press('Escape');
  expect(texts('[role="dialog"]')).toEqual([]);
  expect(ignoreRules()).toEqual(['o1*', 'gpt-4-turbo']);
});

it('imports nothing while a pattern is invalid', async () => {
  const long = 'x'.repeat(201);
  await enter(`a, ${long}`);
  expect(lines()[1]).toBe(`${long}refused: A rule can have 200 characters at most.`);
  expect(hint()).toBe('Correct or remove the refused pattern to import.');
  expect(importButton().ariaDisabled).toBe('true');
  click(importButton());
  expect(ignoreRules()).toEqual(['o1*', 'gpt-4-turbo']);
});

it('inserts the existing rules before the typed text', async () => {
  await enter('x');
  click(named('Insert existing rules', 'button'));
  expect((patterns() as HTMLTextAreaElement).value).toBe('o1*\ngpt-4-turbo\nx');
});

it('renders only a few of many lines', async () => {
  await enter(Array.from({ length: 500 }, (_, index) => `m${index}`).join('\n'));
  expect(texts('.import-preview strong')).toEqual(['2 → 502 rules']);
  expect(lines().length).toBeLessThan(60);
});
