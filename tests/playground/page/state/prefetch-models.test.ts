import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '@/playground/page/api/api-error';
import { loadErrorOf } from '@/playground/page/state/page-view';
import { prefetchModels } from '@/playground/page/state/prefetch-models';
import { createTestPage, type TestPage } from '../start-page';

const PAUSE_MS = 100;
const pass = (pauses: number) => vi.advanceTimersByTimeAsync(pauses * PAUSE_MS);

let page: TestPage;
beforeEach(() => {
  vi.useFakeTimers();
  page = createTestPage();
  page.api.models = { a: ['a/1'], b: ['b/1'], c: ['c/1'], d: ['d/1'] };
  prefetchModels(page.store, page.controller);
});
afterEach(() => {
  vi.useRealTimers();
});
/** The providers whose models were requested, in order. */
const asked = () => page.api.asked.flatMap((path) => /^models (.)/.exec(path)?.[1] ?? []).join('');

it('fetches the others one by one, each after an answer and a pause, once the models in view are loaded', async () => {
  const releaseFirst = page.api.holdModels('a');
  const started = page.controller.start();
  await pass(2);
  releaseFirst();
  await started;
  await vi.advanceTimersByTimeAsync(PAUSE_MS - 1);
  expect(asked()).toBe('a');
  const release = page.api.holdModels('b');
  await pass(2);
  expect(asked()).toBe('ab');
  release();
  await pass(3);
  expect(asked()).toBe('abcd');
  expect(page.store.getState()).toMatchObject({ provider: 'a', models: page.api.models, notice: null });
});

it('keeps a failure until its provider is chosen, and continues', async () => {
  page.api.failAlways('models b', new ApiError('refused', 'Not b.'));
  await page.controller.start();
  await pass(3);
  expect(asked()).toBe('abcd');
  expect([loadErrorOf(page.store.getState()), page.store.getState().notice]).toEqual([null, null]);
  page.store.dispatch({ type: 'provider-selected', provider: 'b' });
  expect(loadErrorOf(page.store.getState())).toBe('Not b.');
});

it.each([
  ['a chosen provider', () => page.controller.selectProvider('d'), 'd', 'ad'],
  ['a refresh', () => page.controller.refresh(), 'a', 'aa'],
])('lets %s go first', async (_, request, provider, first) => {
  await page.controller.start();
  const release = page.api.holdModels(provider);
  void request();
  await pass(1);
  expect(asked()).toBe(first);
  release();
  await pass(1);
  expect(asked()).toBe(`${first}b`);
});

it('pauses during a save, and while the page shows the sign-in', async () => {
  await page.controller.start();
  page.api.failAlways('models b', new ApiError('unauthorised', 'Wrong key.'));
  await pass(2);
  expect(asked()).toBe('ab');
  await page.controller.signIn('good');
  await pass(1);
  page.store.dispatch({ type: 'save-started' });
  await pass(2);
  expect(asked()).toBe('abc');
});
