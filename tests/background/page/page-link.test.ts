import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { createChangeReports } from '@/src/background/page/change-reports';
import { createPageLink } from '@/src/background/page/page-link';
import { createTabMemory, type TabMemory } from '@/src/background/page/tab-memory';
import { createWithKnownIssue } from '@/src/background/page/with-known-issue';
import { createAdapterRegistry } from '@/src/core/adapter/adapter-port';
import { StewardError } from '@/src/core/errors';
import { hashJson } from '@/src/core/hash';
import { createWriteTokens } from '@/src/core/policy/write-tokens';
import type { PageLook } from '@/src/core/records/execution-outcome';
import { stateEffect, stepEffect, type WriteToken } from '@/src/core/records/write-token';
import { stopped } from '@/src/core/shared-errors';
import type { PageRequestMessage } from '@/src/messages/page';
import type { Chat } from '@/src/schema/chat';
import type { KnownProblem } from '@/src/schema/known-problem';
import type { SiteMark } from '@/src/schema/site';
import { say } from '@/src/schema/values/said';
import { BAR_WORDS } from '../../fakes/bar-words';
import { noServices } from '../../fakes/no-services';
import { notesAdapter } from '../../fakes/notes-adapter';
import { tokenOn } from '../../fakes/token-on';
import { aChat } from '../a-chat';
import { boundTo } from './bound-to';

const TAB = 7;
const MAX_SAFE = Number.MAX_SAFE_INTEGER;

const LINE = { title: 'Notes', name: null, facts: [], unsaved: false };

const EXPECTED = { document: 'd', stateHash: 'h' };

const { signal } = new AbortController();

/** The content script's identity and state for the single tab. */
let shown: { url: string; instanceId: string; siteVersion?: string; canShow?: true };
let knownProblems: KnownProblem[];
let isShown: boolean;
let siteMark: SiteMark | null;
let asked: string[];
let refused: unknown[][];
let office: ReturnType<typeof createWriteTokens>;
let tabs: TabMemory;

function chatAbout(instanceId: string): Chat {
  return aChat({
    id: `chat-${instanceId}`,
    binding: { adapterId: 'notes', origin: 'http://notes.test', instanceId, title: 'Notes' },
  });
}

function createLink(admit: () => Promise<void> = async () => undefined, adapter: object = notesAdapter) {
  tabs = createTabMemory();
  return createPageLink({
    withKnownIssue: createWithKnownIssue(knownProblems),
    reports: createChangeReports(),
    bindings: boundTo(TAB),
    tabs,
    adapters: createAdapterRegistry([adapter as never]),
    clock: { now: () => 1 },
    services: noServices,
    sites: { isLasting: async () => true, markOf: async () => siteMark, offScope: async () => null, admit },
    tokens: office.checker,
    onRefused: (_chat, change, error) => refused.push([change.executionId, error.details]),
  });
}

beforeEach(() => {
  shown = { url: 'http://notes.test/a', instanceId: 'a' };
  knownProblems = [];
  isShown = true;
  siteMark = null;
  asked = [];
  refused = [];
  let ids = 0;
  const newId = () => {
    ids += 1;
    return String(ids);
  };
  office = createWriteTokens({ clock: { now: () => 0 }, ids: { newId } });
  const answer = async (_tabId: number, { request }: PageRequestMessage) => {
    asked.push(request.type);
    if (request.type === 'identify') {
      const { url: _, ...page } = shown;
      const identity = { ...page, title: 'Notes' };
      return { ok: true, value: { adapterId: 'notes', identity } };
    }
    if (request.type === 'lock' || request.type === 'unlock') return { ok: true, value: null };
    if (request.type === 'show') return { ok: true, value: isShown };
    const context = { notes: [], published: [] };
    return { ok: true, value: { context, stateHash: hashJson({ notes: [] }), document: 'd', order: 1 } };
  };
  Object.assign(browser.tabs, {
    get: vi.fn(async () => ({ id: TAB, url: shown.url })),
    sendMessage: vi.fn(answer),
  });
  Object.assign(browser.scripting, {
    executeScript: vi.fn(async () => [{ documentId: `doc-${shown.instanceId}` }]),
  });
});

