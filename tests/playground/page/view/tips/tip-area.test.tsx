// @vitest-environment jsdom
// @own-modules
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { App } from '@/playground/page/view/app';
import { enterRules, startTestPage, type TestPage } from '../../start-page';
import { clearView, named, perform, press, renderView, texts } from '../render-view';

let page: TestPage;

beforeEach(async () => {
  page = await startTestPage();
  enterRules(page, 'ignore', 'o1*, gpt-9');
  await renderView(page, <App />);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});

afterEach(() => {
  vi.useRealTimers();
  clearView();
});

const tips = () => texts('[role="tooltip"]');
const wait = (ms: number) => perform(() => vi.advanceTimersByTime(ms));
const tapKey = (key: string) => {
  press(key);
  perform(() => document.activeElement?.dispatchEvent(new KeyboardEvent('keyup', { key, bubbles: true })));
};
const restOnLastRule = () => {
  perform(() => document.querySelector<HTMLElement>('.rule-pattern')?.focus());
  tapKey('End');
};

it('appears after a rule has been focused for half a second', () => {
  restOnLastRule();
  wait(499);
  expect(tips()).toEqual([]);
  wait(1);
  expect(tips()).toEqual(['gpt-9: No model matches this pattern']);
});

it('describes the model of the active row', () => {
  perform(() => named('All models', '[role="listbox"]').focus());
  tapKey('End');
  wait(500);
  expect(tips()).toEqual(['openai/o1-preview: Hidden by the ignore rule o1*']);
});

it('is closed by Esc, which then does nothing else, and stays closed for the same rule', () => {
  restOnLastRule();
  wait(500);
  perform(() => page.store.dispatch({ type: 'pinned', pointer: { on: 'model', id: 'openai/o1' } }));
  tapKey('Escape');
  wait(1_000);
  expect(tips()).toEqual([]);
  expect(page.store.getState().pinned).toEqual({ on: 'model', id: 'openai/o1' });
});

it('is closed when the rules change, since it may be outdated', () => {
  restOnLastRule();
  wait(500);
  perform(() => page.store.dispatch({ type: 'rule-removed', kind: 'ignore', pattern: 'o1*' }));
  expect(tips()).toEqual([]);
});

it('is closed when the focus moves', () => {
  restOnLastRule();
  wait(400);
  perform(() => named('Search models').focus());
  wait(500);
  expect(tips()).toEqual([]);
});
