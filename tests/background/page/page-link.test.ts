import { afterEach, beforeEach, describe, expect, it, type Mock, vi } from 'vitest';
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
let reversals: unknown[][];
let reports: ReturnType<typeof createChangeReports>;
let office: ReturnType<typeof createWriteTokens>;
let tabs: TabMemory;
/** The page’s state, as it answers. */
let context: unknown;
let send: Mock<(tabId: number, message: PageRequestMessage) => Promise<unknown>>;
let inject: Mock;
/** A link to the notes page, if a case needs no other one. */
let link: ReturnType<typeof createLink>;

const chatAbout = (instanceId: string) =>
  aChat({
    id: `chat-${instanceId}`,
    binding: { adapterId: 'notes', origin: 'http://notes.test', instanceId, title: 'Notes' },
  });
const A = chatAbout('a');
const B = chatAbout('b');

const CALL = { executionId: 'x', tool: 'add_note', args: { text: 'a' }, timeoutMs: 1_000 };
const LEASE = { ...BAR_WORDS, leaseId: 'run', leaseMs: 15_000, text: 'Working', canStop: true };

/** A token for this effect of {@link CALL} on the page of the chat {@link A}. */
function tokenFor(effectHash: string): WriteToken {
  const place = { origin: 'http://notes.test', tabId: TAB };
  const facts = { executionId: 'x', chatId: 'chat-a', place, expected: EXPECTED, effectHash };
  return office.issuer.issue(facts, 'policy');
}

const read = () => link.readContext(A, signal);

function createLink(admit: () => Promise<void> = async () => undefined, adapter: object = notesAdapter) {
  tabs = createTabMemory();
  reports = createChangeReports();
  return createPageLink({
    withKnownIssue: createWithKnownIssue(knownProblems),
    reports,
    bindings: boundTo(TAB),
    tabs,
    adapters: createAdapterRegistry([adapter as never]),
    clock: { now: () => 1 },
    services: noServices,
    sites: { isLasting: async () => true, markOf: async () => siteMark, offScope: async () => null, admit },
    tokens: office.checker,
    onRefused: (_chat, change, error) => refused.push([change.executionId, error.details]),
    onReversal: (chatId, progress) => reversals.push([chatId, progress]),
  });
}

beforeEach(() => {
  shown = { url: 'http://notes.test/a', instanceId: 'a' };
  knownProblems = [];
  isShown = true;
  siteMark = null;
  asked = [];
  refused = [];
  reversals = [];
  let ids = 0;
  const newId = () => String(++ids);
  context = { notes: [], published: [] };
  office = createWriteTokens({ clock: { now: () => 0 }, ids: { newId } });
  send = vi.fn(async (_tabId, { request }) => {
    asked.push(request.type);
    if (request.type === 'identify') {
      const { url: _, ...page } = shown;
      const identity = { ...page, title: 'Notes' };
      return { ok: true, value: { adapterId: 'notes', identity } };
    }
    if (request.type === 'lock' || request.type === 'unlock') return { ok: true, value: null };
    if (request.type === 'show') return { ok: true, value: isShown };
    return { ok: true, value: { context, stateHash: hashJson({ notes: [] }), document: 'd', order: 1 } };
  });
  inject = vi.fn(async () => [{ documentId: `doc-${shown.instanceId}` }]);
  const get = vi.fn(async () => ({ id: TAB, url: shown.url }));
  Object.assign(browser.tabs, { get, sendMessage: send });
  Object.assign(browser.scripting, { executeScript: inject });
  link = createLink();
});

describe('a reading', () => {
  it('keeps the context of an equal one, on which calls have been computed, until the page differs', async () => {
    const first = await read();
    context = structuredClone(context);
    const second = await read();
    expect(second.context).toBe(first.context);
    expect(second).not.toBe(first);
    context = { notes: [], published: ['x'] };
    expect((await read()).context).not.toBe(first.context);
  });

  it.each<[string, () => unknown, boolean]>([
    ['is the newest one while nothing happens', () => undefined, true],
    ['is outdated by a later reading', read, false],
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
    const reading = await read();
    await happens();
    expect(link.isNewest(reading)).toBe(isNewest);
  });
});

