// @document
import { beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '@/playground/page/api/api-error';
import { MAX_DETAIL_LENGTH } from '@/playground/page/protocol/envelope';
import { createTestPage, enterRules, MODELS, startTestPage } from '../start-page';
import { connectTo, failure } from './connect-to-page';

const rules = (...ignore: string[]) => ({ ignore, whitelist: [] });
const SAVED = { openai: rules('o1*') };
const openPage = async () => connectTo(await startTestPage(SAVED));

let page: Awaited<ReturnType<typeof openPage>>;
beforeEach(async () => {
  page = await openPage();
});
const restorable = (changes: object = {}) => ({ provider: 'openai', drafts: SAVED, search: '', ...changes });

it('hello identifies the page', async () => {
  expect(await page.ask('hello')).toEqual({
    ok: true,
    result: {
      pageType: 'model-filter',
      instanceId: 'fake-1',
      title: 'Model filter',
      actions: ['save', 'read-saved', 'discard', 'load-models', 'refresh', 'switch-provider'],
      canShow: true,
    },
  });
});

it('get-state returns the whole state', async () => {
  enterRules(page, 'whitelist', 'o1');
  page.store.dispatch({ type: 'search-changed', search: 'o' });
  page.store.dispatch({ type: 'pinned', pointer: { on: 'rule', kind: 'ignore', pattern: 'o1*' } });
  const state = {
    provider: 'openai',
    providers: ['gemini', 'openai'],
    models: MODELS,
    drafts: { openai: { ignore: ['o1*'], whitelist: ['o1'] } },
    saved: SAVED,
    search: 'o',
    highlight: { rule: { kind: 'ignore', pattern: 'o1*' }, models: ['openai/o1-preview'] },
    loading: false,
    error: null,
    discards: 0,
  };
  expect(await page.ask('get-state')).toEqual({ ok: true, result: { revision: page.revision(), state } });
});

it('the count of discards increases with a discard of any kind, not otherwise, and falls when one is undone', async () => {
  const { store, controller } = page;
  const counts: number[] = [];
  const unsaved = (act: () => unknown) => async () => {
    enterRules(page, 'ignore', 'a');
    await act();
    counts.push(store.getState().discards);
  };
  const apply = (more: object) => page.ask('apply-state', { state: restorable(), ifRevision: null, ...more });
  await unsaved(() => controller.discard())();
  await unsaved(() => page.act('discard'))();
  await unsaved(() => apply({ discard: true }))();
  await unsaved(() => apply({}))();
  await unsaved(() => store.dispatch({ type: 'rule-removed', kind: 'ignore', pattern: 'a' }))();
  controller.discard();
  await unsaved(() => {
    controller.discard();
    store.dispatch({ type: 'discard-undone' });
  })();
  expect(counts).toEqual([1, 2, 3, 3, 3, 3]);
  expect(store.getState().drafts).toEqual({ openai: rules('o1*', 'a') });
});

it.each<[string, object, string, string]>([
  ['an unknown provider', { provider: 'nobody' }, 'state-refused', 'nobody'],
  ['rules of an unknown provider', { drafts: { nobody: rules() } }, 'state-refused', 'nobody'],
  ['a comma', { drafts: { openai: rules('a', 'b,c') } }, 'state-refused', 'openai, ignore rule 2'],
  ['a rule twice', { drafts: { openai: rules('a', 'a') } }, 'state-refused', 'twice'],
  ['no list', { drafts: { openai: { ignore: 'a' } } }, 'bad-request', 'body.state.drafts.openai.ignore'],
  ['more than belongs there', { saved: {} }, 'bad-request', 'saved'],
])(
  'apply-state refuses %s, names the place, and leaves the page unchanged',
  async (_, changes, code, words) => {
    const before = page.store.getState();
    const answer = await page.ask('apply-state', { state: restorable(changes), ifRevision: null });
    expect(answer).toEqual(failure(code, words));
    expect(page.store.getState()).toBe(before);
  },
);

it('apply-state does nothing without a revision, or if the page is at another one', async () => {
  const before = page.store.getState();
  const apply = (more: object) => page.ask('apply-state', { state: restorable({ search: 'x' }), ...more });
  expect(await apply({})).toEqual(failure('bad-request', 'body.ifRevision'));
  expect(await apply({ ifRevision: 0 })).toEqual(failure('revision-mismatch', `${page.revision()}`));
  expect(page.store.getState()).toBe(before);
});

it.each(['openai/o1-preview', 'o1*'])('show marks what is called %s for two seconds', async (name) => {
  await page.ask('subscribe');
  const before = await page.ask('get-state');
  vi.useFakeTimers();
  try {
    const shown = () => page.store.getState().shown?.name;
    expect(await page.ask('show', { name })).toEqual({ ok: true, result: {} });
    vi.advanceTimersByTime(1_000);
    // The second request begins two seconds of its own.
    await page.ask('show', { name });
    vi.advanceTimersByTime(1_999);
    expect(shown()).toBe(name);
    vi.advanceTimersByTime(1);
    expect(shown()).toBeUndefined();
  } finally {
    vi.useRealTimers();
  }
  expect(await page.ask('get-state')).toEqual(before);
  expect(page.received.notice).toEqual([]);
});

it.each([
  ['gemini/pro', ''],
  ['openai/o1-preview', 'gpt'],
  ['o3*', ''],
  ['openai/', ''],
])(
  'show refuses %s, of another provider, left out by the search “%s”, or not there',
  async (name, search) => {
    page.store.dispatch({ type: 'search-changed', search });
    const before = page.store.getState();
    expect(await page.ask('show', { name })).toEqual(failure('not-in-view'));
    expect(page.store.getState()).toBe(before);
  },
);

it('notices begin with subscribe, combine the changes of one task that the protocol shows, and end', async () => {
  const { store, received } = page;
  enterRules(page, 'ignore', 'before');
  await page.ask('subscribe');
  await page.ask('subscribe');
  store.dispatch({ type: 'told', notice: { tone: 'done', text: 'Name copied' } });
  await Promise.resolve();
  expect(received.notice).toEqual([]);
  enterRules(page, 'ignore', 'a');
  store.dispatch({ type: 'search-changed', search: 'x' });
  await Promise.resolve();
  const body = { revision: page.revision() };
  const notices = [{ protocol: 'steward-page', version: 1, type: 'state-changed', body }];
  expect(received.notice).toEqual(notices);
  page.stop();
  store.dispatch({ type: 'search-changed', search: 'y' });
  await Promise.resolve();
  expect(received.notice).toEqual(notices);
});

it('requests are refused before the catalogue is loaded', async () => {
  const early = connectTo(createTestPage());
  page.stop();
  const requests = [
    early.ask('hello'),
    early.ask('get-state'),
    early.ask('apply-state', { state: restorable(), ifRevision: null }),
    early.act('save'),
  ];
  for (const answer of requests) expect(await answer).toEqual(failure('not-ready', 'still loading'));
  early.api.failNext(new ApiError('unauthorised', 'Wrong key.'));
  await early.controller.start();
  expect(await early.ask('hello')).toEqual(failure('not-ready', 'API key'));
});

it.each<[string, unknown, number, string, string]>([
  ['unheard-of', 7, 2, 'unsupported-version', ''],
  ['get-secrets', {}, 1, 'unknown-type', 'get-secrets'],
  ['hello', { more: 1 }, 1, 'bad-request', 'body'],
  ['get-state', { more: 1 }, 1, 'bad-request', 'body'],
  ['subscribe', { more: 1 }, 1, 'bad-request', 'body'],
])('%s with %j in version %i is rejected', async (type, body, version, code, words) => {
  expect(await page.ask(type, body, version)).toEqual(failure(code, words));
});

it('requests of another form are ignored, and others answered once, with their own four fields', async () => {
  const envelope = { protocol: 'steward-page', version: 1, requestId: 'x', type: 'hello', body: {} };
  for (const detail of [envelope, null, '{']) page.send(detail);
  const changes = [
    { protocol: 'other' },
    { requestId: '' },
    { version: '1' },
    { body: 'x'.repeat(MAX_DETAIL_LENGTH) },
  ];
  for (const change of changes) page.send(JSON.stringify({ ...envelope, ...change }));
  const body = await page.ask('subscribe');
  expect(page.received.response).toEqual([{ ...envelope, requestId: 'r1', type: 'subscribe', body }]);
});

it('a response that exceeds the size limit becomes an error', async () => {
  page.api.models = { gemini: [], openai: ['x'.repeat(MAX_DETAIL_LENGTH)] };
  await page.controller.refresh();
  expect(await page.ask('get-state')).toEqual(failure('action-failed'));
});
