// @document
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChannelState, NewApiContext } from '@/src/adapters/new-api/channels';
import { createNewApiPage } from '@/src/adapters/new-api/page';
import type { PageHalf } from '@/src/core/adapter/page-half';
import { CHANNEL_CANARIES, CHANNEL_SECRETS, doubleChannel } from '@/tests/fakes/new-api/double-channels';
import { type NewApiDouble, startNewApiDouble } from '@/tests/fakes/new-api/start-new-api-double';
import type { NewApiVersion } from '@/tests/fakes/new-api/versions';

const SIGNED_OUT = 'new-api.error.signedOut';
const { signal } = new AbortController();
const { fetch } = globalThis;

let double: NewApiDouble;
let page: PageHalf;
/** The browser's cookie of the double, as its last answer set it. */
let cookie: string;
/** The resource timing entries that the page's observer gets. */
let notice: (path: string) => void;

const keepCookie = ({ headers }: Response) => {
  const [set] = headers.getSetCookie();
  if (set !== undefined) cookie = /^[^;]*/.exec(set)?.[0] ?? '';
};

/** Opens the page, which signs its user in. */
async function openPage(): Promise<void> {
  keepCookie(await fetch(`${double.origin}/channels`));
}

beforeEach(async () => {
  double = await startNewApiDouble();
  await openPage();
  // The tests' document has an address of its own, and Node sends no cookies by itself.
  const atDouble = (url: string) => url.replace(document.location.origin, double.origin);
  vi.stubGlobal('fetch', async (url: string, { headers, ...init }: RequestInit) => {
    const own = { Cookie: cookie, Origin: double.origin };
    const response = await fetch(atDouble(url), { ...init, headers: { ...headers, ...own } });
    keepCookie(response);
    return response;
  });
  notice = () => {};
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      constructor(found: (list: { getEntries(): { name: string }[] }) => void) {
        notice = (path) => found({ getEntries: () => [{ name: double.origin + path }] });
      }
      observe() {}
      disconnect() {}
    },
  );
  history.replaceState(null, '', '/channels');
  document.body.innerHTML = '<div id="root"></div>';
  page = createNewApiPage(document);
});

/** Makes the server an older one, whose page keeps the user's id in its storage. */
async function startAs(version: NewApiVersion): Promise<void> {
  double.version = version;
  await openPage();
  if (version !== 'C') localStorage.setItem('uid', '1');
}

afterEach(async () => {
  vi.unstubAllGlobals();
  localStorage.clear();
  await double.close();
});

const read = async () => (await page.getContext(signal)) as NewApiContext;
const said = (id: string) => ({ code: id === SIGNED_OUT ? 'page-key' : 'page-protocol', said: { id } });
const listed = () => double.requests.filter(({ path }) => path.startsWith('/api/channel/?')).length;
const body = (value: unknown) => ({ status: 200, body: value });

/** Changes members of channel 2, as the background computes the step; `before` are those that the request was approved with. */
const change = (after: Partial<ChannelState>, before: Partial<ChannelState>, ends = signal) =>
  page.execute('change', { entries: [{ key: '2', before, after }] }, ends);

