// @document
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChannelState, NewApiContext } from '@/src/adapters/new-api/channels';
import { createNewApiPage } from '@/src/adapters/new-api/page';
import type { PageHalf } from '@/src/core/adapter/page-half';
import { CHANNEL_SECRETS, doubleChannel } from '@/tests/fakes/new-api/double-channels';
import { type NewApiDouble, startNewApiDouble } from '@/tests/fakes/new-api/start-new-api-double';

const { signal } = new AbortController();
const { fetch } = globalThis;

let double: NewApiDouble;
let page: PageHalf;

beforeEach(async () => {
  double = await startNewApiDouble();
  const [cookie = ''] = (await fetch(`${double.origin}/channels`)).headers.getSetCookie();
  // The tests' document has an address of its own, and Node sends no cookies by itself.
  const atDouble = (url: string) => url.replace(document.location.origin, double.origin);
  vi.stubGlobal('fetch', (url: string, { headers, ...init }: RequestInit) =>
    fetch(atDouble(url), { ...init, headers: { ...headers, cookie } }),
  );
  history.replaceState(null, '', '/channels');
  document.body.innerHTML = '<div id="root"></div>';
  localStorage.setItem('uid', '1');
  page = createNewApiPage(document);
});

afterEach(async () => {
  vi.unstubAllGlobals();
  localStorage.clear();
  await double.close();
});

const read = async () => (await page.getContext(signal)) as NewApiContext;
const said = (id: string) => ({ code: 'page-protocol', said: { id } });
const listed = () => double.requests.filter(({ path }) => path.startsWith('/api/channel/?')).length;
const body = (value: unknown) => ({ status: 200, body: value });

/** Changes members of channel 2, as the background computes the step; `before` are those that the request was approved with. */
const change = (after: Partial<ChannelState>, before: Partial<ChannelState>, ends = signal) =>
  page.execute('change', { entries: [{ key: '2', before, after }] }, ends);

describe('the page of a new-api is recognized', () => {
  it.each<[string, () => void, boolean]>([
    ['by the list of channels', () => {}, true],
    ['by that of the old user interface', () => history.replaceState(null, '', '/console/channel'), true],
    ['not on another of its pages', () => history.replaceState(null, '', '/pricing'), false],
    ['not without its root', () => document.body.replaceChildren(), false],
    ['not if the server names no version', () => vi.stubGlobal('fetch', async () => new Response()), false],
    ['not if the server gives no answer', () => vi.stubGlobal('fetch', () => Promise.reject(1)), false],
  ])('%s', async (_, show, isFound) => {
    show();
    const identity = { instanceId: document.location.origin, title: 'new-api', siteVersion: 'v0.0.0' };
    expect(await page.detect(signal)).toEqual(isFound ? identity : null);
  });
});

describe('the channels', () => {
  it('are read from all pages of the list in the order of their ids, without their secrets', async () => {
    const more = Array.from({ length: 200 }, (_, at) => at + 7);
    double.channels.push(
      ...more.map((id) => doubleChannel({ id, name: `channel-${id}`, type: 1, models: 'm' })),
    );
    const context = await read();
    expect(context.channels.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, ...more]);
    expect(listed()).toBe(3);
    for (const secret of Object.values(CHANNEL_SECRETS))
      expect(JSON.stringify(context)).not.toContain(secret);
  });

  it('are not read in part if one is deleted during the reading', async () => {
    for (let id = 7; id <= 150; id += 1)
      double.channels.push(doubleChannel({ id, name: `${id}`, type: 1, models: 'm' }));
    double.intercept = ({ path }) => {
      if (path.endsWith('p=2')) double.channels.pop();
      return null;
    };
    await expect(read()).rejects.toMatchObject(said('new-api.error.listChanges'));
  });

  it.each([
    ['the user’s id', { uid: '1' }, true],
    ['the old user interface’s user', { user: '{"id":1}' }, true],
    ['an id that is no number', { uid: 'admin' }, false],
    ['a user without an id', { user: '{}' }, false],
    ['something else as the user', { user: 'nobody' }, false],
    ['nothing', {}, false],
  ])('are read with %s in the page’s storage: %#', async (_, stored: Record<string, string>, isSignedIn) => {
    localStorage.clear();
    for (const [name, value] of Object.entries(stored)) localStorage.setItem(name, value);
    const reading = read().then(({ channels }) => channels.length);
    if (isSignedIn) expect(await reading).toBe(6);
    else await expect(reading).rejects.toMatchObject(said('new-api.error.signedOut'));
    expect(listed()).toBe(isSignedIn ? 1 : 0);
  });

  it.each<[string, string, () => unknown]>([
    ['ended its session', 'new-api.error.signedOut', () => double.endSession()],
    ['takes no more requests', 'new-api.error.limited', () => (double.requestsLeft = 0)],
    ['gives no answer', 'new-api.error.noAnswer', () => (double.intercept = () => 'cut')],
    ...[
      { success: false, message: 'no' },
      { success: true, data: {} },
      { success: true, data: { total: 1, items: [{ id: 1 }] } },
      undefined,
    ].map((answer): [string, string, () => unknown] => [
      `answers ${JSON.stringify(answer)}`,
      'kit.server.unlike',
      () => (double.intercept = () => body(answer)),
    ]),
  ])('are not read if the server %s', async (_, id, meddle) => {
    meddle();
    await expect(read()).rejects.toMatchObject(said(id));
  });

  it('are read once for a second, and again after the page may have changed them', async () => {
    const watching = new AbortController();
    const onChange = vi.fn();
    page.subscribe(onChange, watching.signal);
    await Promise.all([await read(), await read()]);
    expect(listed()).toBe(1);
    // A change during a reading makes that reading old at once.
    double.intercept = () => {
      window.dispatchEvent(new Event('focus'));
      return null;
    };
    window.dispatchEvent(new Event('focus'));
    await Promise.all([await read(), await read()]);
    expect(listed()).toBe(3);
    expect(onChange).toHaveBeenCalledTimes(3);
    watching.abort();
  });
});