describe('a reading', () => {
  type Link = ReturnType<typeof createLink>;

  it.each<[string, (link: Link) => unknown, boolean]>([
    ['is the newest one while nothing happens', () => undefined, true],
    ['is outdated by a later reading', (link) => link.readContext(chatAbout('a'), signal), false],
    ['is outdated by a change since it', () => tabs.noteChange(TAB, { document: 'd', order: 1 }), false],
    [
      'is outdated by a change in another document',
      () => tabs.noteChange(TAB, { document: 'e', order: 0 }),
      false,
    ],
    ['is not outdated by a change before it', () => tabs.noteChange(TAB, { document: 'd', order: 0 }), true],
    [
      'is not outdated by a change of another tab',
      () => tabs.noteChange(8, { document: 'd', order: 1 }),
      true,
    ],
    ['is outdated once its document is gone', () => tabs.forget(TAB), false],
  ])('%s', async (_what, happens, isNewest) => {
    const link = createLink();
    const reading = await link.readContext(chatAbout('a'), signal);
    await happens(link);
    expect(link.isNewest(reading)).toBe(isNewest);
  });
});

it('the status of a page has the beginning of its site’s version', async () => {
  shown = { ...shown, siteVersion: `v1${'.0'.repeat(100)}` };
  const link = createLink(undefined, { ...notesAdapter, pageLine: () => LINE });
  const { status } = await link.look(chatAbout('a'), null);
  expect(status).toMatchObject({ state: 'connected', siteVersion: `v1${'.0'.repeat(49)}` });
});

describe('showing a thing on a chat’s page', () => {
  /** A page that shows a thing by its name in capitals, and by no other name than `a` and `b`. */
  const showing = {
    ...notesAdapter,
    shownBy: (_: unknown, name: string) => (/^[ab]$/.test(name) ? name.toUpperCase() : null),
  };

  it('requests it of the page by the text that the adapter gives, and reads the page only if it wasn’t', async () => {
    const link = createLink(undefined, showing);
    await link.show(chatAbout('a'), 'b');
    await link.show(chatAbout('a'), 'a');
    expect(asked).toEqual(['identify', 'get-context', 'show', 'show']);
    const requests = vi
      .mocked(browser.tabs.sendMessage)
      .mock.calls.map(([, message]) => (message as PageRequestMessage).request);
    expect(requests.at(-1)).toEqual({ type: 'show', adapterId: 'notes', text: 'A' });
  });

  it.each<[string, object, string]>([
    ['the adapter knows no such thing', showing, 'c'],
    ['the adapter can show nothing', notesAdapter, 'a'],
  ])('is refused without a request if %s', async (_, adapter, name) => {
    const link = createLink(undefined, adapter);
    await expect(link.show(chatAbout('a'), name)).rejects.toMatchObject({ code: 'not-found' });
    expect(asked).not.toContain('show');
  });

  it('is refused if the page has nothing in sight', async () => {
    isShown = false;
    const shown = createLink(undefined, showing).show(chatAbout('a'), 'a');
    await expect(shown).rejects.toMatchObject({ code: 'not-found' });
  });

  it('never reaches a page for a chat about another one', async () => {
    const link = createLink(undefined, showing);
    await link.readContext(chatAbout('a'), signal);
    await expect(link.show(chatAbout('b'), 'a')).rejects.toMatchObject({ code: 'page-gone' });
    expect(asked).not.toContain('show');
  });

  it.each([true, undefined])('is in the status of a page that says %s', async (canShow) => {
    shown = { ...shown, ...(canShow && { canShow }) };
    const { status } = await createLink(undefined, { ...showing, pageLine: () => LINE }).look(
      chatAbout('a'),
      null,
    );
    expect(status).toMatchObject({ state: 'connected', canShow: canShow === true });
  });

  it('is offered for the names in the last reading, without another one', async () => {
    const link = createLink(undefined, showing);
    expect(await link.namesInSight(chatAbout('a'), ['a', 'b', 'c'])).toEqual([]);
    await link.readContext(chatAbout('a'), signal);
    asked = [];
    expect(await link.namesInSight(chatAbout('a'), ['a', 'b', 'c'])).toEqual(['a', 'b']);
    expect(await link.namesInSight(chatAbout('b'), ['a'])).toEqual([]);
    expect(asked).toEqual([]);
  });
});

