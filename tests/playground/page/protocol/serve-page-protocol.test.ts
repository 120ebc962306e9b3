// @document
import { afterEach, describe, expect, it, vi } from 'vitest';
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
const restorable = (changes: object = {}) => ({ provider: 'openai', drafts: {}, search: '', ...changes });

describe('hello', () => {
  it('identifies the page', async () => {
    page = await connectToPage();
    expect(await page.ask('hello', {})).toEqual({
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
});

describe('get-state', () => {
  it('returns the whole state', async () => {
    page = await connectToPage({ openai: { ignore: ['o1*'], whitelist: [] } });
    enterRules(page, 'whitelist', 'o1');
    page.store.dispatch({ type: 'search-changed', search: 'o' });
    page.store.dispatch({ type: 'pinned', pointer: { on: 'rule', kind: 'ignore', pattern: 'o1*' } });
    expect(await page.ask('get-state', {})).toEqual({
      ok: true,
      result: {
        revision: revision(),
        state: {
          provider: 'openai',
          providers: ['gemini', 'openai'],
          models: MODELS,
          drafts: { openai: { ignore: ['o1*'], whitelist: ['o1'] } },
          saved: { openai: { ignore: ['o1*'], whitelist: [] } },
          search: 'o',
          highlight: { rule: { kind: 'ignore', pattern: 'o1*' }, models: ['openai/o1-preview'] },
          loading: false,
          error: null,
          discards: 0,
        },
      },
    });
  });

  it('reports that models are being fetched, and why that failed', async () => {
    page = await connectToPage();
    const release = page.api.holdModels('openai');
    const refresh = page.controller.refresh();
    expect(await page.ask('get-state', {})).toMatchObject({
      result: { state: { loading: true, error: null } },
    });
    release();
    await refresh;
    page.api.failNext(new ApiError('refused', 'Not now.'));
    await page.controller.refresh();
    expect(await page.ask('get-state', {})).toMatchObject({
      result: { state: { loading: false, error: 'Not now.' } },
    });
  });
});

describe('the count of discards', () => {
  const discards = () => page.store.getState().discards;
  const unsavedRemoved = () =>
    page.ask('apply-state', { state: restorable(), ifRevision: null, discard: true });

  it('increases with the page’s Discard, the action, and a state applied as a discard', async () => {
    page = await connectToPage();
    enterRules(page, 'ignore', 'a');
    page.controller.discard();
    expect(discards()).toBe(1);
    enterRules(page, 'ignore', 'a');
    await page.ask('action', { name: 'discard', args: {}, ifRevision: null });
    expect(discards()).toBe(2);
    enterRules(page, 'ignore', 'a');
    await unsavedRemoved();
    expect(await page.ask('get-state', {})).toMatchObject({
      result: { state: { drafts: {}, discards: 3 } },
    });
  });

  it('doesn’t change when rules are removed one by one, a state is applied, or there is nothing to discard', async () => {
    page = await connectToPage();
    enterRules(page, 'ignore', 'a');
    page.store.dispatch({ type: 'rule-removed', kind: 'ignore', pattern: 'a' });
    await page.ask('apply-state', { state: restorable(), ifRevision: null });
    page.controller.discard();
    expect(discards()).toBe(0);
  });

  it('decreases when a discard is undone', async () => {
    page = await connectToPage();
    enterRules(page, 'ignore', 'a');
    page.controller.discard();
    page.store.dispatch({ type: 'discard-undone' });
    expect(page.store.getState()).toMatchObject({
      discards: 0,
      drafts: { openai: { ignore: ['a'], whitelist: [] } },
    });
  });
});

describe('apply-state', () => {
  it('sets provider, unsaved rules and search in one change, and returns its revision', async () => {
    page = await connectToPage({ openai: { ignore: ['o1*'], whitelist: [] } });
    const drafts = { gemini: { ignore: ['*-exp'], whitelist: [] }, openai: { ignore: [], whitelist: [] } };
    const state = { provider: 'gemini', drafts, search: 'x' };
    const answer = await page.ask('apply-state', { state, ifRevision: revision() });
    expect(answer).toEqual({ ok: true, result: { revision: revision() } });
    expect(page.store.getState()).toMatchObject({
      provider: 'gemini',
      drafts: { gemini: { ignore: ['*-exp'], whitelist: [] } },
      search: 'x',
    });
    expect(Object.keys(page.store.getState().drafts)).toEqual(['gemini']);
  });

  it.each([
    ['an unknown provider', { provider: 'nobody' }, 'nobody'],
    ['rules of an unknown provider', { drafts: { nobody: { ignore: [], whitelist: [] } } }, 'nobody'],
    [
      'a rule with a comma',
      { drafts: { openai: { ignore: ['a', 'b,c'], whitelist: [] } } },
      'openai, ignore rule 2',
    ],
    ['an empty rule', { drafts: { openai: { ignore: [], whitelist: [''] } } }, 'whitelist rule 1'],
    ['a rule twice', { drafts: { openai: { ignore: ['a', 'a'], whitelist: [] } } }, 'twice'],
  ])('refuses %s and leaves the page unchanged', async (_, changes, message) => {
    page = await connectToPage();
    enterRules(page, 'ignore', 'mine');
    const before = page.store.getState();
    const answer = await page.ask('apply-state', { state: restorable(changes), ifRevision: null });
    expect(answer).toEqual(failure('state-refused', message));
    expect(page.store.getState()).toBe(before);
  });

  it.each([
    ['without a state', { ifRevision: null }, 'body.state'],
    ['without a revision', { state: restorable() }, 'body.ifRevision'],
    [
      'with a list that is none',
      { state: restorable({ drafts: { openai: { ignore: 'a', whitelist: [] } } }), ifRevision: null },
      'body.state.drafts.openai.ignore',
    ],
    ['with more than belongs there', { state: restorable({ saved: {} }), ifRevision: null }, 'saved'],
  ])('refuses a body %s and names the place', async (_, body, message) => {
    page = await connectToPage();
    expect(await page.ask('apply-state', body)).toEqual(failure('bad-request', message));
  });

  it('does nothing if the page is at another revision', async () => {
    page = await connectToPage();
    const seen = revision();
    enterRules(page, 'ignore', 'mine');
    const answer = await page.ask('apply-state', { state: restorable(), ifRevision: seen });
    expect(answer).toEqual(failure('revision-mismatch', `${revision()}`));
    expect(page.store.getState().drafts).toEqual({ openai: { ignore: ['mine'], whitelist: [] } });
  });
});

describe('show', () => {
  it.each(['openai/o1-preview', 'o1*'])('marks what is called %s for two seconds', async (name) => {
    page = await connectToPage({ openai: { ignore: ['o1*'], whitelist: [] } });
    await page.ask('subscribe', {});
    const before = await page.ask('get-state', {});
    vi.useFakeTimers();
    try {
      expect(await page.ask('show', { name })).toEqual({ ok: true, result: {} });
      expect(page.store.getState().shown).toEqual({ name });
      vi.advanceTimersByTime(1_000);
      // The second request begins two seconds of its own.
      await page.ask('show', { name });
      vi.advanceTimersByTime(1_999);
      expect(page.store.getState().shown).toEqual({ name });
      vi.advanceTimersByTime(1);
      expect(page.store.getState().shown).toBeNull();
    } finally {
      vi.useRealTimers();
    }
    // Neither the state nor its revision changed.
    expect(await page.ask('get-state', {})).toEqual(before);
    expect(page.notices).toEqual([]);
  });

  it.each<[string, string, string]>([
    ['a model of another provider', 'gemini/pro', ''],
    ['a model that the search leaves out', 'openai/o1-preview', 'gpt'],
    ['a rule that the provider does not have', 'o3*', ''],
    ['a part of a name', 'openai/', ''],
  ])('refuses %s, and leaves provider and search as they are', async (_, name, search) => {
    page = await connectToPage();
    page.store.dispatch({ type: 'search-changed', search });
    const before = page.store.getState();
    expect(await page.ask('show', { name })).toEqual(failure('not-in-view'));
    expect(page.store.getState()).toBe(before);
  });
});

describe('the notices', () => {
  it('start with subscribe, and combine the changes of one task', async () => {
    page = await connectToPage();
    enterRules(page, 'ignore', 'before');
    await page.ask('subscribe', {});
    await page.ask('subscribe', {});
    expect(page.notices).toEqual([]);
    enterRules(page, 'ignore', 'a');
    enterRules(page, 'ignore', 'b');
    page.store.dispatch({ type: 'search-changed', search: 'x' });
    await Promise.resolve();
    expect(page.notices).toEqual([
      { protocol: 'steward-page', version: 1, type: 'state-changed', body: { revision: revision() } },
    ]);
  });

  it('are not sent if nothing changed that the protocol shows', async () => {
    page = await connectToPage();
    await page.ask('subscribe', {});
    page.store.dispatch({ type: 'told', notice: { tone: 'done', text: 'Name copied' } });
    await Promise.resolve();
    expect(page.notices).toEqual([]);
  });

  it('end with the page’s side', async () => {
    page = await connectToPage();
    await page.ask('subscribe', {});
    page.stop();
    page.store.dispatch({ type: 'search-changed', search: 'x' });
    await Promise.resolve();
    expect(page.notices).toEqual([]);
  });
});

describe('requests', () => {
  it('are not ready before the catalogue is loaded', async () => {
    page = connectToUnstartedPage();
    for (const [type, body] of [
      ['hello', {}],
      ['get-state', {}],
      ['apply-state', { state: restorable(), ifRevision: null }],
      ['action', { name: 'save', args: {}, ifRevision: null }],
    ] as const) {
      expect(await page.ask(type, body)).toEqual(failure('not-ready', 'still loading'));
    }
    page.api.failNext(new ApiError('unauthorised', 'Wrong key.'));
    await page.controller.start();
    expect(await page.ask('hello', {})).toEqual(failure('not-ready', 'API key'));
  });

  it('of another version are rejected as such, whatever else they hold', async () => {
    page = await connectToPage();
    expect(await page.ask('unheard-of', 7, 2)).toEqual(failure('unsupported-version'));
  });

  it('of an unknown type are rejected as such', async () => {
    page = await connectToPage();
    expect(await page.ask('get-secrets', {})).toEqual(failure('unknown-type', 'get-secrets'));
  });

  it.each(['hello', 'get-state', 'subscribe'])('of type %s have an empty body', async (type) => {
    page = await connectToPage();
    expect(await page.ask(type, { more: 1 })).toEqual(failure('bad-request', 'body'));
  });

  it('are answered once, with their own four fields', async () => {
    page = await connectToPage();
    await page.ask('subscribe', {});
    expect(page.responses).toEqual([
      {
        protocol: 'steward-page',
        version: 1,
        requestId: 'r1',
        type: 'subscribe',
        body: { ok: true, result: {} },
      },
    ]);
  });

  const envelope = { protocol: 'steward-page', version: 1, requestId: 'x', type: 'hello', body: {} };
  it.each<[string, unknown]>([
    ['no text', envelope],
    ['nothing', null],
    ['no JSON', '{'],
    ['another protocol', JSON.stringify({ ...envelope, protocol: 'other' })],
    ['no id', JSON.stringify({ ...envelope, requestId: '' })],
    ['a version that is no number', JSON.stringify({ ...envelope, version: '1' })],
    ['more than the size cap', JSON.stringify({ ...envelope, body: 'x'.repeat(8_388_608) })],
  ])('are ignored when they are %s', async (_, detail) => {
    page = await connectToPage();
    page.sendRaw(detail);
    await page.ask('hello', {});
    expect(page.responses).toHaveLength(1);
  });
});