it('the status of a page has the beginning of its site’s version', async () => {
  shown = { ...shown, siteVersion: `v1${'.0'.repeat(100)}` };
  link = createLink(undefined, { ...notesAdapter, pageLine: () => LINE });
  const { status } = await link.look(A, null);
  expect(status).toMatchObject({ state: 'connected', siteVersion: `v1${'.0'.repeat(49)}` });
});

describe('a change of a page that doesn’t show it', () => {
  const outdated = { ...notesAdapter, isOutdatedByChanges: true };
  const marks = () => browser.storage.session.get();

  /** Applies states in turn, beginning at the first one, and resolves with what is stored then. */
  async function change(adapter: object, ...states: string[]) {
    link = createLink(undefined, adapter);
    await read();
    for (const [index, to] of states.entries()) {
      if (index === 0) continue;
      const expected = { ...EXPECTED, stateHash: hashJson(states[index - 1] ?? '') };
      office.checker.consume = () => expected;
      send.mockResolvedValueOnce({ ok: true, value: { stateHash: hashJson(to) } });
      await link.applyState(A, { executionId: to, state: to, token: tokenOn(expected) }, signal);
    }
    return marks();
  }

  it('stores which state the tab still shows, until a change leads back to it', async () => {
    expect(await change(outdated, 'a', 'b', 'c')).toEqual({ 'outdated-page:7': hashJson('a') });
    expect(await change(outdated, 'c', 'a')).toEqual({});
  });

  it('is made even if that can’t be stored', async () => {
    const logged = vi.spyOn(console, 'error').mockReturnValue();
    vi.spyOn(browser.storage.session, 'get').mockRejectedValueOnce(new Error('full'));
    expect(await change(outdated, 'a', 'b')).toEqual({});
    expect(logged).toHaveBeenCalledOnce();
  });

  it('stores nothing for a page that shows its changes', async () => {
    expect(await change(notesAdapter, 'a', 'b')).toEqual({});
  });
});

describe('showing a thing on a chat’s page', () => {
  /** A page that shows a thing by its name in capitals, and by no other name than `a` and `b`. */
  const showing = {
    ...notesAdapter,
    shownBy: (_: unknown, name: string) => (/^[ab]$/.test(name) ? name.toUpperCase() : null),
  };

  it('requests it of the page by the text that the adapter gives, and reads the page only if it wasn’t', async () => {
    link = createLink(undefined, showing);
    await link.show(A, 'b');
    await link.show(A, 'a');
    expect(asked).toEqual(['identify', 'get-context', 'show', 'show']);
    const requests = send.mock.calls.map(([, message]) => (message as PageRequestMessage).request);
    expect(requests.at(-1)).toEqual({ type: 'show', adapterId: 'notes', text: 'A' });
  });

  it.each<[string, object, string]>([
    ['the adapter knows no such thing', showing, 'c'],
    ['the adapter can show nothing', notesAdapter, 'a'],
  ])('is refused without a request if %s', async (_, adapter, name) => {
    link = createLink(undefined, adapter);
    await expect(link.show(A, name)).rejects.toMatchObject({ code: 'not-found' });
    expect(asked).not.toContain('show');
  });

  it('is refused if the page has nothing in sight', async () => {
    isShown = false;
    const shown = createLink(undefined, showing).show(A, 'a');
    await expect(shown).rejects.toMatchObject({ code: 'not-found' });
  });

  it('never reaches a page for a chat about another one', async () => {
    link = createLink(undefined, showing);
    await read();
    await expect(link.show(B, 'a')).rejects.toMatchObject({ code: 'page-gone' });
    expect(asked).not.toContain('show');
  });

  it.each([true, undefined])('is in the status of a page that says %s', async (canShow) => {
    shown = { ...shown, ...(canShow && { canShow }) };
    const { status } = await createLink(undefined, { ...showing, pageLine: () => LINE }).look(A, null);
    expect(status).toMatchObject({ state: 'connected', canShow: canShow === true });
  });

  it('is offered for the names in the last reading, without another one', async () => {
    link = createLink(undefined, showing);
    expect(await link.namesInSight(A, ['a', 'b', 'c'])).toEqual([]);
    await read();
    asked = [];
    expect(await link.namesInSight(A, ['a', 'b', 'c'])).toEqual(['a', 'b']);
    expect(await link.namesInSight(B, ['a'])).toEqual([]);
    expect(asked).toEqual([]);
  });
});