describe('the link to a chat’s page', () => {
  it('identifies a document once, and reads it each time', async () => {
    const link = createLink();
    await link.readContext(chatAbout('a'), signal);
    await link.readContext(chatAbout('a'), signal);
    expect(asked).toEqual(['identify', 'get-context', 'get-context']);
  });

  it('never reaches a page for a chat about another one, although both use the tab', async () => {
    const link = createLink();
    await link.readContext(chatAbout('a'), signal);
    asked = [];
    await expect(link.readContext(chatAbout('b'), signal)).rejects.toMatchObject({ code: 'page-gone' });
    const call = { executionId: 'x', tool: 'add_note', args: {}, timeoutMs: 1, token: tokenOn(EXPECTED) };
    await expect(link.execute(chatAbout('b'), call, signal)).rejects.toMatchObject({ code: 'page-gone' });
    expect(asked).not.toContain('get-context');
    expect(asked).not.toContain('execute');
  });

  it.each<[string, PageLook | null, string[]]>([
    ['reuses the newest reading if the outdated one is older', { document: 'd', order: 0 }, []],
    ['reads the page if the newest reading is outdated', { document: 'd', order: 1 }, ['get-context']],
    ['reads the page for an absurd number', { document: 'd', order: MAX_SAFE }, ['get-context']],
    ['reads the page for another document', { document: 'before', order: 0 }, ['get-context']],
    ['reads the page if no outdated reading is known', null, ['get-context']],
  ])('%s', async (_, outdated, requests) => {
    const link = createLink();
    const { source } = await link.readContext(chatAbout('a'), signal);
    asked = [];
    const { status, reading } = await link.look(chatAbout('a'), outdated);
    expect(status).toMatchObject({ state: 'connected', tabId: TAB });
    expect(reading?.source).toEqual(source);
    expect(asked).toEqual(requests);
  });

  it('reuses a reading for all chats of the page, and for none about another page', async () => {
    const link = createLink();
    const outdated = { document: 'd', order: 0 };
    await link.readContext(chatAbout('a'), signal);
    asked = [];
    const second = { ...chatAbout('a'), id: 'second' };
    expect((await link.look(second, outdated)).status).toMatchObject({ state: 'connected' });
    expect(await link.look(chatAbout('b'), outdated)).toEqual({
      status: { state: 'gone' },
      reading: null,
    });
    expect(asked).toEqual([]);
  });

  it('reads the page after its tab loaded a document, whatever a notice names', async () => {
    const link = createLink();
    await link.readContext(chatAbout('a'), signal);
    tabs.forget(TAB);
    asked = [];
    await link.look(chatAbout('a'), { document: 'd', order: 0 });
    expect(asked).toEqual(['identify', 'get-context']);
  });
});

describe('an answer that exceeds the bounds of a message', () => {
  const deep = (levels: number) => JSON.parse('['.repeat(levels) + ']'.repeat(levels));
  it.each<[string, () => unknown, string]>([
    ['5,000 levels deep', () => deep(5_000), 'more than 64 levels'],
    ['very long', () => 'x'.repeat(32_000_000), 'more than 32000000 length'],
  ])('is refused before it is parsed: %s', async (_, context, limit) => {
    const answer = browser.tabs.sendMessage as (tabId: number, message: PageRequestMessage) => unknown;
    Object.assign(browser.tabs, {
      sendMessage: async (tabId: number, message: PageRequestMessage) =>
        message.request.type === 'get-context'
          ? { ok: true, value: { context: context(), stateHash: hashJson({}), document: 'd', order: 1 } }
          : answer(tabId, message),
    });
    await expect(createLink().readContext(chatAbout('a'), signal)).rejects.toMatchObject({
      code: 'page-protocol',
      details: limit,
    });
    expect((await createLink().look(chatAbout('a'), null)).status).toMatchObject({
      state: 'incompatible',
      message: 'The page’s answer is larger than Steward accepts.',
    });
  });

  it('lists only a few schema errors, although there are a million', async () => {
    const answer = browser.tabs.sendMessage as (tabId: number, message: PageRequestMessage) => unknown;
    const context = { notes: new Array(50_000).fill(1), published: [] };
    Object.assign(browser.tabs, {
      sendMessage: async (tabId: number, message: PageRequestMessage) =>
        message.request.type === 'get-context'
          ? { ok: true, value: { context, stateHash: hashJson({}), document: 'd', order: 1 } }
          : answer(tabId, message),
    });
    const error = await createLink()
      .readContext(chatAbout('a'), signal)
      .catch((reason: StewardError) => reason);
    expect(error).toMatchObject({ code: 'page-protocol', details: expect.stringContaining('notes.0: ') });
    expect(error).toMatchObject({ details: expect.stringMatching(/; and 49,?997 more$/) });
  });
});

