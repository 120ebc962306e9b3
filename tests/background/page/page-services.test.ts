import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cliProxyApi } from '@/src/adapters/cli-proxy-api/definition';
import { cliProxyService } from '@/src/adapters/cli-proxy-api/service';
import { llmProxyService } from '@/src/adapters/llm-api-key-proxy/service';
import { newApi } from '@/src/adapters/new-api/definition';
import { newApiService } from '@/src/adapters/new-api/service';
import { openWebuiService } from '@/src/adapters/open-webui/service';
import { createChangeReports } from '@/src/background/page/change-reports';
import { createPageService } from '@/src/background/page/page-service';
import { createPageServices, type PageServices } from '@/src/background/page/page-services';
import { createPageKeyStore, type PageKeyStore } from '@/src/background/storage/page-key-store';
import { StewardError } from '@/src/core/errors';
import { hashJson } from '@/src/core/hash';
import type { ExpectedPage } from '@/src/core/records/write-token';
import type { PageAnswers } from '@/src/messages/page';
import { say } from '@/src/schema/values/said';
import type { StewardDatabase } from '@/src/store/db';
import { type CliProxyDouble, startCliProxyDouble } from '@/tests/fakes/cli-proxy/start-cli-proxy-double';
import { type LlmProxyDouble, startLlmProxyDouble } from '@/tests/fakes/llm-proxy/start-llm-proxy-double';
import { type NewApiDouble, startNewApiDouble } from '@/tests/fakes/new-api/start-new-api-double';
import { startRawEndpoint } from '@/tests/fakes/raw-endpoint';
import { ownDatabase } from '../own-database';

const adapterId = 'cli-proxy-api';
/** These adapters have no state half in the page. */
const nowhere = () => Promise.reject(new Error('asked the page'));
const limit = { limitMs: 10_000, signal: new AbortController().signal, graceMs: 0 };
const read = { type: 'get-context' as const, adapterId };

let double: CliProxyDouble;
let keys: PageKeyStore;
let db: StewardDatabase;
let services: PageServices;
/** Number of changes of the keys. */
let changes: number;
/** The time of the background's clock. */
let nowMs: number;
/** The changes of pages that were reported. */
let reported: { adapterId: string; origin: string; order: number }[];

beforeEach(async () => {
  double = await startCliProxyDouble({ reloadMs: 0 });
  nowMs = Date.now();
  changes = 0;
  reported = [];
  db = ownDatabase();
  keys = createPageKeyStore(db, () => {
    changes += 1;
  });
  services = newServices();
});

afterEach(() => double.close());

/** As after a restart of the background. */
const newServices = (adapters: Parameters<typeof createPageServices>[0]['adapters'] = [cliProxyService]) =>
  createPageServices({
    adapters,
    keys,
    fetch: (input, init) => fetch(input, init),
    clock: { now: () => nowMs },
    timer: { sleep: async (delayMs) => pause(delayMs / 20) },
    onChanged: (changed, { order }) => void reported.push({ ...changed, order }),
    reports: createChangeReports(),
  });

const GET = { method: 'GET', path: '/x', body: null } as const;

const place = () => ({ adapterId, origin: double.origin });
const readContext = () => services.request(place(), read, limit, nowhere);