describe('the link to a chat’s page', () => {
  it('identifies a document once, and reads it each time', async () => {
    await read();
    await read();
    expect(asked).toEqual(['identify', 'get-context', 'get-context']);
  });

  it('never reaches a page for a chat about another one, although both use the tab', async () => {
    await read();
    asked = [];
    await expect(link.readContext(B, signal)).rejects.toMatchObject({ code: 'page-gone' });
    const token = tokenOn(EXPECTED);
    await expect(link.execute(B, { ...CALL, token }, signal)).rejects.toMatchObject({ code: 'page-gone' });
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
    const { source } = await read();
    asked = [];
    const { status, reading } = await link.look(A, outdated);
    expect(status).toMatchObject({ state: 'connected', tabId: TAB });
    expect(reading?.source).toEqual(source);
    expect(asked).toEqual(requests);
  });

  it('reuses a reading for all chats of the page, and for none about another page', async () => {
    const outdated = { document: 'd', order: 0 };
    await read();
    asked = [];
    const second = { ...A, id: 'second' };
    expect((await link.look(second, outdated)).status).toMatchObject({ state: 'connected' });
    expect(await link.look(B, outdated)).toEqual({
      status: { state: 'gone' },
      reading: null,
    });
    expect(asked).toEqual([]);
  });

  it('reads the page after its tab loaded a document, whatever a notice names', async () => {
    await read();
    tabs.forget(TAB);
    asked = [];
    await link.look(A, { document: 'd', order: 0 });
    expect(asked).toEqual(['identify', 'get-context']);
  });
});

describe('an answer that exceeds the bounds of a message', () => {
  const deep = (levels: number) => JSON.parse('['.repeat(levels) + ']'.repeat(levels));
  it.each<[string, () => unknown, string]>([
    ['5,000 levels deep', () => deep(5_000), 'more than 64 levels'],
    ['very long', () => 'x'.repeat(32_000_000), 'more than 32000000 length'],
  ])('is refused before it is parsed: %s', async (_, parse, limit) => {
    context = parse();
    await expect(read()).rejects.toMatchObject({
      code: 'page-protocol',
      details: limit,
    });
    expect((await link.look(A, null)).status).toMatchObject({
      state: 'incompatible',
      message: 'The page’s answer is larger than Steward accepts.',
    });
  });

  it('lists only a few schema errors, although there are a million', async () => {
    context = { notes: new Array(50_000).fill(1), published: [] };
    const error = await link.readContext(A, signal).catch((reason: StewardError) => reason);
    expect(error).toMatchObject({ code: 'page-protocol', details: expect.stringContaining('notes.0: ') });
    expect(error).toMatchObject({ details: expect.stringMatching(/; and 49,?997 more$/) });
  });
});

it('a page that is too complex is shown with the reason and a remedy', async () => {
  const problem = { message: 'Too many rules.', remedy: 'Remove some.' };
  const pageLine = () => {
    throw new StewardError('too-complex', problem.message, problem);
  };
  link = createLink(undefined, { ...notesAdapter, pageLine });
  expect(await link.look(A, null)).toEqual({
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
    const { status } = await createLink(undefined, readable).look(A, null);
    expect(status).toMatchObject({ state: 'connected' });
    expect(status.knownIssue).toBe(isKnown ? ISSUE : undefined);
  });

  it('is in the status of a page that can’t be used, too', async () => {
    shown = { ...shown, siteVersion: '0.9.3' };
    knownProblems = [{ adapterId: 'notes', versions: ['0.9'], issue: ISSUE }];
    const pageLine = () => {
      throw new StewardError('too-complex', 'Too many rules.', { remedy: 'Remove some.' });
    };
    const { status } = await createLink(undefined, { ...notesAdapter, pageLine }).look(A, null);
    expect(status).toMatchObject({ state: 'incompatible', knownIssue: ISSUE });
  });
});