it('a page that is too complex is shown with the reason and a remedy', async () => {
  const problem = { message: 'Too many rules.', remedy: 'Remove some.' };
  const pageLine = () => {
    throw new StewardError('too-complex', problem.message, problem);
  };
  const link = createLink(undefined, { ...notesAdapter, pageLine });
  expect(await link.look(chatAbout('a'), null)).toEqual({
    status: { state: 'incompatible', url: 'http://notes.test', ...problem },
    reading: null,
  });
});

describe('a known problem of the page’s adapter', () => {
  const ISSUE = 'https://code.test/issues/1';
  const readable = { ...notesAdapter, pageLine: () => LINE };

  it.each<[string, string | undefined, string[] | undefined, boolean]>([
    ['with this version', '0.9.3', ['0.9.3'], true],
    ['with versions that begin like this one', '0.9.3', ['0.8', '0.9'], true],
    ['with another version of the same first digits', '0.9.31', ['0.9.3'], false],
    ['with another version', '0.9.4', ['0.9.3'], false],
    ['with some version, where the page says none', undefined, ['0.9'], false],
    ['with all versions, where the page says none', undefined, undefined, true],
  ])('%s is in its status, or not', async (_, siteVersion, versions, isKnown) => {
    shown = { ...shown, ...(siteVersion !== undefined && { siteVersion }) };
    const rest = { issue: ISSUE, ...(versions !== undefined && { versions }) };
    knownProblems = [
      { ...rest, adapterId: 'others', issue: 'https://code.test/issues/2' },
      { ...rest, adapterId: 'notes' },
    ];
    const { status } = await createLink(undefined, readable).look(chatAbout('a'), null);
    expect(status).toMatchObject({ state: 'connected' });
    expect(status.knownIssue).toBe(isKnown ? ISSUE : undefined);
  });

  it('is in the status of a page that can’t be used, too', async () => {
    shown = { ...shown, siteVersion: '0.9.3' };
    knownProblems = [{ adapterId: 'notes', versions: ['0.9'], issue: ISSUE }];
    const pageLine = () => {
      throw new StewardError('too-complex', 'Too many rules.', { remedy: 'Remove some.' });
    };
    const { status } = await createLink(undefined, { ...notesAdapter, pageLine }).look(chatAbout('a'), null);
    expect(status).toMatchObject({ state: 'incompatible', knownIssue: ISSUE });
  });
});