describe('the key of a page’s server', () => {
  it('is needed before the first request: none is sent without one', async () => {
    await expect(readContext()).rejects.toMatchObject({
      code: 'page-key',
      message: expect.stringContaining('Management key'),
    });
    expect(double.requests).toEqual([]);
  });

  it('is sent with each request, and never with one to another origin', async () => {
    await keys.save(place(), double.key);
    await readContext();
    expect(double.requests.length).toBeGreaterThan(1);
    expect(new Set(double.requests.map(({ key }) => key))).toEqual(new Set([double.key]));
    const other = await startCliProxyDouble({ reloadMs: 0 });
    await expect(
      services.request({ adapterId, origin: other.origin }, read, limit, nowhere),
    ).rejects.toMatchObject({
      code: 'page-key',
    });
    expect(other.requests).toEqual([]);
    await other.close();
  });

  it('is tried once when it is wrong, however many readings wait, also after a restart', async () => {
    await keys.save(place(), 'a-wrong-key-1');
    const readings = await Promise.allSettled(Array.from({ length: 10 }, readContext));
    expect(readings.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 'rejected'));
    services = newServices();
    await expect(readContext()).rejects.toMatchObject({
      code: 'page-key',
      message: expect.stringContaining('refuses the management key'),
      remedy: say('error.page.keyRefusedRemedy'),
    });
    expect(double.requests).toHaveLength(1);
    expect(JSON.stringify(await db.pageKeys.toArray())).not.toContain('a-wrong-key-1');
  });

  it('works after the user entered another one', async () => {
    await keys.save(place(), 'a-wrong-key-1');
    expect(changes).toBe(1);
    await expect(readContext()).rejects.toMatchObject({ code: 'page-key' });
    expect(changes).toBe(2);
    await keys.save(place(), double.key);
    expect(cliProxyApi.contextSchema.parse((await readContext()).context)).toMatchObject({
      providers: { claude: ['claude-3-*'] },
    });
  });

  it('is not deleted by a late refusal of the one before', async () => {
    await keys.save(place(), 'new');
    await keys.refuse(place(), 'old', 'No.');
    expect(await keys.keyOf(place())).toMatchObject({ key: 'new', refusal: null });
  });

  it('stays while the server bans the address, which is asked once a minute, and until when is said', async () => {
    await keys.save(place(), double.key);
    for (let count = 0; count < 5; count += 1) await fetch(`${double.origin}/v0/management/config`);
    double.requests.length = 0;
    nowMs = new Date(2026, 10, 23, 14, 2, 30).getTime();
    const banned = { code: 'page-protocol', remedy: say('said.page.tryAgainAt', { time: '14:33' }) };
    await expect(readContext()).rejects.toMatchObject(banned);
    await expect(readContext()).rejects.toMatchObject(banned);
    expect(double.requests).toHaveLength(1);
    expect(await keys.keyOf(place())).toMatchObject({ key: double.key, refusal: null });
    double.liftBan();
    nowMs += 60_000;
    await expect(readContext()).resolves.toBeDefined();
  });

  it('stays if the server isn’t managed from elsewhere', async () => {
    await keys.save(place(), double.key);
    double.intercept = () => ({ status: 403, body: { error: 'remote management disabled' } });
    await expect(readContext()).rejects.toMatchObject({
      code: 'page-protocol',
      message: expect.stringContaining('remote management disabled'),
    });
    double.intercept = () => null;
    await expect(readContext()).resolves.toBeDefined();
  });
});

describe('a server that may need no key', () => {
  let proxy: LlmProxyDouble;
  const placeOfProxy = () => ({ adapterId: llmProxyService.id, origin: proxy.origin });
  const readProxy = () =>
    newServices([llmProxyService]).request(
      placeOfProxy(),
      { type: 'get-context', adapterId: llmProxyService.id },
      limit,
      nowhere,
    );
  const sent = () => proxy.requests.map(({ authorization }) => authorization);

  beforeEach(async () => {
    proxy = await startLlmProxyDouble();
  });

  afterEach(() => proxy.close());

  it('is read without one as long as none was entered', async () => {
    proxy.key = null;
    await expect(readProxy()).resolves.toMatchObject({ context: { aliases: ['gpt-latest'] } });
    expect(sent()).toEqual([null, null]);
    expect(await keys.keyOf(placeOfProxy())).toBeNull();
  });

  it('is asked once without a key, and the user for the key, if it needs one', async () => {
    await expect(readProxy()).rejects.toMatchObject({
      code: 'page-key',
      message: expect.stringMatching(/^Steward needs a key of .*: Proxy API key\.$/),
    });
    expect(sent()).toEqual([null]);
    await keys.save(placeOfProxy(), proxy.key ?? '');
    await expect(readProxy()).resolves.toBeDefined();
  });

  it('gets nothing more after it refused a key, not even a request without one', async () => {
    await keys.save(placeOfProxy(), 'a-wrong-key-1');
    await expect(readProxy()).rejects.toMatchObject({ code: 'page-key' });
    await expect(readProxy()).rejects.toMatchObject({
      code: 'page-key',
      message: 'The proxy refuses the API key.',
    });
    expect(sent()).toEqual(['Bearer a-wrong-key-1']);
  });
});

