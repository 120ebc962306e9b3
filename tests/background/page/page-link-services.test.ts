import { beforeEach, describe, expect, it, vi } from 'vitest';
import { browser } from 'wxt/browser';
import { createChangeReports } from '@/src/background/page/change-reports';
import { createPageLink } from '@/src/background/page/page-link';
import type { PageServices } from '@/src/background/page/page-services';
import { createTabMemory } from '@/src/background/page/tab-memory';
import { StewardError } from '@/src/core/errors';
import { hashJson } from '@/src/core/hash';
import { createWriteTokens } from '@/src/core/policy/write-tokens';
import { stepEffect } from '@/src/core/records/write-token';
import type { PageRequest, PageRequestMessage } from '@/src/messages/page';
import { say } from '@/src/schema/values/said';
import { BAR_WORDS } from '../../fakes/bar-words';
import { notesAdapter } from '../../fakes/notes-adapter';
import { aChat } from '../a-chat';
import { boundTo } from './bound-to';

const TAB = 7;
const ORIGIN = 'http://notes.test';
const STATE_HASH = hashJson({ notes: [] });
const EXPECTED = { document: 'd', stateHash: STATE_HASH };
const { signal } = new AbortController();

const chat = aChat({
  id: 'chat',
  binding: { adapterId: 'notes', origin: ORIGIN, instanceId: 'a', title: 'Notes' },
});

/** Requests to the page's document, and to the service. */
let toPage: string[];
let toService: { origin: string; request: PageRequest }[];
let failure: StewardError | null;
/** The message of a result of the service. */
let told: string;
let tokens: ReturnType<typeof createWriteTokens>;

const services: PageServices = {
  serves: () => true,
  wayTo: async () => 'without-tab',
  keyNameOf: () => 'Management key',
  async request({ origin }, asked) {
    // The compiler doesn't narrow the type parameter to one request.
    const request = asked as PageRequest;
    toService.push({ origin, request });
    if (failure !== null) throw failure;
    const look = { document: 'service', order: toService.length };
    if (request.type === 'get-context') {
      return { context: { notes: [], published: [] }, stateHash: STATE_HASH, ...look } as never;
    }
    const result = { success: true, message: told };
    return { result, stateHashBefore: STATE_HASH, stateHashAfter: STATE_HASH, ...look } as never;
  },
};

function createLink() {
  return createPageLink({
    withKnownIssue: (status) => status,
    reports: createChangeReports(),
    bindings: boundTo(TAB),
    tabs: createTabMemory(),
    adapters: { definitionOf: () => ({ ...notesAdapter, isShared: true }) as never },
    clock: { now: () => 1 },
    services,
    sites: {
      isLasting: async () => true,
      markOf: async () => null,
      offScope: async () => null,
      admit: async () => undefined,
    },
    tokens: tokens.checker,
    onRefused: () => undefined,
    onReversal: () => undefined,
  });
}

beforeEach(() => {
  toPage = [];
  toService = [];
  failure = null;
  told = 'Done.';
  tokens = createWriteTokens({ clock: { now: () => 0 }, ids: { newId: () => crypto.randomUUID() } });
  Object.assign(browser.tabs, {
    get: vi.fn(async () => ({ id: TAB, url: `${ORIGIN}/a` })),
    sendMessage: vi.fn(async (_tabId: number, { request }: PageRequestMessage) => {
      toPage.push(request.type);
      const identity = { instanceId: 'a', title: 'Notes' };
      return { ok: true, value: request.type === 'identify' ? { adapterId: 'notes', identity } : null };
    }),
  });
  Object.assign(browser.scripting, { executeScript: vi.fn(async () => [{ documentId: 'doc' }]) });
});

