// @document
import { beforeEach, expect, it } from 'vitest';
import { ApiError } from '@/playground/page/api/api-error';
import { createTestPage, enterRules, MODELS, startTestPage } from '../start-page';
import { connectTo, failure } from './connect-to-page';

type Client = Awaited<ReturnType<typeof openPage>>;

const rules = (...ignore: string[]) => ({ ignore, whitelist: [] });
const MINE = { openai: rules('mine') };
const THEIRS = { openai: rules('theirs') };
const openPage = async () => connectTo(await startTestPage());
const done = (result: object) => ({ ok: true, result: expect.objectContaining({ result }) });

let page: Client;
beforeEach(async () => {
  page = await openPage();
  enterRules(page, 'ignore', 'mine');
});
/** Saves, replacing the saved rules that the page shows. */
const save = () => page.act('save', { replaces: page.store.getState().saved });

it('save writes the rules, and returns the providers that changed and the new revision', async () => {
  const result = { providers: ['openai'], effective: 'now' };
  expect(await save()).toEqual({ ok: true, result: { revision: page.revision(), result } });
  expect(page.api.saved).toEqual(MINE);
});

it.each<[string, before: (page: Client) => Promise<unknown>, first: unknown]>([
  ['save reports', async () => null, failure('saved-changed', 'Nothing was saved')],
  ['read-saved reports', ({ act }) => act('read-saved'), done({ providers: ['openai'], effective: 'now' })],
  ['the user saw', ({ controller }) => controller.save(), failure('saved-changed', 'keep these rules')],
])(
  'save overwrites others’ rules once the requester knows them: a conflict that %s',
  async (_, before, first) => {
    page.api.saved = THEIRS;
    await before(page);
    expect(await save()).toEqual(first);
    expect(page.api.saved).toEqual(Object(first).ok ? MINE : THEIRS);
    expect(await save()).toMatchObject({ ok: true });
    expect(page.api.saved).toEqual(MINE);
  },
);

it('save refuses to replace other saved rules than it names, even after it reported them', async () => {
  page.api.saved = THEIRS;
  expect(await page.act('read-saved')).toEqual(done({ changed: ['openai'] }));
  const refusal = failure('saved-changed', 'not those that the save was to replace');
  expect(await page.act('save', { replaces: {} })).toEqual(refusal);
  expect(page.api.saved).toEqual(THEIRS);
});

it('read-saved returns the providers whose saved rules changed, and updates the page', async () => {
  const gemini = rules('x');
  page.api.saved = { gemini };
  expect(await page.act('read-saved')).toEqual(done({ changed: ['gemini'] }));
  const state = { saved: { gemini }, drafts: { gemini, ...MINE } };
  expect(await page.ask('get-state')).toMatchObject({ result: { state } });
  expect(page.store.getState().conflict).toBeNull();
  expect(await page.act('read-saved')).toEqual(done({ changed: [] }));
});

it('load-models loads a provider’s models once, without changing the view', async () => {
  page.stop();
  page = connectTo(createTestPage());
  // The start loads the first provider's models.
  page.api.models = { openai: MODELS.openai, gemini: MODELS.gemini };
  await page.controller.start();
  page.api.failNext(new ApiError('refused', 'Not now.'));
  const load = () => page.act('load-models', { provider: 'gemini' });
  expect(await load()).toEqual(failure('action-failed', 'Not now.'));
  expect(await load()).toEqual(done({ provider: 'gemini', count: 3 }));
  await load();
  expect(page.store.getState()).toMatchObject({ provider: 'openai', models: MODELS });
  expect(page.api.asked.filter((path) => path === 'models gemini')).toHaveLength(2);
});

it('discard returns the providers whose unsaved changes were discarded', async () => {
  expect(await page.act('discard')).toEqual(done({ providers: ['openai'] }));
  expect(page.store.getState()).toMatchObject({ drafts: {}, discards: 1 });
  expect(await page.act('discard')).toEqual(done({ providers: [] }));
});

it.each<[string, object, string, object]>([
  ['refresh', {}, 'openai', { provider: 'openai', count: 1 }],
  ['refresh', { provider: 'gemini' }, 'openai', { provider: 'gemini', count: 2 }],
  ['switch-provider', { provider: 'gemini' }, 'gemini', { provider: 'gemini', count: 3 }],
])('%s with %j shows %s, and keeps unsaved changes', async (name, args, provider, result) => {
  page.api.models = { gemini: ['gemini/new', 'gemini/old'], openai: ['openai/new'] };
  expect(await page.act(name, args)).toEqual(done(result));
  expect(page.store.getState()).toMatchObject({ provider, drafts: MINE });
});

it.each<[string, object, string, string]>([
  ['explode', {}, 'unknown-action', 'explode'],
  ['constructor', {}, 'unknown-action', 'constructor'],
  ['save', { replaces: {}, force: true }, 'bad-request', 'args'],
  ['save', {}, 'bad-request', 'args.replaces'],
  ['switch-provider', {}, 'bad-request', 'args.provider'],
  ['switch-provider', { provider: 'nobody' }, 'action-failed', 'gemini, openai'],
  ['refresh', { provider: 7 }, 'bad-request', 'args.provider'],
  ['read-saved', { provider: 'openai' }, 'bad-request', 'args'],
])('%s with %j is refused', async (name, args, code, words) => {
  expect(await page.act(name, args)).toEqual(failure(code, words));
});

it('an action does nothing if the page is at another revision, and reports failures', async () => {
  const late = await page.act('save', { replaces: {} }, page.revision() - 1);
  expect(late).toEqual(failure('revision-mismatch'));
  expect(page.api.asked).not.toContain('save');
  for (const error of [new ApiError('refused', 'The disk is full.'), new TypeError('a defect')]) {
    page.api.failNext(error);
    expect(await save()).toEqual(failure('action-failed', error.message));
  }
});
