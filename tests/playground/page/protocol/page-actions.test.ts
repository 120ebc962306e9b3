// @document
import { afterEach, describe, expect, it } from 'vitest';
import { ApiError } from '@/playground/page/api/api-error';
import { enterRules, MODELS } from '../start-page';
import { connectToPage, connectToUnstartedPage, type ProtocolClient } from './protocol-client';

let page: ProtocolClient;
afterEach(() => page.stop());

const revision = () => page.store.getState().revision;
const failure = (code: string, message?: string) => ({
  ok: false,
  error: { code, message: message === undefined ? expect.any(String) : expect.stringContaining(message) },
});
const action = (name: string, args: object = {}) => page.ask('action', { name, args, ifRevision: null });
/** Saves, replacing the saved rules that the page shows. */
const save = () => action('save', { replaces: page.store.getState().saved });

/** The start loads the models of gemini; this page has not loaded them. */
const connectToUnloadedGemini = async (): Promise<ProtocolClient> => {
  const client = connectToUnstartedPage();
  const { gemini, openai } = MODELS;
  client.api.models = { openai, gemini };
  await client.controller.start();
  return client;
};

describe('the actions', () => {
  it('save writes the rules and returns the providers that changed', async () => {
    page = await connectToPage();
    enterRules(page, 'ignore', 'o1*');
    expect(await save()).toEqual({
      ok: true,
      result: { revision: revision(), result: { providers: ['openai'], effective: 'now' } },
    });
    expect(page.api.saved).toEqual({ openai: { ignore: ['o1*'], whitelist: [] } });
    expect(await page.ask('get-state', {})).toMatchObject({
      result: { state: { saved: { openai: { ignore: ['o1*'], whitelist: [] } } } },
    });
  });

  it('save refuses to replace other saved rules than it names, even after it reported them', async () => {
    page = await connectToPage();
    enterRules(page, 'ignore', 'mine');
    const theirs = { openai: { ignore: ['theirs'], whitelist: [] } };
    page.api.saved = theirs;
    const { saved } = page.store.getState();
    expect(await action('read-saved')).toMatchObject({ result: { result: { changed: ['openai'] } } });
    expect(await action('save', { replaces: saved })).toEqual(
      failure('saved-changed', 'not those that the save was to replace'),
    );
    expect(page.api.saved).toEqual(theirs);
    expect(await save()).toMatchObject({ ok: true });
    expect(page.api.saved).toEqual({ openai: { ignore: ['mine'], whitelist: [] } });
  });

  it('save after it reported the change overwrites it with the rules of the page', async () => {
    page = await connectToPage();
    enterRules(page, 'ignore', 'mine');
    page.api.saved = { openai: { ignore: ['theirs'], whitelist: [] } };
    expect(await save()).toEqual(failure('saved-changed', 'Nothing was saved'));
    expect(await save()).toMatchObject({ ok: true, result: { result: { providers: ['openai'] } } });
    expect(page.api.saved).toEqual({ openai: { ignore: ['mine'], whitelist: [] } });
  });

  it.each(['save', 'read-saved'])('%s reports a conflict that the user has not resolved', async (first) => {
    page = await connectToPage();
    enterRules(page, 'ignore', 'mine');
    const theirs = { openai: { ignore: ['theirs'], whitelist: [] } };
    page.api.saved = theirs;
    await page.controller.save();
    const told =
      first === 'save'
        ? failure('saved-changed', 'keep these rules')
        : { ok: true, result: { revision: revision(), result: { changed: ['openai'] } } };
    expect(await (first === 'save' ? save() : action(first))).toEqual(told);
    expect(page.api.saved).toEqual(theirs);
    expect(page.store.getState().conflict).not.toBeNull();
    expect(await save()).toMatchObject({ ok: true });
  });

  it('read-saved returns the providers whose saved rules changed, and updates the page', async () => {
    page = await connectToPage({ openai: { ignore: ['o1*'], whitelist: [] } });
    enterRules(page, 'ignore', 'mine');
    const gemini = { ignore: ['x'], whitelist: [] };
    page.api.saved = { ...page.api.saved, gemini };
    expect(await action('read-saved')).toEqual({
      ok: true,
      result: { revision: revision(), result: { changed: ['gemini'] } },
    });
    expect(await page.ask('get-state', {})).toMatchObject({
      result: {
        state: {
          saved: { gemini, openai: { ignore: ['o1*'] } },
          drafts: { gemini, openai: { ignore: ['o1*', 'mine'] } },
        },
      },
    });
    expect(page.store.getState().conflict).toBeNull();
    expect(await action('read-saved')).toMatchObject({ ok: true, result: { result: { changed: [] } } });
  });

  it('load-models loads a provider’s models without changing the view', async () => {
    page = await connectToUnloadedGemini();
    const answer = await action('load-models', { provider: 'gemini' });
    expect(answer).toEqual({
      ok: true,
      result: { revision: revision(), result: { provider: 'gemini', count: 3 } },
    });
    expect(await page.ask('get-state', {})).toMatchObject({
      result: { state: { provider: 'openai', models: MODELS } },
    });
    await action('load-models', { provider: 'gemini' });
    expect(page.api.asked.filter((path) => path === 'models gemini')).toHaveLength(1);
  });

  it('load-models reports a failure', async () => {
    page = await connectToUnloadedGemini();
    page.api.failNext(new ApiError('refused', 'Not now.'));
    expect(await action('load-models', { provider: 'gemini' })).toEqual(failure('action-failed', 'Not now.'));
  });

  it('discard returns the providers whose unsaved changes were discarded', async () => {
    page = await connectToPage();
    enterRules(page, 'ignore', 'o1*');
    expect(await action('discard')).toMatchObject({
      ok: true,
      result: { result: { providers: ['openai'] } },
    });
    expect(page.store.getState().drafts).toEqual({});
    expect(await action('discard')).toMatchObject({ ok: true, result: { result: { providers: [] } } });
  });

  it('refresh fetches the models again', async () => {
    page = await connectToPage();
    const answer = await action('refresh');
    expect(answer).toEqual({
      ok: true,
      result: { revision: revision(), result: { provider: 'openai', count: 4 } },
    });
    expect(page.api.asked.filter((path) => path === 'models openai')).toHaveLength(2);
  });

  it('refresh fetches another provider’s models without showing them', async () => {
    page = await connectToPage();
    page.api.models = { ...MODELS, gemini: ['gemini/new'] };
    expect(await action('refresh', { provider: 'gemini' })).toMatchObject({
      result: { result: { provider: 'gemini', count: 1 } },
    });
    expect(await page.ask('get-state', {})).toMatchObject({
      result: { state: { provider: 'openai', models: { gemini: ['gemini/new'] } } },
    });
  });

  it('switch-provider resolves once the models are loaded, and keeps unsaved changes', async () => {
    page = await connectToPage();
    enterRules(page, 'ignore', 'o1*');
    const answer = await action('switch-provider', { provider: 'gemini' });
    expect(answer).toMatchObject({ ok: true, result: { result: { provider: 'gemini', count: 3 } } });
    expect(await page.ask('get-state', {})).toMatchObject({
      result: {
        state: { provider: 'gemini', loading: false, drafts: { openai: { ignore: ['o1*'], whitelist: [] } } },
      },
    });
  });

  it.each<[string, string, object, string, string]>([
    ['an unknown one', 'explode', {}, 'unknown-action', 'explode'],
    ['one that is named like a built-in', 'constructor', {}, 'unknown-action', 'constructor'],
    ['one with arguments it has not', 'save', { replaces: {}, force: true }, 'bad-request', 'args'],
    ['a save that doesn’t name what it replaces', 'save', {}, 'bad-request', 'args.replaces'],
    ['one without its arguments', 'switch-provider', {}, 'bad-request', 'args.provider'],
    ['an unknown provider', 'switch-provider', { provider: 'nobody' }, 'action-failed', 'gemini, openai'],
    ['an unknown provider to load', 'load-models', { provider: 'nobody' }, 'action-failed', '"nobody"'],
    ['an unknown provider to refresh', 'refresh', { provider: 'nobody' }, 'action-failed', '"nobody"'],
    ['a provider that is none', 'refresh', { provider: 7 }, 'bad-request', 'args.provider'],
    ['loading nobody’s models', 'load-models', {}, 'bad-request', 'args.provider'],
    ['reading more than there is', 'read-saved', { provider: 'openai' }, 'bad-request', 'args'],
  ])('refuse %s', async (_, name, args, code, message) => {
    page = await connectToPage();
    expect(await action(name, args)).toEqual(failure(code, message));
  });

  it('do nothing if the page is at another revision', async () => {
    page = await connectToPage();
    enterRules(page, 'ignore', 'o1*');
    const args = { replaces: {} };
    const answer = await page.ask('action', { name: 'save', args, ifRevision: revision() - 1 });
    expect(answer).toEqual(failure('revision-mismatch'));
    expect(page.api.asked).not.toContain('save');
  });

  it('report failures', async () => {
    page = await connectToPage();
    enterRules(page, 'ignore', 'o1*');
    page.api.failNext(new ApiError('refused', 'The disk is full.'));
    expect(await save()).toEqual(failure('action-failed', 'The disk is full.'));
    page.api.failNext(new TypeError('a defect'));
    expect(await save()).toEqual(failure('action-failed', 'a defect'));
  });
});
