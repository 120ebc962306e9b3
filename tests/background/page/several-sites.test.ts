import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { adapters } from '@/src/adapters';
import { serviceAdapters } from '@/src/adapters/background';
import { cliProxyApi } from '@/src/adapters/cli-proxy-api/definition';
import { createChangeReports } from '@/src/background/page/change-reports';
import { createPageLink, type PageLink } from '@/src/background/page/page-link';
import { createPageServices } from '@/src/background/page/page-services';
import { createTabBindings } from '@/src/background/page/tab-bindings';
import { createTabMemory } from '@/src/background/page/tab-memory';
import { createSiteAccess } from '@/src/background/sites/site-access';
import { createSites, type Sites } from '@/src/background/sites/sites';
import { createTabGrants } from '@/src/background/sites/tab-grants';
import { createPageKeyStore, type PageKeyStore } from '@/src/background/storage/page-key-store';
import { createAdapterRegistry } from '@/src/core/adapter/adapter-port';
import { createWriteTokens } from '@/src/core/policy/write-tokens';
import { stateEffect, stepEffect } from '@/src/core/records/write-token';
import { stopped } from '@/src/core/shared-errors';
import type { SiteReach } from '@/src/messages/site-commands';
import type { Chat } from '@/src/schema/chat';
import { NO_POLICY } from '@/src/schema/values/managed-policy';
import { BAR_WORDS } from '@/tests/fakes/bar-words';
import { type CliProxyDouble, startCliProxyDouble } from '@/tests/fakes/cli-proxy/start-cli-proxy-double';
import { notesAdapter } from '@/tests/fakes/notes-adapter';
import { type BrowserInMemory, installBrowser } from '@/tests/world/browser-in-memory';
import { aChat } from '../a-chat';
import { ownDatabase } from '../own-database';

const { signal } = new AbortController();
const CLI = 'cli-proxy-api';
const LEASE = { ...BAR_WORDS, leaseId: 'run', leaseMs: 15_000, text: 'Working', canStop: true };

let extension: BrowserInMemory;
let doubles: CliProxyDouble[];
let keys: PageKeyStore;
let sites: Sites;
let tokens: ReturnType<typeof createWriteTokens>;
/** The requests that the background sent, by their origins. */
let sent: string[];
let link: PageLink;

/** As after a restart of the worker. */
function createLink(): PageLink {
  const clock = { now: () => Date.now() };
  const reports = createChangeReports();
  return createPageLink({
    adapters: createAdapterRegistry([...adapters, notesAdapter as never]),
    bindings: createTabBindings(),
    clock,
    onRefused: () => undefined,
    onReversal: () => undefined,
    reports,
    services: createPageServices({
      adapters: serviceAdapters,
      clock,
      keys,
      fetch(input, init) {
        sent.push(new URL(String(input)).origin);
        return fetch(input, init);
      },
      onChanged: () => undefined,
      reports,
      timer: { sleep: async () => undefined },
    }),
    sites,
    tabs: createTabMemory(),
    tokens: tokens.checker,
    withKnownIssue: (status) => status,
  });
}

beforeEach(async () => {
  extension = installBrowser();
  doubles = [];
  sent = [];
  const db = ownDatabase();
  keys = createPageKeyStore(db, () => undefined);
  sites = createSites({
    db,
    clock: { now: () => 1 },
    policy: async () => NO_POLICY,
    access: createSiteAccess(),
    grants: createTabGrants(),
    onChange: () => undefined,
    onSwitch: () => undefined,
  });
  tokens = createWriteTokens({ clock: { now: () => 0 }, ids: { newId: () => crypto.randomUUID() } });
  link = createLink();
});

afterEach(async () => {
  for (const { close } of doubles) await close();
});

async function startProxy(): Promise<CliProxyDouble> {
  const double = await startCliProxyDouble({ reloadMs: 0 });
  doubles.push(double);
  return double;
}

async function allow(origin: string): Promise<void> {
  extension.hosts.add(`http://${new URL(origin).hostname}/*`);
  await sites.keep(origin);
}

function member(adapterId: string, origin: string): Chat {
  const binding = { adapterId, origin, instanceId: 'page', title: 'Page' };
  return { ...aChat({ id: `member-${adapterId}-${origin}`, binding }), memberOf: 'leading' } as Chat;
}

