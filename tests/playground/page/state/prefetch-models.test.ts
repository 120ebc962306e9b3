import { afterEach, expect, it } from 'vitest';
import { ApiError } from '@/playground/page/api/api-error';
import { loadErrorOf } from '@/playground/page/state/page-view';
import { PREFETCH_PAUSE_MS, prefetchModels } from '@/playground/page/state/prefetch-models';
import { createTestPage, type TestPage } from '../start-page';

let lifetime = new AbortController();
afterEach(() => lifetime.abort());

/** A page of four providers with its prefetch; `consumeToken` lets one pause pass, and all that follows from it. */
function startPrefetching() {
  lifetime = new AbortController();
  const page = createTestPage();
  page.api.models = { a: ['a/1'], b: ['b/1'], c: ['c/1'], d: ['d/1'] };
  const pauses: { timeMs: number; end: () => void }[] = [];
  const sleep = (timeMs: number, signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve();
      pauses.push({ timeMs, end: resolve });
      signal.addEventListener('abort', () => resolve());
    });
  const ended = prefetchModels({ ...page, sleep, signal: lifetime.signal });
  const pass = async (): Promise<void> => {
    pauses.shift()?.end();
    await settled();
  };
  return { ...page, pauses, pass, ended };
}

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
const askedOf = ({ api }: TestPage): string[] => api.asked.filter((path) => path.startsWith('models '));

it('fetches the others one after the other, each after a pause, once the models in view are there', async () => {
  const page = startPrefetching();
  const release = page.api.holdModels('a');
  const started = page.controller.start();
  await settled();
  expect(page.pauses).toEqual([]);
  release();
  await started;
  expect(page.pauses.map(({ timeMs }) => timeMs)).toEqual([PREFETCH_PAUSE_MS]);
  expect(askedOf(page)).toEqual(['models a']);
  await page.pass();
  expect(askedOf(page)).toEqual(['models a', 'models b']);
  await page.pass();
  await page.pass();
  expect(askedOf(page)).toEqual(['models a', 'models b', 'models c', 'models d']);
  expect(page.pauses).toEqual([]);
  expect(page.store.getState()).toMatchObject({ provider: 'a', models: page.api.models, notice: null });
});

it('waits for each answer before the next pause', async () => {
  const page = startPrefetching();
  await page.controller.start();
  const release = page.api.holdModels('b');
  await page.pass();
  expect(page.pauses).toEqual([]);
  release();
  await settled();
  expect(page.pauses).toHaveLength(1);
});

it('keeps a failure for when its provider is chosen, and goes on', async () => {
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

it('lets a provider that is chosen go first', async () => {
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

it('rests while the page asks for its key', async () => {
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

it.each([
  ['before the page has started', async () => undefined],
  ['in a pause', async (page: TestPage) => page.controller.start()],
])('ends with its signal %s', async (_, reach) => {
  const page = startPrefetching();
  await reach(page);
  const asked = askedOf(page);
  lifetime.abort();
  await page.ended;
  expect(askedOf(page)).toEqual(asked);
});
