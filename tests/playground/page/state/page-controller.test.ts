import { beforeEach, expect, it } from 'vitest';
import { ApiError } from '@/playground/page/api/api-error';
import { isLoading, loadErrorOf, modelsOf, unsavedProvidersOf } from '@/playground/page/state/page-view';
import { createTestPage, enterRules, MODELS, type TestPage } from '../start-page';

let page: TestPage;
beforeEach(() => {
  page = createTestPage();
});
const state = () => page.store.getState();
const fail = (code: ConstructorParameters<typeof ApiError>[0]) =>
  page.api.failNext(new ApiError(code, 'So it is.'));
const select = (provider: string) => page.controller.selectProvider(provider);

it('the start shows the first provider with its models, after the sign-in if the server requires a key', async () => {
  fail('unauthorised');
  await page.controller.start();
  expect(state().catalogue).toEqual({ status: 'locked', problem: null });
  fail('unauthorised');
  await page.controller.signIn('bad');
  expect(state().catalogue).toEqual({ status: 'locked', problem: 'So it is.' });
  await page.controller.signIn('good');
  expect([state().provider, modelsOf(state())]).toEqual(['gemini', MODELS.gemini]);
});

it('the start reports a failure, and there is nothing to refresh before it', async () => {
  expect(await page.controller.refresh()).toMatchObject({ ok: false, code: 'failed' });
  fail('unreachable');
  await page.controller.start();
  expect(state().catalogue).toEqual({ status: 'failed', message: 'So it is.' });
});

it('view and unsaved changes are kept when the key has to be entered again', async () => {
  await page.controller.start();
  await select('openai');
  enterRules(page, 'ignore', 'o1*');
  fail('unauthorised');
  await page.controller.save();
  expect(state().catalogue.status).toBe('locked');
  await page.controller.signIn('good');
  expect([state().provider, unsavedProvidersOf(state())]).toEqual(['openai', ['openai']]);
});

it('models are requested once, and those that arrive late don’t change the view', async () => {
  await page.controller.start();
  const release = page.api.holdModels('openai');
  const late = [select('openai'), select('openai')];
  await select('gemini');
  release();
  expect(await Promise.all(late)).toEqual([
    { ok: true, value: 4 },
    { ok: true, value: 4 },
  ]);
  expect([modelsOf(state()), isLoading(state())]).toEqual([MODELS.gemini, false]);
  await select('openai');
  expect(page.api.asked.filter((path) => path === 'models openai')).toHaveLength(1);
});

it('a failed request is reported, and tried again; a failed refresh keeps the models', async () => {
  const failed = { ok: false, code: 'failed', message: 'So it is.' };
  await page.controller.start();
  fail('refused');
  expect(await select('openai')).toEqual(failed);
  expect(loadErrorOf(state())).toBe('So it is.');
  await select('openai');
  expect(loadErrorOf(state())).toBeNull();
  fail('refused');
  expect(await page.controller.refresh()).toEqual(failed);
  expect([modelsOf(state()), loadErrorOf(state())]).toEqual([MODELS.openai, 'So it is.']);
});