/** Opens a tab that shows a page of this adapter. */
function openTab(
  id: number,
  adapterId: string,
  origin: string,
  lastAccessed = id,
  instanceId = 'page',
): void {
  extension.tabs.set(id, {
    id,
    windowId: 1,
    url: `${origin}/`,
    active: false,
    documentId: `document-${id}`,
    lastAccessed,
    async answer(message) {
      const { type } = (message as { request: { type: string } }).request;
      if (type === 'recall') return { ok: true, value: { kind: 'running' } };
      if (type !== 'identify') return { ok: true, value: null };
      return { ok: true, value: { adapterId, identity: { instanceId, title: 'Page' } } };
    },
  });
}

/** The types of the requests that a tab got, in order. */
const askedTab = (tabId: number) =>
  extension.tabMessages.flatMap((one) =>
    one.tabId === tabId ? [(one.message as { request: { type: string } }).request.type] : [],
  );

describe('a page of a chat about several sites', () => {
  const NOTES = 'http://notes.test';
  interface Case {
    adapterId: string;
    key?: string;
    isAllowed?: false;
    isOff?: true;
    /** The tabs that show the page, with the times of their last use. */
    tabs?: Record<number, number>;
  }
  /** `uses`: no tab, a tab, or the error. */
  it.each<[string, Case, { uses: 'no tab' | number | string; reach: SiteReach }]>([
    [
      'with a service and its key → without a tab',
      { adapterId: CLI, key: 'k' },
      { uses: 'no tab', reach: 'without-tab' },
    ],
    [
      'with a service and its key, and open in a tab → without a tab',
      { adapterId: CLI, key: 'k', tabs: { 5: 1 } },
      { uses: 'no tab', reach: 'without-tab' },
    ],
    [
      'with a service that may need no key → without a tab',
      { adapterId: 'llm-api-key-proxy' },
      { uses: 'no tab', reach: 'without-tab' },
    ],
    [
      'with a service beside the page, with a key → without a tab',
      { adapterId: 'new-api', key: 'k', tabs: { 5: 1 } },
      { uses: 'no tab', reach: 'without-tab' },
    ],
    [
      'with a service beside the page, without a key → in its tab',
      { adapterId: 'new-api', tabs: { 5: 1 } },
      { uses: 5, reach: 'open' },
    ],
    [
      'with a service beside the page, without a key and a tab → not open',
      { adapterId: 'new-api' },
      { uses: 'page-gone', reach: 'not-open' },
    ],
    [
      'with a service, where Steward is off → turned off',
      { adapterId: CLI, key: 'k', isOff: true },
      { uses: 'turned-off', reach: 'not-allowed' },
    ],
    [
      'with a service, without lasting access → not allowed',
      { adapterId: CLI, key: 'k', isAllowed: false, tabs: { 5: 1 } },
      { uses: 'permission-missing', reach: 'not-allowed' },
    ],
    [
      'without a service, in a tab → in its tab',
      { adapterId: 'notes', tabs: { 5: 1 } },
      { uses: 5, reach: 'open' },
    ],
    [
      'without a service, in several tabs → in the one that was used last',
      { adapterId: 'notes', tabs: { 5: 1, 6: 3, 7: 2 } },
      { uses: 6, reach: 'open' },
    ],
    [
      'without a service, in no tab → not open',
      { adapterId: 'notes' },
      { uses: 'page-gone', reach: 'not-open' },
    ],
    [
      'without a service, where Steward is off → turned off',
      { adapterId: 'notes', isOff: true, tabs: { 5: 1 } },
      { uses: 'turned-off', reach: 'not-allowed' },
    ],
    [
      'without a service and without access → not allowed',
      { adapterId: 'notes', isAllowed: false, tabs: { 5: 1 } },
      { uses: 'permission-missing', reach: 'not-allowed' },
    ],
  ])('%s', async (_, { adapterId, key, isAllowed, isOff, tabs = {} }, { uses, reach }) => {
    const chat = member(adapterId, NOTES);
    if (isAllowed !== false) await allow(NOTES);
    if (isOff) await sites.switchSite(NOTES, false);
    if (key !== undefined) await keys.save({ adapterId, origin: NOTES }, key);
    for (const [id, usedAtMs] of Object.entries(tabs)) openTab(Number(id), adapterId, NOTES, usedAtMs);
    const before = extension.tabs.size;
    const used = await link.placeOf(chat, signal).then(
      ({ tabId }) => (tabId < -1 ? 'no tab' : tabId),
      ({ code }) => code,
    );
    expect(used).toBe(uses);
    expect(await link.reach(chat.binding as never)).toBe(reach);
    if (used === 'no tab') expect(extension.tabMessages).toEqual([]);
    // Nothing was sent to a site, and no tab was opened.
    expect([sent, extension.tabs.size]).toEqual([[], before]);
  });

  it('that needs a key → asks for it, and sends nothing', async () => {
    await allow(NOTES);
    await expect(link.readContext(member(CLI, NOTES), signal)).rejects.toMatchObject({ code: 'page-key' });
    expect(await link.reach(member(CLI, NOTES).binding as never)).toBe('key-missing');
    expect(sent).toEqual([]);
    const { status } = await link.look(member(CLI, NOTES), null);
    expect(status).toMatchObject({ state: 'key-needed', adapterId: CLI, url: NOTES });
  });

  it.each([
    ['is off', () => sites.switchSteward(false), 'turned-off', { state: 'off', scope: 'everywhere' }],
    [
      'is off on the site',
      (origin: string) => sites.switchSite(origin, false),
      'turned-off',
      { state: 'off' },
    ],
    [
      'lost its access',
      async () => {
        extension.hosts.clear();
        await sites.accessRevoked();
      },
      'permission-missing',
      { state: 'not-allowed' },
    ],
  ])('whose key is stored, once Steward %s → gets no request', async (_, end, code, state) => {
    const { origin, key } = await startProxy();
    const chat = member(CLI, origin);
    await allow(origin);
    await keys.save({ adapterId: CLI, origin }, key);
    await link.readContext(chat, signal);
    const before = sent.length;
    await end(origin);
    await expect(link.readContext(chat, signal)).rejects.toMatchObject({ code });
    await expect(link.recall(chat, 'x', signal)).rejects.toMatchObject({ code });
    expect((await link.look(chat, null)).status).toMatchObject(state);
    expect(sent).toHaveLength(before);
  });

  it('in a tab that was closed → is used in another tab that shows it, else the user is asked to open it', async () => {
    const chat = member('notes', NOTES);
    await allow(NOTES);
    openTab(5, 'notes', NOTES, 2);
    openTab(6, 'notes', NOTES, 1);
    openTab(7, 'notes', NOTES, 3, 'another page there');
    const tabOf = async () => (await link.placeOf(chat, signal)).tabId;
    expect(await tabOf()).toBe(5);
    // The tab stays the chat's, although another one was used since.
    openTab(6, 'notes', NOTES, 9);
    link = createLink();
    expect(await tabOf()).toBe(5);
    extension.closeTab(5);
    link = createLink();
    expect(await tabOf()).toBe(6);
    // Closed while the worker runs: a request finds out.
    openTab(5, 'notes', NOTES, 2);
    extension.tabs.delete(6);
    expect(await link.recall(chat, 'x', signal)).toEqual({ kind: 'running' });
    expect(askedTab(5).at(-1)).toBe('recall');
    extension.tabs.delete(5);
    link = createLink();
    await expect(tabOf()).rejects.toMatchObject({
      code: 'page-gone',
      message: expect.stringContaining(NOTES),
    });
  });

  it('has the same virtual tab after a restart of the worker, and shares it with no other page', async () => {
    const virtual = async (adapterId: string, origin: string) =>
      (await link.placeOf(member(adapterId, origin), signal)).tabId;
    for (const origin of [NOTES, 'http://other.test']) await allow(origin);
    for (const adapterId of [CLI, 'new-api'])
      for (const origin of [NOTES, 'http://other.test']) await keys.save({ adapterId, origin }, 'k');
    const ids = async () => [
      await virtual(CLI, NOTES),
      await virtual(CLI, 'http://other.test'),
      await virtual('new-api', NOTES),
    ];
    const first = await ids();
    expect(new Set(first).size).toBe(3);
    expect(first.every((id) => Number.isSafeInteger(id))).toBe(true);
    link = createLink();
    expect(await ids()).toEqual(first);
  });

  it('without a document → is never locked, shown, or asked for a selection, and has a status', async () => {
    const { origin, key } = await startProxy();
    const chat = member(CLI, origin);
    await allow(origin);
    await keys.save({ adapterId: CLI, origin }, key);
    openTab(5, CLI, origin);
    const { status } = await link.look(chat, null);
    expect(status).toMatchObject({ state: 'connected', canShow: false, isLasting: true, origin });
    await link.lock(chat, LEASE);
    await link.unlock(chat, 'run');
    expect(await link.namesInSight(chat, ['codex', 'gpt-5.4'])).toEqual([]);
    await expect(link.show(chat, 'gpt-5.4')).rejects.toBeDefined();
    await expect(link.readSelection(chat)).rejects.toMatchObject({ code: 'page-gone' });
    expect(extension.tabMessages).toEqual([]);
  });
});