describe('a change of a page', () => {
  const call = { executionId: 'x', tool: 'add_note', args: { text: 'a' }, timeoutMs: 1 };
  const state = { notes: ['a'] };
  const facts = (effectHash: string) => ({
    executionId: 'x',
    chatId: 'chat-a',
    place: { origin: 'http://notes.test', tabId: TAB },
    expected: EXPECTED,
    effectHash,
  });

  it('is sent with a token for exactly this change and state, once', async () => {
    const link = createLink();
    const token = office.issuer.issue(facts(stepEffect(call.tool, call.args)), 'policy');
    await link.execute(chatAbout('a'), { ...call, token }, signal).catch(() => undefined);
    const sent = vi.mocked(browser.tabs.sendMessage).mock.lastCall?.[1] as PageRequestMessage;
    expect(sent.request).toMatchObject({ type: 'execute', args: call.args, expected: EXPECTED });
    await expect(link.execute(chatAbout('a'), { ...call, token }, signal)).rejects.toMatchObject({
      code: 'write-refused',
      details: 'token: unknown-or-used',
    });
    expect(asked.filter((type) => type === 'execute')).toHaveLength(1);
    expect(refused).toEqual([['x', 'token: unknown-or-used']]);
  });

  it.each([
    ['a call with the token of a state', stateEffect(state)],
    ['a call with the token of other arguments', stepEffect(call.tool, { text: 'b' })],
    ['a call with the token of another tool', stepEffect('remove_note', call.args)],
  ])('%s is not sent', async (_what, effectHash) => {
    const link = createLink();
    const token = office.issuer.issue(facts(effectHash), 'user');
    await expect(link.execute(chatAbout('a'), { ...call, token }, signal)).rejects.toMatchObject({
      details: 'token: other-change',
    });
    expect(asked).toEqual(['identify']);
  });

  it('to a state is sent with a token for that state, and with no other', async () => {
    const link = createLink();
    const token = office.issuer.issue(facts(stateEffect(state)), 'user');
    const other = office.issuer.issue(facts(stateEffect({ notes: [] })), 'user');
    const applied = (given: WriteToken) =>
      link.applyState(chatAbout('a'), { executionId: 'x', state, token: given }, signal);
    await expect(applied(other)).rejects.toMatchObject({ details: 'token: other-change' });
    expect(asked).toEqual(['identify']);
    await applied(token).catch(() => undefined);
    expect(asked).toEqual(['identify', 'apply-state']);
  });
});

describe('locking a chat’s page', () => {
  const lease = { ...BAR_WORDS, leaseId: 'run', leaseMs: 15_000, text: 'Working', canStop: true };

  it('never reaches a page of another chat, nor one without access', async () => {
    await expect(createLink().lock(chatAbout('b'), lease)).rejects.toMatchObject({ code: 'page-gone' });
    expect(asked).toEqual(['identify']);
    asked = [];
    const refused = createLink(() =>
      Promise.reject(new StewardError('turned-off', 'Off.', { remedy: 'Switch it on.' })),
    );
    await expect(refused.lock(chatAbout('a'), lease)).rejects.toMatchObject({ code: 'turned-off' });
    expect(asked).toEqual([]);
    expect(browser.scripting.executeScript).toHaveBeenCalledTimes(1);
  });

  it('sends the user’s name for the site with spelled-out invisible characters, and the site’s colour as CSS', async () => {
    siteMark = { name: 'PROD\u200b', color: 'red' };
    await createLink().lock(chatAbout('a'), lease);
    siteMark = null;
    await createLink().lock(chatAbout('a'), lease);
    const sent = vi.mocked(browser.tabs.sendMessage).mock.calls.map(([, message]) => message);
    expect(sent).toMatchObject([
      { request: { type: 'identify' } },
      { request: { siteMark: { name: 'PROD\\u200b', color: '#b3261e' } } },
      { request: { type: 'identify' } },
      { request: { siteMark: null } },
    ]);
  });

  it('finds the document after a reload', async () => {
    const link = createLink();
    await link.lock(chatAbout('a'), lease);
    vi.mocked(browser.tabs.sendMessage).mockRejectedValueOnce(new Error('no such document'));
    await link.lock(chatAbout('a'), lease);
    expect(asked).toEqual(['identify', 'lock', 'identify', 'lock']);
  });

  it('is undone in a known document, even without access, and in no other', async () => {
    let isOff = false;
    const link = createLink(async () => {
      if (isOff) throw new StewardError('turned-off', 'Off.', { remedy: 'Switch it on.' });
    });
    await link.unlock(chatAbout('a'), 'run');
    expect(asked).toEqual([]);
    await link.lock(chatAbout('a'), lease);
    isOff = true;
    await link.unlock(chatAbout('b'), 'run');
    await link.unlock(chatAbout('a'), 'run');
    expect(asked).toEqual(['identify', 'lock', 'unlock']);
    vi.spyOn(console, 'info').mockImplementation(() => undefined);
    vi.mocked(browser.tabs.sendMessage).mockRejectedValueOnce(new Error('no such document'));
    await link.unlock(chatAbout('a'), 'run');
  });
});