describe('a change of a page', () => {
  const state = { notes: ['a'] };

  it('is sent with a token for exactly this change and state, once', async () => {
    const token = tokenFor(stepEffect(CALL.tool, CALL.args));
    await link.execute(A, { ...CALL, token }, signal).catch(() => undefined);
    const sent = send.mock.lastCall?.[1] as PageRequestMessage;
    expect(sent.request).toMatchObject({ type: 'execute', args: CALL.args, expected: EXPECTED });
    await expect(link.execute(A, { ...CALL, token }, signal)).rejects.toMatchObject({
      code: 'write-refused',
      details: 'token: unknown-or-used',
    });
    expect(asked.filter((type) => type === 'execute')).toHaveLength(1);
    expect(refused).toEqual([['x', 'token: unknown-or-used']]);
  });

  it.each([
    ['a call with the token of a state', stateEffect(state)],
    ['a call with the token of other arguments', stepEffect(CALL.tool, { text: 'b' })],
    ['a call with the token of another tool', stepEffect('remove_note', CALL.args)],
  ])('%s is not sent', async (_what, effectHash) => {
    const token = tokenFor(effectHash);
    await expect(link.execute(A, { ...CALL, token }, signal)).rejects.toMatchObject({
      details: 'token: other-change',
    });
    expect(asked).toEqual(['identify']);
  });

  it('to a state passes on its progress with its chat, as long as it runs', async () => {
    const progress = { done: 3, total: 32, isHeldUp: false };
    const { send: answer } = { send: send.getMockImplementation() };
    send.mockImplementation(async (tabId, message) => {
      if (message.request.type === 'apply-state') reports.progressed('x', progress);
      return answer?.(tabId, message);
    });
    await link
      .applyState(A, { executionId: 'x', state, token: tokenFor(stateEffect(state)) }, signal)
      .catch(() => undefined);
    reports.progressed('x', progress);
    expect(reversals).toEqual([['chat-a', progress]]);
  });

  it('to a state is sent with a token for that state, and with no other', async () => {
    const token = tokenFor(stateEffect(state));
    const other = tokenFor(stateEffect({ notes: [] }));
    const applied = (given: WriteToken) =>
      link.applyState(A, { executionId: 'x', state, token: given }, signal);
    await expect(applied(other)).rejects.toMatchObject({ details: 'token: other-change' });
    expect(asked).toEqual(['identify']);
    await applied(token).catch(() => undefined);
    expect(asked).toEqual(['identify', 'apply-state']);
  });
});

describe('locking a chat’s page', () => {
  it('never reaches a page of another chat, nor one without access', async () => {
    await expect(link.lock(B, LEASE)).rejects.toMatchObject({ code: 'page-gone' });
    expect(asked).toEqual(['identify']);
    asked = [];
    const refused = createLink(() =>
      Promise.reject(new StewardError('turned-off', 'Off.', { remedy: 'Switch it on.' })),
    );
    await expect(refused.lock(A, LEASE)).rejects.toMatchObject({ code: 'turned-off' });
    expect(asked).toEqual([]);
    expect(inject).toHaveBeenCalledTimes(1);
  });

  it('sends the user’s name for the site with spelled-out invisible characters, and the site’s colour as CSS', async () => {
    siteMark = { name: 'PROD\u200b', color: 'red' };
    await link.lock(A, LEASE);
    siteMark = null;
    await link.lock(A, LEASE);
    const sent = send.mock.calls.map(([, message]) => message);
    expect(sent).toMatchObject([
      { request: { type: 'identify' } },
      { request: { siteMark: { name: 'PROD\\u200b', color: '#b3261e' } } },
      { request: { siteMark: null } },
    ]);
  });

  it('finds the document after a reload', async () => {
    await link.lock(A, LEASE);
    send.mockRejectedValueOnce(new Error('no such document'));
    await link.lock(A, LEASE);
    expect(asked).toEqual(['identify', 'lock', 'identify', 'lock']);
  });

  it('is undone in a known document, even without access, and in no other', async () => {
    let isOff = false;
    link = createLink(async () => {
      if (isOff) throw new StewardError('turned-off', 'Off.', { remedy: 'Switch it on.' });
    });
    await link.unlock(A, 'run');
    expect(asked).toEqual([]);
    await link.lock(A, LEASE);
    isOff = true;
    await link.unlock(B, 'run');
    await link.unlock(A, 'run');
    expect(asked).toEqual(['identify', 'lock', 'unlock']);
    vi.spyOn(console, 'info').mockImplementation(() => undefined);
    send.mockRejectedValueOnce(new Error('no such document'));
    await link.unlock(A, 'run');
  });
});

