import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '@/playground/page/api/api-error';
import { loadErrorOf } from '@/playground/page/state/page-view';
import { prefetchModels } from '@/playground/page/state/prefetch-models';
import { createTestPage, type TestPage } from '../start-page';

const PAUSE_MS = 100;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A page of four providers with its prefetch; `pass` lets a pause pass, and what follows happen. */
function startPrefetching() {
  const page = createTestPage();
  page.api.models = { a: ['a/1'], b: ['b/1'], c: ['c/1'], d: ['d/1'] };
  prefetchModels(page.store, page.controller);
  return { ...page, pass: () => vi.advanceTimersByTimeAsync(PAUSE_MS) };
}

const settled = () => vi.advanceTimersByTimeAsync(0);
const askedOf = ({ api }: TestPage): string[] => api.asked.filter((path) => path.startsWith('models '));

it('fetches the others one by one, each after a pause, once the models in view are loaded', async () => {
  const page = startPrefetching();
  const release = page.api.holdModels('a');
  const started = page.controller.start();
  await settled();
  release();
  await started;
  await vi.advanceTimersByTimeAsync(PAUSE_MS - 1);
  expect(askedOf(page)).toEqual(['models a']);
  await page.pass();
  expect(askedOf(page)).toEqual(['models a', 'models b']);
  await page.pass();
  await page.pass();
  expect(askedOf(page)).toEqual(['models a', 'models b', 'models c', 'models d']);
  expect(page.store.getState()).toMatchObject({ provider: 'a', models: page.api.models, notice: null });
});

it('waits for each answer before the next pause', async () => {
  const page = startPrefetching();
  await page.controller.start();
  const release = page.api.holdModels('b');
  await page.pass();
  await page.pass();
  expect(askedOf(page)).toEqual(['models a', 'models b']);
  release();
  await page.pass();
  expect(askedOf(page)).toEqual(['models a', 'models b', 'models c']);
});

it('keeps a failure until its provider is chosen, and continues', async () => {
  const page = startPrefetching();
  page.api.failAlways('models b', new ApiError('refused', 'Not b.'));
  await page.controller.start();
  await page.pass();
  await page.pass();
  await page.pass();
  expect(askedOf(page)).toEqual(['models a', 'models b', 'models c', 'models d']);
  expect(page.store.getState()).toMatchObject({
    loads: { b: { status: 'failed', message: 'Not b.' } },
    notice: null,
  });
  expect(loadErrorOf(page.store.getState())).toBeNull();
  page.store.dispatch({ type: 'provider-selected', provider: 'b' });
  expect(loadErrorOf(page.store.getState())).toBe('Not b.');
});

it('lets a chosen provider go first', async () => {
  const page = startPrefetching();
  await page.controller.start();
  const release = page.api.holdModels('d');
  const chosen = page.controller.selectProvider('d');
  await page.pass();
  expect(askedOf(page)).toEqual(['models a', 'models d']);
  release();
  await chosen;
  await page.pass();
  expect(askedOf(page)).toEqual(['models a', 'models d', 'models b']);
});

it('lets a refresh go first', async () => {
  const page = startPrefetching();
  await page.controller.start();
  const release = page.api.holdModels('a');
  const refreshed = page.controller.refresh();
  await page.pass();
  expect(askedOf(page)).toEqual(['models a', 'models a']);
  release();
  await refreshed;
  await page.pass();
  expect(askedOf(page)).toEqual(['models a', 'models a', 'models b']);
});

it('lets a save go first', async () => {
  const page = startPrefetching();
  await page.controller.start();
  page.store.dispatch({ type: 'save-started' });
  await page.pass();
  expect(askedOf(page)).toEqual(['models a']);
});

it('pauses while the page shows the sign-in', async () => {
  const page = startPrefetching();
  await page.controller.start();
  page.api.failAlways('models b', new ApiError('unauthorised', 'Wrong key.'));
  await page.pass();
  await page.pass();
  expect(askedOf(page)).toEqual(['models a', 'models b']);
  await page.controller.signIn('good');
  await page.pass();
  expect(askedOf(page)).toEqual(['models a', 'models b', 'models c']);
});