describe('a chat about one page', () => {
  it.each([
    ['whose tab is not known', null, 'page-gone'],
    ['whose tab is open', 5, 5],
  ])('%s → uses its tab alone, although its key is stored', async (_, bound, uses) => {
    const { memberOf: _memberOf, ...chat } = member(CLI, 'http://proxy.test');
    await allow('http://proxy.test');
    await keys.save({ adapterId: CLI, origin: 'http://proxy.test' }, 'k');
    openTab(5, CLI, 'http://proxy.test');
    if (bound !== null) await createTabBindings().bind(chat.id, bound);
    const used = await link.placeOf(chat, signal).then(
      ({ tabId }) => tabId,
      ({ code }) => code,
    );
    expect(used).toBe(uses);
    expect(await createTabBindings().tabOf(chat.id)).toBe(bound);
  });
});

describe('the keys of several sites', () => {
  const STEP = {
    operation: 'set-rules',
    list: { kind: 'provider', id: 'codex' },
    before: [],
    after: ['gpt-5.4'],
    gone: [],
    back: [],
  };

  /** Sends each type of request to the page. */
  async function tryAll(chat: Chat, double: CliProxyDouble): Promise<void> {
    const place = await link.placeOf(chat, signal);
    const tokenFor = async (executionId: string, effectHash: string) => {
      const { source, stateHash } = await link.readContext(chat, signal);
      const expected = { document: source.document, stateHash };
      return tokens.issuer.issue({ chatId: chat.id, executionId, effectHash, place, expected }, 'user');
    };
    const before = cliProxyApi.restorableState((await link.readContext(chat, signal)).context as never);
    const query = { executionId: 'q', tool: 'find_models', args: { operation: 'none' }, timeoutMs: 1_000 };
    await link.query(chat, query, signal).catch(() => undefined);
    const call = { executionId: 'e', tool: 'exclude_models', args: STEP, timeoutMs: 5_000 };
    const token = await tokenFor('e', stepEffect(call.tool, call.args));
    expect((await link.execute(chat, { ...call, token }, signal)).result).toMatchObject({ success: true });
    expect(await link.recall(chat, 'e', signal)).toMatchObject({ kind: 'done' });
    const state = before as never;
    const restore = { executionId: 'r', state, token: await tokenFor('r', stateEffect(state)) };
    await link.applyState(chat, restore, signal);
    // Withdrawn while it runs.
    const stop = new AbortController();
    const late = { ...call, executionId: 'w', token: await tokenFor('w', stepEffect(call.tool, call.args)) };
    double.beforeAnswer = async () => stop.abort(stopped());
    await link.execute(chat, late, stop.signal).catch(() => undefined);
    double.beforeAnswer = async () => undefined;
  }

  it('go to their own origins only, whatever is requested', async () => {
    const [one, other] = [await startProxy(), await startProxy()];
    other.key = 'the-other-canary-key';
    for (const { origin, key } of [one, other]) {
      await allow(origin);
      await keys.save({ adapterId: CLI, origin }, key);
    }
    openTab(5, CLI, one.origin);
    const spied = vi.spyOn(console, 'info').mockImplementation(() => undefined);
    for (const double of [one, other]) await tryAll(member(CLI, double.origin), double);
    spied.mockRestore();
    for (const { requests, key } of [one, other]) {
      expect(new Set(requests.map((request) => request.key))).toEqual(new Set([key]));
      expect(new Set(requests.map(({ method }) => method)).size).toBeGreaterThan(1);
    }
    expect(new Set(sent)).toEqual(new Set([one.origin, other.origin]));
    expect(extension.tabMessages).toEqual([]);
  });
});