describe('the page of a new-api is recognized', () => {
  it.each<[string, () => void, boolean]>([
    ['by the list of channels', () => {}, true],
    ['by that of the old user interface', () => history.replaceState(null, '', '/console/channel'), true],
    [
      'by the page to sign in, where one without a session leads',
      () => history.replaceState(null, '', '/sign-in'),
      true,
    ],
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
    for (const secret of CHANNEL_CANARIES) expect(JSON.stringify(context)).not.toContain(secret);
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

  it.each<[string, string[], number]>([
    ['less than a page', [], 1],
    ['exactly one page', Array.from({ length: 94 }, (_, at) => `more-${at}`), 1],
  ])('of %s are read by %s requests', async (_, names, requests) => {
    for (const [at, name] of names.entries())
      double.channels.push(doubleChannel({ id: 100 + at, name, type: 1, models: 'm' }));
    expect((await read()).channels).toHaveLength(6 + names.length);
    expect(listed()).toBe(requests);
  });

  it('are not read from a list that has no end', async () => {
    double.intercept = ({ path }) => {
      const at = Number(/p=(\d+)$/.exec(path)?.[1]) * 100;
      const items = Array.from({ length: 100 }, (_, index) =>
        doubleChannel({ id: at + index, name: 'n', type: 1, models: 'm' }),
      );
      return body({ success: true, data: { items, total: 1e9 } });
    };
    await expect(read()).rejects.toMatchObject({ said: { values: { count: 20_000 } } });
    expect(listed()).toBe(200);
  });

  it.each<[string, string, () => unknown]>([
    ['ended its session', SIGNED_OUT, () => double.endSession()],
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

it('an error within the page’s script has its facts in English, where its words are not', async () => {
  double.intercept = ({ path }) => (path === '/api/channel/2' ? 'cut' : null);
  const { result } = await change({ models: ['gpt-4o'] }, { models: ['gpt-4o', 'gpt-4-preview'] });
  expect(result.message).toMatch(/^Channel 2 was not changed: No answer: .*\. Nothing is changed\.$/);
});

describe('further lists:', () => {
  const query = (operation: string, channel: number) => page.query('look', { operation, channel }, signal);

  it.each<[string, string, number, string[]]>([
    ['the groups', 'groups', 0, ['default', 'svip', 'vip']],
    ['the offered models without a price', 'unpriced', 0, [' gemini-pro', 'claude-latest']],
    ['the upstream’s models', 'upstream', 3, ['claude-sonnet-4-5', 'claude-opus-4']],
  ])('%s', async (_, operation, channel, names) => {
    expect(await query(operation, channel)).toMatchObject({ success: true, message: '', data: { names } });
  });

  it('a model that the price list leaves out is neither with nor without a price', async () => {
    const priced = async () => (await query('unpriced', 0)).data;
    expect((await priced())?.priced).toContain('claude-3-5-haiku');
    double.usableGroups = ['default'];
    expect(JSON.stringify(await priced())).not.toContain('claude');
    double.hasPriceList = false;
    expect(await priced()).toEqual({ names: [], priced: [] });
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

describe.each<[NewApiVersion, boolean]>([
  ['A', false],
  ['B', true],
  ['C', false],
])('on a server of version %s, whose refusals have codes: %s,', (version, hasStatusCodes) => {
  beforeEach(async () => {
    double.hasStatusCodes = hasStatusCodes;
    await startAs(version);
  });
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
      { error_code: 'server_refused', message: expect.stringContaining('status 200. Nothing') },
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

describe('the session of an older server', () => {
  beforeEach(() => startAs('B'));

  it.each([
    ['the user’s id', { uid: '1' }, true],
    ['the old user interface’s user', { user: '{"id":1}' }, true],
    ['an id that is no number', { uid: 'admin' }, false],
    ['a user without an id', { user: '{}' }, false],
    ['something else as the user', { user: 'nobody' }, false],
    ['nothing', {}, false],
  ])('is found by %s in the page’s storage: %#', async (_, stored: Record<string, string>, isSignedIn) => {
    localStorage.clear();
    for (const [name, value] of Object.entries(stored)) localStorage.setItem(name, value);
    const reading = read().then(({ channels }) => channels.length);
    if (isSignedIn) expect(await reading).toBe(6);
    else await expect(reading).rejects.toMatchObject(said(SIGNED_OUT));
    expect(listed()).toBe(isSignedIn ? 1 : 0);
  });

  it('works again after it had ended, without a notice', async () => {
    double.endSession();
    await expect(read()).rejects.toMatchObject(said(SIGNED_OUT));
    await openPage();
    expect((await read()).channels).toHaveLength(6);
  });
});

describe('the session of a newer server', () => {
  const refreshes = () => double.session.refreshes;
  /** Reads again, whatever was read before. */
  const readNow = async () => {
    window.dispatchEvent(new Event('focus'));
    return read();
  };
  const watching = new AbortController();

  beforeEach(() => page.subscribe(() => {}, watching.signal));

  it('is found although the storage still has the user’s id of an older version', async () => {
    localStorage.setItem('uid', '1');
    expect((await read()).channels).toHaveLength(6);
    await readNow();
    expect(refreshes()).toBe(1);
    expect(listed()).toBe(3);
  });

  it('is used by one refresh for all requests, which then send a token alone', async () => {
    await Promise.all([read(), page.query('look', { operation: 'groups' }, signal), readNow()]);
    await readNow();
    expect(double.session).toMatchObject({ refreshes: 1, mostAtOnce: 1 });
  });

  it('has another token once the last one has expired, by one refresh', async () => {
    await read();
    double.session.expireTokens();
    const models = ['gpt-4o', 'gpt-4-preview'];
    const [{ result }] = await Promise.all([
      change({ models: ['gpt-4o'] }, { models }),
      readNow(),
      readNow(),
    ]);
    expect(result).toMatchObject({ success: true });
    expect(double.find(2).models).toBe('gpt-4o');
    expect(double.session).toMatchObject({ refreshes: 2, mostAtOnce: 1 });
  });

  it('has ended once a refresh is refused, and no further one is sent until somebody may have signed in', async () => {
    await read();
    double.endSession();
    for (const path of ['/api/channel/1', '/api/status', '/api/user/auth/refresh']) {
      await expect(readNow()).rejects.toMatchObject(said(SIGNED_OUT));
      notice(path);
    }
    expect(refreshes()).toBe(2);
    await openPage();
    notice('/api/user/login');
    expect((await readNow()).channels).toHaveLength(6);
    expect(refreshes()).toBe(3);
  });

  it('has ended if its new token is refused as well', async () => {
    double.intercept = ({ path }) =>
      path.includes('/channel/')
        ? { status: 401, body: { success: false, code: 'AUTH_USER_DISABLED' } }
        : null;
    await expect(read()).rejects.toMatchObject(said(SIGNED_OUT));
    await expect(readNow()).rejects.toMatchObject(said(SIGNED_OUT));
    expect(refreshes()).toBe(1);
  });

  it.each<[string, string, () => unknown]>([
    ['beyond the limit of sign-ins', 'new-api.error.limited', () => (double.session.refreshesLeft = 0)],
    [
      'that the server fails to answer',
      'kit.server.unlike',
      () => (double.session.intercept = () => ({ status: 500, body: { code: 'AUTH_INTERNAL_ERROR' } })),
    ],
    ['without an answer', 'new-api.error.noAnswer', () => (double.session.intercept = () => 'cut')],
    [
      'that something in front of the server answers',
      'kit.server.unlike',
      () => (double.session.intercept = () => ({ status: 200, body: '<html></html>' })),
    ],
  ])('has not ended after a refresh %s', async (_, id, meddle) => {
    meddle();
    await expect(read()).rejects.toMatchObject(said(id));
    double.session.refreshesLeft = 1;
    double.session.intercept = () => null;
    expect((await readNow()).channels).toHaveLength(6);
  });

  it('is refreshed once the limit allows it, in the middle of a change', async () => {
    const { channels } = await read();
    const entries = channels.map(({ id, models }) => {
      return { key: String(id), before: { models }, after: { models: [...models, 'o1'] } };
    });
    double.intercept = ({ path }) => {
      if (path !== '/api/channel/3' || double.session.refreshesLeft < 9) return null;
      double.session.refreshesLeft = 0;
      double.session.expireTokens();
      return { status: 401, body: { success: false, code: 'AUTH_TOKEN_EXPIRED' } };
    };
    const heldUp = vi.fn(() => (double.session.refreshesLeft = 1));
    // The pause of a change that is held up.
    const { setTimeout: wait } = globalThis;
    vi.stubGlobal('setTimeout', (work: () => void, ms: number) => wait(work, ms === 10_000 ? 0 : ms));
    const { result } = await page.execute('change', { entries }, signal, undefined, ({ isHeldUp }) => {
      if (isHeldUp) heldUp();
    });
    expect(heldUp).toHaveBeenCalledOnce();
    expect(result).toMatchObject({ success: true, data: { changed: ['1', '2', '3', '4', '5', '6'] } });
  });

  it.each([
    ['GET', 'reading'],
    ['PUT', 'change'],
  ])('ends at the %s of the fourth channel → the result says which are changed', async (method) => {
    const { channels } = await read();
    const entries = channels.map(({ id, models }) => {
      return { key: String(id), before: { models }, after: { models: [...models, 'o1'] } };
    });
    double.intercept = ({ method: sent, path, body: fields }) => {
      if (sent === method && (path === '/api/channel/4' || JSON.stringify(fields).startsWith('{"id":4,'))) {
        double.endSession();
        return { status: 401, body: { success: false, code: 'AUTH_UNAUTHORIZED' } };
      }
      return null;
    };
    const { result, state } = await page.execute('change', { entries }, signal);
    expect(result).toEqual({
      success: false,
      error_code: 'server_refused',
      message:
        'Channel 4 was not changed: Status 401: nobody is signed in to the page. 3 of 6 are changed and could not be set back: 1, 2, 3. As before: 4, 5, 6.',
      data: { changed: ['1', '2', '3'] },
    });
    const made = double.channels.filter(({ models }) => models.endsWith(',o1')).map(({ id }) => id);
    expect(made).toEqual([1, 2, 3]);
    expect(Object.values(state ?? {}).map(({ models }) => models.includes('o1'))).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  it('is refreshed while no other document of the site holds the page’s lock', async () => {
    const held: { name: string; run: () => unknown }[] = [];
    const request = (name: string, _options: object, work: () => Promise<string>) =>
      new Promise((resolve) => held.push({ name, run: () => resolve(work()) }));
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { locks: { request } }));
    page = createNewApiPage(document);
    const reading = read();
    await vi.waitFor(() => expect(held.map(({ name }) => name)).toEqual(['new-api:auth-refresh']));
    expect(refreshes()).toBe(0);
    held[0]?.run();
    expect((await reading).channels).toHaveLength(6);
    vi.unstubAllGlobals();
  });

  it('is reported as no answer if nobody gives the lock', async () => {
    const request = () => Promise.reject(new DOMException('', 'TimeoutError'));
    vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { locks: { request } }));
    page = createNewApiPage(document);
    await expect(read()).rejects.toMatchObject(said('new-api.error.noAnswer'));
    vi.unstubAllGlobals();
  });

  it('leaves its token out of everything that leaves the page’s script', async () => {
    const context = await read();
    const [token] = double.session.issued.filter((text) => text.startsWith('eyJ'));
    double.intercept = ({ method }) =>
      method === 'PUT' ? body({ success: false, message: `${token} may not do this` }) : null;
    const models = ['gpt-4o', 'gpt-4-preview'];
    const { result, state } = await change({ models: ['gpt-4o'] }, { models });
    expect(result.message).toContain('may not do this');
    for (const secret of double.session.issued)
      expect(JSON.stringify([context, result, state, { ...localStorage }])).not.toContain(secret);
  });
});