describe('further lists:', () => {
  const query = (operation: string, channel: number) => page.query('look', { operation, channel }, signal);

  it.each<[string, string, number, string[]]>([
    ['the groups', 'groups', 0, ['default', 'svip', 'vip']],
    ['the offered models without a price', 'unpriced', 0, ['claude-latest', ' gemini-pro']],
    ['the upstream’s models', 'upstream', 3, ['claude-sonnet-4-5', 'claude-opus-4']],
  ])('%s', async (_, operation, channel, names) => {
    expect(await query(operation, channel)).toEqual({ success: true, message: '', data: { names } });
  });

  it('no model lacks a price where clients need none', async () => {
    double.isSelfUse = true;
    expect((await query('unpriced', 0)).data).toEqual({ names: [] });
  });

  it('an upstream’s refusal doesn’t tell its message, which may have a password in it', async () => {
    expect(await query('upstream', 6)).toEqual({
      success: false,
      message: '',
      error_code: 'upstream_refused',
    });
  });

  it.each([
    ['signedOut', () => double.endSession()],
    ['limited', () => (double.requestsLeft = 0)],
  ])('an answer about the session or the limit is no refusal by the upstream: %s', async (id, meddle) => {
    meddle();
    await expect(query('upstream', 3)).rejects.toMatchObject(said(`new-api.error.${id}`));
  });

  it('any other is refused', async () => {
    expect((await query('delete', 3)).error_code).toBe('wrong_way');
  });
});

describe.each([
  ['in the channel’s own request, and all refusals with 200', 'put', false],
  ['by a route of its own, and refusals with codes', 'route', true],
] as const)('on a server that sets the status %s,', (_, statusBy, hasStatusCodes) => {
  beforeEach(() => Object.assign(double, { statusBy, hasStatusCodes }));
  const models = ['gpt-4o', 'gpt-4-preview'];

  it('a channel gets its new members, and keeps the rest of its settings', async () => {
    const after = { on: false, models: ['gpt-4o'], ignored: ['o1'] };
    const { result, state } = await change(after, { on: true, models, ignored: [] });
    expect(result).toMatchObject({ success: true, data: { changed: ['2'] } });
    expect(double.find(2)).toMatchObject({ status: 2, models: 'gpt-4o', ...CHANNEL_SECRETS });
    expect(JSON.parse(double.find(2).settings)).toEqual({
      proxy_pass: true,
      upstream_model_update_ignored_models: ['o1'],
    });
    expect(state).toMatchObject({ 2: after, 1: { on: true } });
    await change({ on: true }, { on: false });
    expect(double.find(2).status).toBe(1);
  });

  it.each<[string, () => unknown, object]>([
    [
      'a refusal',
      () => {
        double.intercept = ({ method }) =>
          method === 'GET' ? null : body({ success: false, message: 'database is locked' });
      },
      { error_code: 'server_refused', message: expect.stringContaining('“database is locked”. Nothing') },
    ],
    [
      'a channel that was deleted',
      () => double.channels.splice(1, 1),
      { error_code: 'page_changed', message: expect.stringContaining('it was deleted meanwhile.') },
    ],
    [
      'a channel that the list has and the server doesn’t show',
      () => {
        double.intercept = ({ path }) => (path === '/api/channel/2' ? body({ success: false }) : null);
      },
      { error_code: 'server_refused', message: expect.stringContaining('status 200') },
    ],
    [
      'another channel in the answer',
      () => {
        double.intercept = ({ path }) =>
          path === '/api/channel/2' ? body({ success: true, data: double.find(1) }) : null;
      },
      { error_code: 'server_refused' },
    ],
  ])('%s is reported, and nothing is changed', async (_, meddle, told) => {
    meddle();
    const { result } = await change({ models: ['gpt-4o'] }, { models });
    expect(result).toMatchObject({ success: false, ...told });
    expect(double.channels.map((channel) => channel.models)).not.toContain('gpt-4o');
  });

  it('a request beyond the limit is not sent again after a stop', async () => {
    await read();
    double.requestsLeft = 0;
    const stopped = new AbortController();
    const report = vi.fn(() => stopped.abort());
    const entries = [{ key: '2', before: { models }, after: { models: ['gpt-4o'] } }];
    const { result } = await page.execute('change', { entries }, stopped.signal, undefined, report);
    expect(result).toMatchObject({ success: false, error_code: 'stopped' });
    expect(double.find(2).models).toBe(models.join());
  });
});
