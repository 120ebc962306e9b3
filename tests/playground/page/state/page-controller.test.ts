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

  it('asks for the key when the server does, and goes on with it', async () => {
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

  it('keeps drafts when the key has to be given anew', async () => {
    const page = await startTestPage();
    enterRules(page, 'ignore', 'o1*');
    page.api.failNext(new ApiError('unauthorised', 'Wrong key.'));
    await page.controller.save();
    expect(page.store.getState().catalogue.status).toBe('locked');
    await page.controller.signIn('good');
    expect(page.store.getState().provider).toBe('openai');
    expect(unsavedProvidersOf(page.store.getState())).toEqual(['openai']);
  });

  it('says why it failed', async () => {
    const { controller, store, api } = createTestPage();
    api.failNext(new ApiError('unreachable', 'The server did not answer.'));
    await controller.start();
    expect(store.getState().catalogue).toEqual({ status: 'failed', message: 'The server did not answer.' });
  });
});

describe('switching', () => {
  it('leaves the view alone when the models of the provider before arrive late', async () => {
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

  it('asks once for models that are on their way, and not again for those that are there', async () => {
    const { controller, api } = createTestPage();
    await controller.start();
    await Promise.all([controller.selectProvider('openai'), controller.selectProvider('openai')]);
    await controller.selectProvider('openai');
    expect(api.asked.filter((path) => path === 'models openai')).toHaveLength(1);
  });

  it('tells a failure, and tries anew the next time', async () => {
    const { controller, store, api } = createTestPage();
    await controller.start();
    api.failNext(new ApiError('refused', 'No models today.'));
    expect(await controller.selectProvider('openai')).toEqual({ ok: false, message: 'No models today.' });
    expect(loadErrorOf(store.getState())).toBe('No models today.');
    expect(await controller.selectProvider('openai')).toEqual({ ok: true, value: 4 });
    expect(loadErrorOf(store.getState())).toBeNull();
  });
});

describe('refreshing', () => {
  it('keeps the models of before when it fails', async () => {
    const { controller, store, api } = await startTestPage();
    api.failNext(new ApiError('refused', 'Not now.'));
    expect(await controller.refresh()).toEqual({ ok: false, message: 'Not now.' });
    expect(modelsOf(store.getState())).toEqual(MODELS.openai);
    expect(loadErrorOf(store.getState())).toBe('Not now.');
  });
});

describe('saving', () => {
  it('writes all drafts at once, also of a provider that lost its last rule', async () => {
    const page = await startTestPage({ gemini: { ignore: ['*'], whitelist: [] } });
    enterRules(page, 'ignore', 'o1*');
    await page.controller.selectProvider('gemini');
    page.store.dispatch({ type: 'rule-removed', kind: 'ignore', pattern: '*' });
    expect(await page.controller.save()).toEqual({ ok: true, value: ['gemini', 'openai'] });
    expect(page.api.saved).toEqual({ openai: { ignore: ['o1*'], whitelist: [] } });
    expect(unsavedProvidersOf(page.store.getState())).toEqual([]);
  });

  it('leaves as unsaved what was changed while it was under way', async () => {
    const page = await startTestPage();
    enterRules(page, 'ignore', 'a');
    const release = page.api.holdSave();
    const save = page.controller.save();
    enterRules(page, 'ignore', 'b');
    expect(await page.controller.save()).toMatchObject({ ok: false });
    expect(page.controller.discard()).toMatchObject({ ok: false });
    release();
    await save;
    expect(page.store.getState().saved).toEqual({ openai: { ignore: ['a'], whitelist: [] } });
    expect(page.store.getState().drafts).toEqual({ openai: { ignore: ['a', 'b'], whitelist: [] } });
  });

  it('does not ask the server when there is nothing to save', async () => {
    const { controller, api } = await startTestPage();
    expect(await controller.save()).toEqual({ ok: true, value: [] });
    expect(api.asked).not.toContain('save');
  });

  it('writes nothing over rules that someone else saved, until the person has decided', async () => {
    const page = await startTestPage();
    enterRules(page, 'ignore', 'mine');
    page.api.saved = { openai: { ignore: ['theirs'], whitelist: [] } };
    expect(await page.controller.save()).toMatchObject({ ok: false });
    expect(await page.controller.save()).toMatchObject({ ok: false });
    expect(page.api.saved).toEqual({ openai: { ignore: ['theirs'], whitelist: [] } });
    page.store.dispatch({ type: 'drafts-kept' });
    expect(await page.controller.save()).toEqual({ ok: true, value: ['openai'] });
    expect(page.api.saved).toEqual({ openai: { ignore: ['mine'], whitelist: [] } });
  });
});