describe('a server whose page needs no key', () => {
  let gateway: NewApiDouble;
  const placeOfGateway = () => ({ adapterId: newApiService.id, origin: gateway.origin });
  const fromPage = { context: {}, stateHash: 'of the page', document: 'page', order: 1 };
  const noSession = new StewardError('page-key', 'Nobody is signed in.', { remedy: 'Sign in.' });
  const readGateway = (inPage: () => Promise<PageAnswers['get-context']>) =>
    newServices([newApiService]).request(
      placeOfGateway(),
      { type: 'get-context', adapterId: newApiService.id },
      limit,
      inPage,
    );
  const signedOut = () => Promise.reject(noSession);

  beforeEach(async () => {
    gateway = await startNewApiDouble();
  });

  afterEach(() => gateway.close());

  it('is read in the page as long as no key was entered', async () => {
    expect(await readGateway(async () => fromPage)).toBe(fromPage);
    await expect(readGateway(signedOut)).rejects.toMatchObject({ code: 'page-key', said: noSession.said });
    expect(gateway.requests).toEqual([]);
  });

  it('is read with the key alone once one was entered', async () => {
    await keys.save(placeOfGateway(), gateway.session.accessToken);
    const { context } = await readGateway(nowhere);
    expect(newApi.contextSchema.parse(context)).toMatchObject({ channels: { length: 6 } });
  });

  it('is read in the page again once it has refused the key, and a page without a session says so', async () => {
    await keys.save(placeOfGateway(), gateway.session.accessToken);
    gateway.session.renewAccessToken();
    await expect(readGateway(nowhere)).rejects.toMatchObject({
      code: 'page-key',
      message: expect.stringContaining('refuses the system access token'),
    });
    expect(await readGateway(async () => fromPage)).toBe(fromPage);
    await expect(readGateway(signedOut)).rejects.toMatchObject({
      code: 'page-key',
      message: expect.stringMatching(/refuses the system access token.*Nobody is signed in\.$/),
      remedy: 'Sign in.',
    });
    expect(gateway.requests).toHaveLength(1);
  });

  it('keeps the key of somebody who may not do one thing, and not that of somebody who is no administrator', async () => {
    await keys.save(placeOfGateway(), gateway.session.accessToken);
    const refuse = (body: object) => (gateway.intercept = () => ({ status: 403, body }));
    refuse({ success: false, message: 'Insufficient privilege' });
    await expect(readGateway(nowhere)).rejects.toMatchObject({ code: 'page-protocol' });
    expect(await keys.keyOf(placeOfGateway())).toMatchObject({ refusal: null });
    refuse({ success: false, code: 'AUTH_INSUFFICIENT_PRIVILEGE' });
    await expect(readGateway(nowhere)).rejects.toMatchObject({ code: 'page-key' });
    expect(await keys.keyOf(placeOfGateway())).toMatchObject({ key: null });
  });
});