it('an answer whose hash doesn’t match its context → page-protocol, and no reading', async () => {
  await read();
  const value = { context: { notes: ['x'], published: [] }, stateHash: hashJson({ notes: [] }) };
  send.mockImplementation(async () => ({
    ok: true,
    value: { ...value, document: 'd', order: 2 },
  }));
  await expect(read()).rejects.toMatchObject({ code: 'page-protocol' });
});

describe('a page that does not answer', () => {
  const never = () => new Promise<never>(() => undefined);

  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it.each<[string, number, () => Promise<unknown>]>([
    ['reading', 10_000, read],
    ['a call that reads', 1_500, () => link.query(A, CALL, signal)],
    ['the recall of an execution', 3_000, () => link.recall(A, 'x', signal)],
    ['locking', 2_000, () => link.lock(A, LEASE)],
  ])('ends %s with a timeout after its limit', async (_, limitMs, ask) => {
    await read();
    send.mockImplementation(never);
    const asked = ask().catch((error: StewardError) => error.code);
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
    await expect(link.identify(TAB)).rejects.toMatchObject({ code });
    expect(asked).toEqual([]);
  });

  describe('whose adapter’s script is missing', () => {
    const missing = (...ids: string[]) =>
      send.mockImplementation(async () => {
        const id = ids.shift();
        const identity = { instanceId: 'a', title: 'Notes' };
        return { ok: true, value: id === undefined ? { adapterId: 'notes', identity } : { missing: id } };
      });

    it('gets it in the same document, and then says what it is', async () => {
      missing('notes');
      expect(await link.identify(TAB)).toMatchObject({ adapterId: 'notes', instanceId: 'a' });
      expect(inject.mock.calls.map(([injection]) => injection)).toEqual([
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
      await expect(link.identify(TAB)).rejects.toMatchObject({ code });
      expect(inject).toHaveBeenCalledTimes(scripts);
    });
  });

  it('ends the start of its content script with a timeout', async () => {
    inject.mockImplementation(never);
    const asked = link.readContext(A, signal).catch((error: StewardError) => error.code);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await asked).toBe('timeout');
  });

  it.each([
    ['unloaded', 'page-gone', { state: 'incompatible', message: say('error.page.crashed') }],
    ['complete', 'page-unknown', { state: expect.not.stringMatching('incompatible') }],
  ])('and refuses scripts has crashed only if its tab is unloaded: %s', async (tabStatus, code, status) => {
    const denied = 'Cannot access contents of the page. Extension manifest must request permission.';
    inject.mockRejectedValue(new Error(denied));
    vi.mocked(browser.tabs.get).mockResolvedValue({ id: TAB, url: shown.url, status: tabStatus } as never);
    await expect(read()).rejects.toMatchObject({ code });
    expect((await link.look(A, null)).status).toMatchObject(status);
  });

  it('ends a reading at once when its signal aborts', async () => {
    await read();
    send.mockImplementation(never);
    const controller = new AbortController();
    const asked = link.readContext(A, controller.signal).catch((error: Error) => error.message);
    controller.abort(new Error('stopped'));
    await vi.advanceTimersByTimeAsync(0);
    expect(await asked).toBe('stopped');
  });

  it.each([
    ['whose time is over', false, 1_500, 'timeout'],
    ['that was stopped, and isn’t answered in the time that it has then', true, 300, 'aborted'],
  ])('gets the withdrawal of a change %s', async (_what, isStopped, waitMs, code) => {
    const token = tokenFor(stepEffect(CALL.tool, CALL.args));
    await read();
    send.mockImplementation(never);
    const sent = () =>
      send.mock.calls.map(([, message]) => (message as PageRequestMessage).request).slice(-2);
    const withdrawal = [{ type: 'execute' }, { type: 'withdraw', executionId: 'x' }];
    const stop = new AbortController();
    const asked = link.execute(A, { ...CALL, token }, stop.signal).catch((error: StewardError) => error.code);
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
