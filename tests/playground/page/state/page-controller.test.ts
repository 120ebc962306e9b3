import { describe, expect, it } from 'vitest';
import { ApiError } from '@/playground/page/api/api-error';
import {
  areModelsLoaded,
  isLoading,
  loadErrorOf,
  modelsOf,
  unsavedProvidersOf,
} from '@/playground/page/state/page-view';
import { createTestPage, enterRules, MODELS, startTestPage } from '../start-page';

describe('the start', () => {
  it('shows the first provider with its models', async () => {
    const { controller, store } = createTestPage();
    await controller.start();
    expect(store.getState().provider).toBe('gemini');
    expect(modelsOf(store.getState())).toEqual(MODELS.gemini);
  });

  it('shows the sign-in if the server requires a key, and continues with it', async () => {
    const { controller, store, api } = createTestPage();
    api.failNext(new ApiError('unauthorised', 'Wrong key.'));
    await controller.start();
    expect(store.getState().catalogue).toEqual({ status: 'locked', problem: null });
    api.failNext(new ApiError('unauthorised', 'Wrong key.'));
    await controller.signIn('bad');
    expect(store.getState().catalogue).toEqual({ status: 'locked', problem: 'Wrong key.' });
    await controller.signIn('good');
    expect(areModelsLoaded(store.getState())).toBe(true);
  });

  it('keeps unsaved changes when the key has to be entered again', async () => {
    const page = await startTestPage();
    enterRules(page, 'ignore', 'o1*');
    page.api.failNext(new ApiError('unauthorised', 'Wrong key.'));
    await page.controller.save();
    expect(page.store.getState().catalogue.status).toBe('locked');
    await page.controller.signIn('good');
    expect(page.store.getState().provider).toBe('openai');
    expect(unsavedProvidersOf(page.store.getState())).toEqual(['openai']);
  });

  it('reports the reason of a failure', async () => {
    const { controller, store, api } = createTestPage();
    api.failNext(new ApiError('unreachable', 'The server did not answer.'));
    await controller.start();
    expect(store.getState().catalogue).toEqual({ status: 'failed', message: 'The server did not answer.' });
  });
});

describe('switching', () => {
  it('keeps the view when models of the previous provider arrive late', async () => {
    const { controller, store, api } = createTestPage();
    await controller.start();
    const release = api.holdModels('openai');
    const late = controller.selectProvider('openai');
    await controller.selectProvider('gemini');
    release();
    expect(await late).toEqual({ ok: true, value: 4 });
    expect(modelsOf(store.getState())).toEqual(MODELS.gemini);
    expect(isLoading(store.getState())).toBe(false);
  });

  it('requests models that are loading only once, and loaded ones not again', async () => {
    const { controller, api } = createTestPage();
    await controller.start();
    await Promise.all([controller.selectProvider('openai'), controller.selectProvider('openai')]);
    await controller.selectProvider('openai');
    expect(api.asked.filter((path) => path === 'models openai')).toHaveLength(1);
  });

  it('reports a failure, and tries again the next time', async () => {
    const { controller, store, api } = createTestPage();
    await controller.start();
    api.failNext(new ApiError('refused', 'No models today.'));
    expect(await controller.selectProvider('openai')).toEqual({
      ok: false,
      code: 'failed',
      message: 'No models today.',
    });
    expect(loadErrorOf(store.getState())).toBe('No models today.');
    expect(await controller.selectProvider('openai')).toEqual({ ok: true, value: 4 });
    expect(loadErrorOf(store.getState())).toBeNull();
  });
});

describe('refreshing', () => {
  it('fetches nothing before there is a provider', async () => {
    expect(await createTestPage().controller.refresh()).toMatchObject({ ok: false, code: 'failed' });
  });

  it('keeps the previous models if it fails', async () => {
    const { controller, store, api } = await startTestPage();
    api.failNext(new ApiError('refused', 'Not now.'));
    expect(await controller.refresh()).toEqual({ ok: false, code: 'failed', message: 'Not now.' });
    expect(modelsOf(store.getState())).toEqual(MODELS.openai);
    expect(loadErrorOf(store.getState())).toBe('Not now.');
  });
});