describe('the link to a page whose state half runs in the background', () => {
  it('identifies and locks the page itself, and reads its state at the chat’s origin', async () => {
    const link = createLink();
    expect((await link.readContext(chat, signal)).stateHash).toBe(STATE_HASH);
    await link.lock(chat, { ...BAR_WORDS, leaseId: 'l', leaseMs: 1_000, text: 'Working', canStop: true });
    expect(toPage).toEqual(['identify', 'identify', 'lock']);
    expect(toService).toEqual([{ origin: ORIGIN, request: { type: 'get-context', adapterId: 'notes' } }]);
  });

  it('reads no server that the page has stopped to manage', async () => {
    const link = createLink();
    await link.readContext(chat, signal);
    const error = {
      code: 'page-protocol',
      message: 'This page manages another server.',
      remedy: '',
      details: null,
    };
    Object.assign(browser.tabs, { sendMessage: vi.fn(async () => ({ ok: false, error })) });
    const { status } = await link.look(chat, null);
    expect(status).toMatchObject({ state: 'incompatible', message: 'This page manages another server.' });
    expect(toService).toHaveLength(1);
  });

  it('names the server in the page’s line', async () => {
    const { status } = await createLink().look(chat, null);
    expect(status).toMatchObject({
      state: 'connected',
      line: { name: 'notes.test' },
    });
  });

  it('sends a change once, with the page that its token is for', async () => {
    const link = createLink();
    const call = { executionId: 'x', tool: 'add_note', args: { text: 'a' }, timeoutMs: 1_000 };
    const place = await link.placeOf(chat, signal);
    const effectHash = stepEffect(call.tool, call.args);
    const facts = { chatId: chat.id, executionId: 'x', effectHash, place, expected: EXPECTED };
    const token = tokens.issuer.issue(facts, 'user');
    await link.execute(chat, { ...call, token }, signal);
    await expect(link.execute(chat, { ...call, token }, signal)).rejects.toMatchObject({
      code: 'write-refused',
    });
    expect(toService.map(({ request }) => request)).toMatchObject([
      { type: 'execute', expected: EXPECTED, executionId: 'x' },
    ]);
    expect(new Set(toPage)).toEqual(new Set(['identify']));
  });

  it.each<[string, StewardError, object]>([
    [
      'needs a key',
      new StewardError('page-key', 'Steward needs it.', { remedy: 'Enter it.' }),
      {
        state: 'key-needed',
        url: ORIGIN,
        adapterId: 'notes',
        keyName: 'Management key',
        message: 'Steward needs it.',
        remedy: 'Enter it.',
      },
    ],
    [
      'can’t be reached',
      new StewardError('page-protocol', 'It didn’t answer.', { remedy: 'See whether it runs.' }),
      { state: 'incompatible', url: ORIGIN, message: 'It didn’t answer.', remedy: 'See whether it runs.' },
    ],
  ])('reports that its server %s', async (_, error, status) => {
    failure = error;
    expect(await createLink().look(chat, null)).toEqual({ status, reading: null });
  });

  it.each([
    ['a key of an upstream', 'Incorrect API key provided: sk-upstream-0815-canary-of-a-test.', 'canary'],
    ['a key without a known form', 'The key 0a1b2c3d4e5f60718293a4b5c6d7e8f9 is wrong.', '4b5c6d7e8f9'],
    ['a password in an address', 'No answer from https://user:canary-pass@upstream.test/v1.', 'canary-pass'],
    ['a header', 'Refused {"Authorization": "Bearer canary-1"}.', 'canary-1'],
    ['a session’s cookie', 'Cookie: session=canary-cookie-1 was refused.', 'canary-cookie'],
  ])(
    'a refusal that quotes %s → is passed on without it, as result and as error',
    async (_, words, secret) => {
      const link = createLink();
      told = words;
      const call = { executionId: 'q', tool: 'find_notes', args: {}, timeoutMs: 1_000 };
      const { result } = await link.query(chat, call, signal);
      expect(result.message).toContain('[key removed]');
      expect(result.message).not.toContain(secret);
      const reason = say('kit.server.reason', { reason: words });
      failure = new StewardError('state-refused', reason, {
        remedy: 'Look.',
        details: `Status 500: “${words}”.`,
      });
      const error: StewardError = await link.query(chat, call, signal).then(
        () => expect.unreachable('It was refused.'),
        (refused) => refused,
      );
      expect(error).toMatchObject({ code: 'state-refused', remedy: 'Look.' });
      expect(JSON.stringify([error.said, error.details, error.message])).not.toContain(secret);
      expect(JSON.stringify(error.said)).toContain('[key removed]');
    },
  );

  it('a page that needs a key → is not locked, so that its user can sign in, until it is read again', async () => {
    const link = createLink();
    const lock = async () => {
      toPage.length = 0;
      await link.lock(chat, { ...BAR_WORDS, leaseId: 'l', leaseMs: 1_000, text: 'Waits', canStop: true });
      return toPage.at(-1);
    };
    failure = new StewardError('page-key', 'Nobody is signed in.', { remedy: 'Sign in.' });
    await expect(link.readContext(chat, signal)).rejects.toBe(failure);
    expect(await lock()).toBe('unlock');
    failure = null;
    await link.readContext(chat, signal);
    expect(await lock()).toBe('lock');
  });

  it('a lock that ends while the page is identified again → is released', async () => {
    const link = createLink();
    await link.readContext(chat, signal);
    let identified: (reply: object) => void = () => {};
    Object.assign(browser.tabs, {
      sendMessage: vi.fn((_tabId: number, { request }: PageRequestMessage) => {
        toPage.push(request.type);
        return request.type === 'identify'
          ? new Promise((resolve) => {
              identified = resolve;
            })
          : Promise.resolve({ ok: true, value: null });
      }),
    });
    toPage.length = 0;
    const reading = link.readContext(chat, signal);
    await vi.waitFor(() => expect(toPage.at(-1)).toBe('identify'));
    await link.unlock(chat, 'l');
    expect(toPage.at(-1)).toBe('unlock');
    identified({ ok: true, value: { adapterId: 'notes', identity: { instanceId: 'a', title: 'Notes' } } });
    await reading;
  });

  it('an error without credentials → is passed on itself', async () => {
    failure = new StewardError('aborted', 'Stopped.', { remedy: '' });
    const asked = createLink().query(
      chat,
      { executionId: 'q', tool: 'find_notes', args: {}, timeoutMs: 1_000 },
      signal,
    );
    await expect(asked).rejects.toBe(failure);
  });
});