describe('requests to a page’s server', () => {
  const fixed = {
    keyOf: async () => ({ ...place(), key: 'k', refusal: null }),
    refuse: async () => undefined,
  };
  const serviceAt = (origin: string) =>
    createPageService({ clock: { now: () => nowMs }, keys: fixed, fetch }, cliProxyService, origin);
  const { signal } = limit;

  it('follow no redirect, which could take the key elsewhere', async () => {
    const server = await startRawEndpoint((reply) => {
      reply.head(302, { Location: `${double.origin}/v0/management/config` });
      reply.end();
    });
    const request = serviceAt(new URL(server.baseUrl).origin).request(GET, signal);
    await expect(request).rejects.toMatchObject({ code: 'page-protocol' });
    expect(double.requests).toEqual([]);
    await server.close();
  });

  it.each([
    [openWebuiService, 403, { detail: 'No: Bearer sk-canary-0815' }, 'No: '],
    [openWebuiService, 401, { detail: 'sk-canary-0815 is wrong' }, 'is wrong'],
    [cliProxyService, 403, { error: 'not with sk-canary-0815' }, 'not with'],
  ])('never show or store the key that a refusal repeats: %#', async (adapter, status, body, reason) => {
    const server = await startRawEndpoint(async (reply) => {
      reply.head(status, { 'content-type': 'application/json' });
      await reply.write(JSON.stringify(body));
      reply.end();
    });
    const { origin } = new URL(server.baseUrl);
    await keys.save({ adapterId: adapter.id, origin }, 'sk-canary-0815');
    const request = createPageService({ clock: { now: () => nowMs }, keys, fetch }, adapter, origin).request(
      GET,
      signal,
    );
    const error = await request.catch((thrown: StewardError) => thrown);
    expect(error).toMatchObject({ message: expect.stringContaining(reason) });
    const rows = (await db.pageKeys.toArray()).map(({ refusal }) => refusal);
    expect(`${error} ${rows}`).not.toContain('canary');
    expect(JSON.stringify(server.requests[0]?.headers)).toContain('sk-canary-0815');
    await server.close();
  });

  it('never show a key that can’t be sent', async () => {
    const unsendable = {
      ...fixed,
      keyOf: async () => ({ ...place(), key: 'sk-canary-\n0815', refusal: null }),
    };
    const service = createPageService(
      { clock: { now: () => nowMs }, keys: unsendable, fetch },
      openWebuiService,
      double.origin,
    );
    const error = await service.request(GET, signal).catch(({ details }: StewardError) => details);
    expect(error).toContain('[key removed]');
    expect(error).not.toContain('canary');
  });

  it('go to no other origin, whatever the path is', async () => {
    const request = serviceAt('http://proxy.example').request(
      { method: 'GET', path: `${double.origin}/v0/management/config`, body: null },
      signal,
    );
    await expect(request).rejects.toMatchObject({ code: 'page-protocol' });
    expect(double.requests).toEqual([]);
  });

  it('fail with the server’s address if it is down', async () => {
    await keys.save(place(), double.key);
    await double.close();
    await expect(readContext()).rejects.toMatchObject({
      code: 'page-protocol',
      message: expect.stringContaining(double.origin),
    });
  });

  it('end at once when nobody waits any more', async () => {
    const aborted = AbortSignal.abort();
    await expect(serviceAt(double.origin).request(GET, aborted)).rejects.toMatchObject({ code: 'aborted' });
    expect(double.requests).toEqual([]);
  });
});

describe('an execution in the background', () => {
  const change = ({ document: name, stateHash }: ExpectedPage) => ({
    type: 'execute' as const,
    adapterId,
    executionId: 'e1',
    tool: 'exclude_models',
    args: {
      operation: 'set-rules',
      list: { kind: 'provider', id: 'codex' },
      before: [],
      after: ['gpt-5.4'],
      gone: [],
      back: [],
    },
    timeoutMs: 10_000,
    sentAtMs: Date.now(),
    expected: { document: name, stateHash },
  });

  async function readWithKey() {
    await keys.save(place(), double.key);
    return readContext();
  }
  const request = (sent: Parameters<PageServices['request']>[1]) =>
    services.request(place(), sent, limit, nowhere);
  const written = () => double.requests.filter(({ method }) => method !== 'GET');

  it('runs once for its id', async () => {
    const page = await readWithKey();
    const [one, two] = await Promise.all([1, 2].map(() => request(change(page))));
    expect(one).toEqual(two);
    expect(written()).toMatchObject([{ method: 'PATCH' }]);
    // With the readings before and right after it; both requests for the same execution report it.
    const report = { ...place(), order: 3 };
    expect(reported).toEqual([report, report]);
    expect(await request({ type: 'recall', executionId: 'e1' })).toMatchObject({
      kind: 'done',
    });
  });

  it('is refused if the state is another one than was approved', async () => {
    const other = { ...(await readWithKey()), stateHash: hashJson('other') };
    await expect(request(change(other))).rejects.toMatchObject({
      code: 'page-changed',
    });
    expect(written()).toEqual([]);
  });

  it('is not made once it was withdrawn', async () => {
    const page = await readWithKey();
    await request({ type: 'withdraw', executionId: 'e1' });
    await expect(request(change(page))).rejects.toMatchObject({
      code: 'aborted',
    });
    expect(written()).toEqual([]);
  });

  it('has an unknown outcome after a restart, so that it isn’t taken for one that was never sent', async () => {
    expect(await request({ type: 'recall', executionId: 'e1' })).toMatchObject({
      kind: 'failed',
      error: { code: 'internal' },
    });
  });
});