it('an answer whose hash doesn’t match its context → page-protocol, and no reading', async () => {
  const link = createLink();
  await link.readContext(chatAbout('a'), signal);
  const value = { context: { notes: ['x'], published: [] }, stateHash: hashJson({ notes: [] }) };
  vi.mocked(browser.tabs.sendMessage).mockImplementation(async () => ({
    ok: true,
    value: { ...value, document: 'd', order: 2 },
  }));
  await expect(link.readContext(chatAbout('a'), signal)).rejects.toMatchObject({ code: 'page-protocol' });
});

describe('a page that does not answer', () => {
  const never = () => new Promise<never>(() => undefined);
  const call = { executionId: 'x', tool: 'add_note', args: { text: 'a' }, timeoutMs: 1_000 };

  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it.each<[string, number, (link: ReturnType<typeof createLink>) => Promise<unknown>]>([
    ['reading', 10_000, (link) => link.readContext(chatAbout('a'), signal)],
    ['a call that reads', 1_500, (link) => link.query(chatAbout('a'), call, signal)],
    ['the recall of an execution', 3_000, (link) => link.recall(chatAbout('a'), 'x', signal)],
    [
      'locking',
      2_000,
      (link) =>
        link.lock(chatAbout('a'), { ...BAR_WORDS, leaseId: 'r', leaseMs: 1, text: 't', canStop: true }),
    ],
  ])('ends %s with a timeout after its limit', async (_, limitMs, ask) => {
    const link = createLink();
    await link.readContext(chatAbout('a'), signal);
    vi.mocked(browser.tabs.sendMessage).mockImplementation(never);
    const asked = ask(link).catch((error: StewardError) => error.code);
    await vi.advanceTimersByTimeAsync(limitMs - 1);
    expect(await Promise.race([asked, Promise.resolve('waits')])).toBe('waits');
    await vi.advanceTimersByTimeAsync(1);
    expect(await asked).toBe('timeout');
  });

  const REFUSED = 'Error: Missing host permission for the tab';
  it.each<[string, string | undefined, string | null, string]>([
    ['a refusal where the browser shows the address', 'http://notes.test/a.pdf', REFUSED, 'page-unknown'],
    ['a refusal where it hides the address', undefined, REFUSED, 'permission-missing'],
    ['a refusal before the tab’s first page', '', REFUSED, 'permission-missing'],
    [
      'the browser’s own page with a hidden address',
      undefined,
      'Cannot access a chrome:// URL',
      'page-unknown',
    ],
    ['another extension', undefined, 'Cannot access a chrome-extension:// URL of x', 'page-unknown'],
    ['the store', undefined, 'The extensions gallery cannot be scripted.', 'page-unknown'],
    ['a script that ran nowhere', undefined, null, 'permission-missing'],
    ['a tab that was closed', undefined, 'No tab with id: 1', 'page-gone'],
  ])('knows from %s whether a permission would help, and gets no request', async (_, url, refusal, code) => {
    Object.assign(browser.tabs, { get: async () => ({ id: TAB, url }) });
    const refuse = () => Promise.reject(new Error(refusal ?? ''));
    const executeScript = refusal === null ? async () => [null] : refuse;
    Object.assign(browser.scripting, { executeScript });
    await expect(createLink().identify(TAB)).rejects.toMatchObject({ code });
    expect(asked).toEqual([]);
  });

  describe('whose adapter’s script is missing', () => {
    const missing = (...ids: string[]) =>
      vi.mocked(browser.tabs.sendMessage).mockImplementation(async () => {
        const id = ids.shift();
        const identity = { instanceId: 'a', title: 'Notes' };
        return { ok: true, value: id === undefined ? { adapterId: 'notes', identity } : { missing: id } };
      });

    it('gets it in the same document, and then says what it is', async () => {
      missing('notes');
      expect(await createLink().identify(TAB)).toMatchObject({ adapterId: 'notes', instanceId: 'a' });
      expect(vi.mocked(browser.scripting.executeScript).mock.calls.map(([injection]) => injection)).toEqual([
        { target: { tabId: TAB }, files: ['/content-scripts/content.js'] },
        {
          target: { tabId: TAB, documentIds: ['doc-a'] },
          files: ['/content-scripts/notes.js'],
        },
      ]);
    });

    it.each([
      ['a script that it has got', ['notes', 'notes'], 'page-protocol', 2],
      ['a script of no adapter', ['../background'], 'page-unknown', 1],
    ])('and which asks for %s gets no further one', async (_, ids, code, scripts) => {
      missing(...ids);
      await expect(createLink().identify(TAB)).rejects.toMatchObject({ code });
      expect(browser.scripting.executeScript).toHaveBeenCalledTimes(scripts);
    });
  });

  it('ends the start of its content script with a timeout', async () => {
    vi.mocked(browser.scripting.executeScript).mockImplementation(never);
    const asked = createLink()
      .readContext(chatAbout('a'), signal)
      .catch((error: StewardError) => error.code);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await asked).toBe('timeout');
  });

  it.each([
    ['unloaded', 'page-gone', { state: 'incompatible', message: say('error.page.crashed') }],
    ['complete', 'page-unknown', { state: expect.not.stringMatching('incompatible') }],
  ])('and refuses scripts has crashed only if its tab is unloaded: %s', async (tabStatus, code, status) => {
    const denied = 'Cannot access contents of the page. Extension manifest must request permission.';
    vi.mocked(browser.scripting.executeScript).mockRejectedValue(new Error(denied));
    vi.mocked(browser.tabs.get).mockResolvedValue({ id: TAB, url: shown.url, status: tabStatus } as never);
    const link = createLink();
    await expect(link.readContext(chatAbout('a'), signal)).rejects.toMatchObject({ code });
    expect((await link.look(chatAbout('a'), null)).status).toMatchObject(status);
  });

  it('ends a reading at once when its signal aborts', async () => {
    const link = createLink();
    await link.readContext(chatAbout('a'), signal);
    vi.mocked(browser.tabs.sendMessage).mockImplementation(never);
    const controller = new AbortController();
    const asked = link.readContext(chatAbout('a'), controller.signal).catch((error: Error) => error.message);
    controller.abort(new Error('stopped'));
    await vi.advanceTimersByTimeAsync(0);
    expect(await asked).toBe('stopped');
  });

  it.each([
    ['whose time is over', false, 1_500, 'timeout'],
    ['that was stopped, and isn’t answered in the time that it has then', true, 300, 'aborted'],
  ])('gets the withdrawal of a change %s', async (_what, isStopped, waitMs, code) => {
    const link = createLink();
    const facts = {
      executionId: 'x',
      chatId: 'chat-a',
      place: { origin: 'http://notes.test', tabId: TAB },
      expected: EXPECTED,
      effectHash: stepEffect(call.tool, call.args),
    };
    const token = office.issuer.issue(facts, 'policy');
    await link.readContext(chatAbout('a'), signal);
    vi.mocked(browser.tabs.sendMessage).mockImplementation(never);
    const sent = () =>
      vi
        .mocked(browser.tabs.sendMessage)
        .mock.calls.map(([, message]) => (message as PageRequestMessage).request)
        .slice(-2);
    const withdrawal = [{ type: 'execute' }, { type: 'withdraw', executionId: 'x' }];
    const stop = new AbortController();
    const asked = link
      .execute(chatAbout('a'), { ...call, token }, stop.signal)
      .catch((error: StewardError) => error.code);
    await vi.advanceTimersByTimeAsync(0);
    if (isStopped) {
      stop.abort(stopped());
      expect(sent()).toMatchObject(withdrawal);
    }
    await vi.advanceTimersByTimeAsync(waitMs);
    expect(await asked).toBe(code);
    expect(sent()).toMatchObject(withdrawal);
  });
});
