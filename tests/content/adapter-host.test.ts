import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AdapterHostDeps, createAdapterHost, NOTICE_DELAY_MS } from '@/entrypoints/content/adapter-host';
import type { PageHalf } from '@/src/core/adapter/page-half';
import { StewardError } from '@/src/core/errors';
import { hashJson } from '@/src/core/hash';
import type { PageLook } from '@/src/core/records/execution-outcome';
import { MAX_SELECTION_LENGTH } from '@/src/messages/channels';
import type { PageRequest } from '@/src/messages/page';
import { pageReplySchemas } from '@/src/messages/page-answers';
import type { ToolResult } from '@/src/schema/tool-result';
import type { ErrorCode } from '@/src/schema/values/error-code';
import type { Json, JsonObject } from '@/src/schema/values/json';
import { say } from '@/src/schema/values/said';
import { BAR_WORDS } from '../fakes/bar-words';
import { noPageButton } from '../fakes/no-page-button';
import { adapterWith } from '../fakes/page-adapter';

const BACKGROUND = { id: 'steward' };

/** A page whose state is one text, with a tool for each outcome of a call. */
function createNotePage(initial = 'a') {
  let text = initial;
  let onChange = () => {};
  const executed: { tool: string; args: JsonObject }[] = [];
  const change = (next: string) => {
    text = next;
    onChange();
  };
  const half: PageHalf = {
    id: 'note',
    detect: async () => ({ instanceId: 'one', title: 'Note' }),
    getContext: async () => ({ text, length: text.length }),
    stateOf: (context) => ({ text: (context as { text: string }).text }),
    applyState: async (state: Json) => {
      const wanted = (state as { text: string }).text;
      if (wanted === 'refused') throw refused();
      change(wanted);
      return { text };
    },
    query: async (tool, args, signal): Promise<ToolResult> => {
      executed.push({ tool, args });
      if (tool === 'hang')
        await new Promise((_, reject) => signal.addEventListener('abort', () => reject(refused())));
      return { success: true, message: tool };
    },
    execute: async (tool, args, signal) => {
      executed.push({ tool, args });
      if (tool === 'write') change(String(args.text));
      if (tool === 'hang')
        await new Promise((_, reject) => signal.addEventListener('abort', () => reject(refused())));
      if (tool === 'break') throw new StewardError('page-gone', 'It is gone.', { remedy: 'Open it.' });
      const left = tool === 'nothing' ? null : { text };
      if (tool === 'undone') change('z');
      return { result: { success: true, message: tool }, state: left };
    },
    subscribe: (callback, signal) => {
      onChange = () => !signal.aborted && callback();
    },
  };
  return { half, executed, change, text: () => text };
}

function refused(): StewardError {
  return new StewardError('state-refused', 'No.', { remedy: 'None.' });
}

let note: ReturnType<typeof createNotePage>;
/** Calls of the page lock, in order. */
let lockWords: unknown[];
const pageLock: AdapterHostDeps['pageLock'] = {
  lock: (request) => lockWords.push(request),
  unlock: (leaseId) => lockWords.push(leaseId),
  async runOwnAction(work) {
    lockWords.push('begins to act');
    const value = await work();
    lockWords.push('has acted');
    return value;
  },
};
let notify: ReturnType<typeof vi.fn<(outdated: PageLook) => void>>;
let host: ReturnType<typeof createAdapterHost>;

/** Adapters whose scripts are in the document. */
const adaptersOf = (...halves: PageHalf[]) => ({
  document: {} as Document,
  adapters: halves.map((half) => adapterWith(half, {})),
  hasScriptOf: () => true,
});

/** All that a host needs beside its page halves. */
const partsOfHost = () => ({
  hash: hashJson,
  extensionId: BACKGROUND.id,
  notify,
  report: () => {},
  pageLock,
  pageButton: noPageButton,
  now: () => NOW_MS,
});

beforeEach(() => {
  // Names the documents `1-1-1-1`, `2-2-2-2` …
  let documents = 0;
  vi.spyOn(crypto, 'getRandomValues').mockImplementation((values) => {
    documents += 1;
    return (values as unknown as Uint32Array).fill(documents) as unknown as typeof values;
  });
  note = createNotePage();
  lockWords = [];
  notify = vi.fn<(outdated: PageLook) => void>();
  host = createAdapterHost({ ...partsOfHost(), ...adaptersOf(note.half) });
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const NOW_MS = 1_000;

const hashOf = (text: string) => hashJson({ text });
/** The first document, with this text. */
const expected = (text: string) => ({ document: '1-1-1-1', stateHash: hashOf(text) });
const outcome = (result: ToolResult, before = 'a', after = before) => ({
  result,
  stateHashBefore: hashOf(before),
  stateHashAfter: hashOf(after),
  document: expect.any(String),
  order: expect.any(Number),
});

/** Sends a request as the background does, and validates the reply against the background's schema. */
async function ask(request: PageRequest) {
  const reply = await host.handleMessage({ channel: 'steward/page', request }, BACKGROUND);
  expect(pageReplySchemas[request.type].safeParse(reply).error).toBeUndefined();
  return reply;
}

const identify = () => ask({ type: 'identify' });
const recall = (executionId: string) => ask({ type: 'recall', executionId });
const refusal = (code: ErrorCode) => ({ ok: false, error: { code } });

const execute = (overrides: Partial<Extract<PageRequest, { type: 'execute' }>> = {}): PageRequest => ({
  type: 'execute',
  adapterId: 'note',
  executionId: 'e1',
  tool: 'write',
  args: { text: 'b' },
  timeoutMs: 1_000,
  expected: expected('a'),
  sentAtMs: NOW_MS,
  ...overrides,
});
const query = (overrides: Partial<Extract<PageRequest, { type: 'query' }>> = {}): PageRequest => ({
  type: 'query',
  adapterId: 'note',
  executionId: 'q1',
  tool: 'read',
  args: {},
  timeoutMs: 1_000,
  ...overrides,
});
const apply = (text: string, before = 'a', executionId = 'a1'): PageRequest => ({
  type: 'apply-state',
  adapterId: 'note',
  executionId,
  state: { text },
  timeoutMs: 1_000,
  expected: expected(before),
  sentAtMs: NOW_MS,
});
const lock = (): PageRequest => ({
  type: 'lock',
  ...BAR_WORDS,
  leaseId: 'run',
  leaseMs: 15_000,
  text: 'Working',
  canStop: true,
  siteMark: null,
});

describe('request validation', () => {
  it.each<[string, unknown, object]>([
    ['another extension', { channel: 'steward/page', request: { type: 'identify' } }, { id: 'other' }],
    ['a tab', { channel: 'steward/page', request: { type: 'identify' } }, { id: 'steward', tab: { id: 1 } }],
    ['a sender without an id', { channel: 'steward/page', request: { type: 'identify' } }, {}],
    ['the background on another channel', { channel: 'steward/command', command: {} }, BACKGROUND],
    ['the background without a request', { channel: 'steward/page', notice: 'state-changed' }, BACKGROUND],
    ['the background with no message', null, BACKGROUND],
  ])('ignores messages of %s', (_, message, sender) => {
    expect(host.handleMessage(message, sender)).toBeUndefined();
  });

  it.each<[string, object]>([
    ['an unknown type', { type: 'eval' }],
    ['no adapter', { type: 'get-context' }],
    ['no execution id', { ...execute(), executionId: '' }],
    ['arguments that are not an object', { ...execute(), args: [] }],
    ['no timeout', { ...execute(), timeoutMs: 0 }],
    ['an infinite timeout', { ...execute(), timeoutMs: Number.POSITIVE_INFINITY }],
    ['an invalid hash', { ...execute(), expected: { ...expected('a'), stateHash: 'x' } }],
    ['a change of any state', { ...execute(), expected: { ...expected('a'), stateHash: null } }],
    ['a change of any document', { ...execute(), expected: { ...expected('a'), document: null } }],
    ['a change of any page', { ...execute(), expected: undefined }],
    ['a query without a valid execution id', { ...query(), executionId: 7 }],
    ['a query without arguments', { ...query(), args: null }],
    ['a query with a negative timeout', { ...query(), timeoutMs: -1 }],
    ['a state without a page', { ...apply('b'), expected: null }],
    ['no state', { ...apply('b'), state: undefined }],
    ['a state that is too long', { ...apply('b'), state: 'x'.repeat(8_388_608) }],
    ['a lease without an id', { ...lock(), leaseId: '' }],
    ['an infinite lease', { ...lock(), leaseMs: Number.POSITIVE_INFINITY }],
    ['a lease of more than a minute', { ...lock(), leaseMs: 60_001 }],
    ['a lease without a text', { ...lock(), text: '' }],
    ['a lease with a text that is too long', { ...lock(), text: 'x'.repeat(1_001) }],
    ['a lease with an invalid canStop', { ...lock(), canStop: 'yes' }],
    ['no lease to unlock', { type: 'unlock' }],
    ['nothing to show', { type: 'show', adapterId: 'note', text: '' }],
    ['no adapter to show by', { type: 'show', text: 'a' }],
    ['a text to show that is too long', { type: 'show', adapterId: 'note', text: 'x'.repeat(1_001) }],
  ])('refuses a request with %s and does nothing', async (_, request) => {
    const reply = await host.handleMessage({ channel: 'steward/page', request }, BACKGROUND);
    expect(reply).toMatchObject(refusal('internal'));
    expect(note.executed).toEqual([]);
    expect(note.text()).toBe('a');
    expect(lockWords).toEqual([]);
  });

  it('refuses a request for an unknown adapter', async () => {
    expect(await ask({ type: 'get-context', adapterId: 'x' })).toMatchObject(refusal('page-unknown'));
  });
});

it('returns the selection, cut to its limit, as the half for any page reads it, and null without that half', async () => {
  expect(await ask({ type: 'get-selection' })).toEqual({ ok: true, value: null });

  const readSelection = () => 'x'.repeat(MAX_SELECTION_LENGTH + 1);
  const half = { ...note.half, id: 'any-page', readSelection };
  host = createAdapterHost({ ...partsOfHost(), ...adaptersOf(half) });
  const value = `${'x'.repeat(MAX_SELECTION_LENGTH - 1)}…`;
  expect(await ask({ type: 'get-selection' })).toEqual({ ok: true, value });
});

describe('showing a thing on the page', () => {
  it.each([true, false])('is left to the adapter, whose answer (%s) is returned', async (isShown) => {
    const show = vi.fn(async () => isShown);
    note.half.show = show;
    const text = 'x'.repeat(1_000);
    expect(await ask({ type: 'show', adapterId: 'note', text })).toEqual({ ok: true, value: isShown });
    expect(show).toHaveBeenCalledExactlyOnceWith(text, expect.any(AbortSignal));
    expect(note.executed).toEqual([]);
    expect(lockWords).toEqual([]);
  });

  it.each(['note', 'x'])('finds nothing in sight for the adapter %s, which can’t', async (adapterId) => {
    expect(await ask({ type: 'show', adapterId, text: 'a' })).toEqual({ ok: true, value: false });
  });
});

describe('identifying the page', () => {
  it('returns the first adapter that detects the page', async () => {
    const stranger: PageHalf = { ...note.half, id: 'stranger', detect: async () => null };
    host = createAdapterHost({ ...partsOfHost(), ...adaptersOf(stranger, note.half) });
    expect(await identify()).toEqual({
      ok: true,
      value: { adapterId: 'note', identity: { instanceId: 'one', title: 'Note' } },
    });
  });

  it('returns an adapter that detects the page although another one fails', async () => {
    const failing: PageHalf = { ...note.half, id: 'failing', detect: () => Promise.reject(new Error('No.')) };
    host = createAdapterHost({ ...partsOfHost(), ...adaptersOf(failing, note.half) });
    expect(await identify()).toMatchObject({ ok: true, value: { adapterId: 'note' } });
    host = createAdapterHost({ ...partsOfHost(), ...adaptersOf(failing) });
    expect(await identify()).toMatchObject({ ok: false });
  });

  it.each([
    ['an adapter that can’t work with the page', 'page-protocol' as const, { ok: false }],
    ['an adapter that broke', 'internal' as const, { ok: true, value: { adapterId: 'any' } }],
  ])('asks the adapter of any page after the error of %s: %s', async (_, code, reply) => {
    const error = new StewardError(code, 'Not this one.', { remedy: 'Open the other.' });
    const failing: PageHalf = { ...note.half, id: 'failing', detect: () => Promise.reject(error) };
    const any = adapterWith({ ...note.half, id: 'any' }, { takesAnyPage: true });
    const adapters = [adapterWith(failing, {}), any];
    host = createAdapterHost({ ...partsOfHost(), ...adaptersOf(), adapters });
    expect(await identify()).toMatchObject(reply);
  });

  it('names the adapter whose sign the document has, and creates its page half once its script is there', async () => {
    const scripts: string[] = [];
    const create = vi.fn(() => note.half);
    const other = adapterWith({ ...note.half, id: 'other' }, { isIn: () => false });
    host = createAdapterHost({
      ...partsOfHost(),
      ...adaptersOf(),
      adapters: [other, { ...adapterWith(note.half, {}), load: async () => create }],
      hasScriptOf: (id) => scripts.includes(id),
    });
    expect(await identify()).toEqual({ ok: true, value: { missing: 'note' } });
    expect(await ask({ type: 'get-context', adapterId: 'note' })).toMatchObject({
      ok: false,
      error: { code: 'page-unknown', details: 'note' },
    });
    scripts.push('note');
    const identities = await Promise.all([identify(), identify()]);
    expect(identities.map((reply) => reply?.ok === true && reply.value)).toMatchObject([
      { adapterId: 'note' },
      { adapterId: 'note' },
    ]);
    expect(create).toHaveBeenCalledTimes(1);
  });

  it('returns null if no adapter detects the page', async () => {
    host = createAdapterHost({ ...partsOfHost(), ...adaptersOf() });
    expect(await identify()).toEqual({ ok: true, value: null });
  });

  it('sends one notice for each burst of changes afterwards', async () => {
    vi.useFakeTimers();
    await identify();
    await identify();
    note.change('b');
    note.change('c');
    vi.advanceTimersByTime(NOTICE_DELAY_MS);
    expect(notify).toHaveBeenCalledTimes(1);
    note.change('d');
    vi.advanceTimersByTime(NOTICE_DELAY_MS);
    expect(notify).toHaveBeenCalledTimes(2);
  });
});

it('returns the context with the hash of its restorable part', async () => {
  expect(await ask({ type: 'get-context', adapterId: 'note' })).toEqual({
    ok: true,
    value: {
      context: { text: 'a', length: 1 },
      stateHash: hashOf('a'),
      document: expect.any(String),
      order: expect.any(Number),
    },
  });
});

describe('readings of the page', () => {
  const look = async (request: PageRequest) => {
    const reply = await ask(request);
    if (reply?.ok !== true) throw new Error('the page did not answer');
    return reply.value as PageLook;
  };
  const read = () => look({ type: 'get-context', adapterId: 'note' });

  it('are numbered in order, including those after a call', async () => {
    const looks = [await read(), await look(execute()), await read(), await look(query())];
    expect(new Set(looks.map(({ document }) => document)).size).toBe(1);
    const orders = looks.map(({ order }) => order);
    expect(orders).toEqual([...orders].sort((a, b) => a - b));
    expect(new Set(orders).size).toBe(4);
  });

  it('have a lower number than a later call, even if they are answered after it', async () => {
    let answer = () => {};
    const { getContext } = note.half;
    note.half.getContext = async (signal) => {
      note.half.getContext = getContext;
      const context = await getContext(signal);
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return context;
    };
    const early = read();
    const after = await look(execute());
    answer();
    const late = await early;
    expect(late).toMatchObject({ context: { text: 'a' } });
    expect(late.order).toBeLessThan(after.order);
  });

  it('read the page once, so that context and hash are consistent', async () => {
    const { getContext } = note.half;
    const asked = vi.fn(getContext);
    note.half.getContext = async (signal) => {
      const context = await asked(signal);
      note.change('changed since');
      return context;
    };
    expect(await read()).toMatchObject({ context: { text: 'a' }, stateHash: hashOf('a') });
    expect(asked).toHaveBeenCalledTimes(1);
  });

  it('belong to a new document after a restore from the back/forward cache, which sends a notice', async () => {
    const before = await read();
    vi.useFakeTimers();
    host.noteReturn();
    vi.advanceTimersByTime(NOTICE_DELAY_MS);
    expect(notify).toHaveBeenCalledTimes(1);
    expect((await read()).document).not.toBe(before.document);
  });

  describe('with a higher number than the one in a notice', () => {
    /** The notice of all changes so far. */
    function noticed(): PageLook {
      vi.advanceTimersByTime(NOTICE_DELAY_MS);
      expect(notify).toHaveBeenCalledTimes(1);
      return notify.mock.lastCall?.[0] ?? { document: '', order: Number.NaN };
    }

    beforeEach(async () => {
      vi.useFakeTimers();
      await identify();
    });

    it('show the page’s first change', async () => {
      note.change('b');
      const { document, order } = noticed();
      expect(order).toBe(0);
      expect(await read()).toMatchObject({ context: { text: 'b' }, document, order: 1 });
    });

    it('were requested after the last change, even if they were answered before the notice', async () => {
      note.change('b');
      const between = await read();
      note.change('c');
      const after = await read();
      const notice = noticed();
      expect(notice).toEqual({ document: between.document, order: between.order });
      expect(after).toMatchObject({ context: { text: 'c' } });
      expect(after.order).toBeGreaterThan(notice.order);
    });

    it('include the state after a call whose change the page doesn’t report', async () => {
      const before = await read();
      const called = await look(execute({ tool: 'nothing' }));
      expect(noticed().order).toBe(before.order);
      expect(called.order).toBeGreaterThanOrEqual(before.order);
    });

    it('were requested after a change by a call', async () => {
      const called = await look(execute());
      const after = await read();
      const { order } = noticed();
      expect(order).toBeLessThan(called.order);
      expect(after.order).toBeGreaterThan(order);
    });

    it('don’t include one that was in progress at the change', async () => {
      const { getContext } = note.half;
      note.half.getContext = async (signal) => {
        const context = await getContext(signal);
        note.change('b');
        return context;
      };
      const during = await read();
      expect(during).toMatchObject({ context: { text: 'a' } });
      expect(during.order).toBeLessThanOrEqual(noticed().order);
    });

    it('belong to the document that the browser restored last', async () => {
      const before = await read();
      note.change('b');
      host.noteReturn();
      const { document, order } = noticed();
      const after = await read();
      expect(document).not.toBe(before.document);
      expect(after.document).toBe(document);
      expect(after.order).toBeGreaterThan(order);
    });
  });
});

describe('executing a tool', () => {
  it('returns the result with the state before and after', async () => {
    expect(await ask(execute())).toEqual({
      ok: true,
      value: outcome({ success: true, message: 'write' }, 'a', 'b'),
    });
  });

  it('returns the state right after the call, even if others change the page at once', async () => {
    expect(await ask(execute({ tool: 'undone' }))).toMatchObject({
      value: { stateHashBefore: hashOf('a'), stateHashAfter: hashOf('a') },
    });
    expect(note.text()).toBe('z');
  });

  it('returns the state before the call if the page half sent nothing to the page', async () => {
    const value = { stateHashBefore: hashOf('a'), stateHashAfter: hashOf('a') };
    expect(await ask(execute({ tool: 'nothing' }))).toMatchObject({ value });
  });

  it('does nothing if the page changed since', async () => {
    expect(await ask(execute({ expected: expected('z') }))).toMatchObject(refusal('page-changed'));
    expect(note.executed).toEqual([]);
  });

  it('runs an execution id only once, also for repeated and concurrent requests', async () => {
    const [first, second] = await Promise.all([ask(execute()), ask(execute())]);
    const third = await ask(execute({ tool: 'other' }));
    expect(note.executed).toHaveLength(1);
    expect(second).toEqual(first);
    expect(third).toEqual(first);
  });

  it('rejects after its timeout, since the call may still take effect', async () => {
    vi.useFakeTimers();
    const reply = ask(execute({ tool: 'hang', timeoutMs: 30_000 }));
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await reply).toMatchObject({
      ok: false,
      error: { code: 'timeout', message: 'hang did not finish within 30 s.' },
    });
  });

  it('is not started after the background withdrew it', async () => {
    await ask({ type: 'withdraw', executionId: 'e1' });
    expect(await ask(execute())).toMatchObject(refusal('aborted'));
    expect(note.executed).toEqual([]);
  });

  it.each([
    ['is aborted if its half stops then', true, 'refused'],
    ['goes on otherwise', undefined, 'running'],
  ] as const)('that runs when it is withdrawn %s', async (_what, stopsWhenWithdrawn, expected) => {
    if (stopsWhenWithdrawn) Object.assign(note.half, { stopsWhenWithdrawn });
    const reply = ask(execute({ tool: 'hang' })).then(() => 'refused');
    await vi.waitFor(() => expect(note.executed).toHaveLength(1));
    await ask({ type: 'withdraw', executionId: 'e1' });
    const soon = new Promise((done) => setTimeout(done, 50, 'running'));
    expect(await Promise.race([reply, soon])).toBe(expected);
  });

  it('replies with the error of a broken page', async () => {
    expect(await ask(execute({ tool: 'break' }))).toMatchObject({
      ok: false,
      error: { code: 'page-gone', message: 'It is gone.' },
    });
  });
});

describe('running a read-only tool', () => {
  it('runs a query in any state, and returns the state before and after', async () => {
    note.change('z');
    expect(await ask(query())).toEqual({ ok: true, value: outcome({ success: true, message: 'read' }, 'z') });
  });

  it('never executes a change, even with an expected page', async () => {
    await ask(Object.assign(query({ tool: 'write', args: { text: 'b' } }), { expected: expected('a') }));
    expect(note.text()).toBe('a');
  });

  it('runs once for each id, and is remembered', async () => {
    const first = await ask(query());
    expect(await ask(query({ tool: 'other' }))).toEqual(first);
    expect(await recall('q1')).toMatchObject({
      value: { kind: 'done', outcome: { result: { message: 'read' } } },
    });
  });

  it('ends with a timeout result that does not mention a possible effect', async () => {
    vi.useFakeTimers();
    const reply = ask(query({ tool: 'hang', timeoutMs: 30_000 }));
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await reply).toMatchObject({
      ok: true,
      value: {
        result: {
          success: false,
          error_code: 'timeout',
          message: 'hang did not finish within 30 s. Try again, or look at the page.',
        },
      },
    });
  });
});

describe('recalling an execution', () => {
  it('returns running at once, and the outcome once it has ended', async () => {
    const running = ask(execute());
    expect(await recall('e1')).toEqual({
      ok: true,
      value: { kind: 'running' },
    });
    await running;
    expect(await recall('e1')).toEqual({
      ok: true,
      value: { kind: 'done', outcome: outcome({ success: true, message: 'write' }, 'a', 'b') },
    });
  });

  it('returns an error as a failed execution, not as a failed request', async () => {
    await ask(execute({ expected: expected('x') }));
    expect(await recall('e1')).toMatchObject({
      ok: true,
      value: { kind: 'failed', error: { code: 'page-changed' } },
    });
  });

  it('returns the outcome of an applied state', async () => {
    await ask(apply('b'));
    expect(await recall('a1')).toMatchObject({
      ok: true,
      value: { kind: 'done', outcome: { result: { success: true }, stateHashAfter: hashOf('b') } },
    });
  });

  it.each([
    ['queries', (executionId: string) => query({ executionId })],
    ['changes', (executionId: string) => execute({ executionId, tool: 'none' })],
  ])('keeps the last 200 %s', async (_, request) => {
    for (let index = 0; index <= 200; index += 1) await ask(request(`e${index}`));
    expect(await recall('e0')).toMatchObject({ value: { kind: 'unknown' } });
    expect(await recall('e1')).toMatchObject({ value: { kind: 'done' } });
  });

  it('keeps changes for any number of queries, and doesn’t confuse the two', async () => {
    await ask(query({ executionId: 'e1' }));
    expect(await ask(execute())).toMatchObject({ value: { result: { message: 'write' } } });
    for (let index = 0; index <= 200; index += 1) await ask(query({ executionId: `q${index}` }));
    expect(await recall('e1')).toMatchObject({
      value: { kind: 'done', outcome: { result: { message: 'write' } } },
    });
  });
});

describe('applying a state', () => {
  it('replies with the observed hash', async () => {
    expect(await ask(apply('b'))).toEqual({ ok: true, value: { stateHash: hashOf('b') } });
    expect(note.text()).toBe('b');
  });

  it('runs once for each id', async () => {
    await ask(apply('b'));
    note.change('c');
    expect(await ask(apply('b'))).toEqual({ ok: true, value: { stateHash: hashOf('b') } });
    expect(note.text()).toBe('c');
  });

  it.each([
    ['page-changed', 'the page changed since', apply('b', 'z')],
    ['state-refused', 'the page refuses it', apply('refused')],
  ])('replies %s and leaves the page unchanged when %s', async (code, _, request) => {
    expect(await ask(request)).toMatchObject({ ok: false, error: { code } });
    expect(note.text()).toBe('a');
  });
});

describe('a state that the page does not show afterwards', () => {
  const before = { provider: 'a', rules: ['x'] };
  const wanted = { provider: 'b', rules: ['y', 'z'] };

  /** The page has `before`, and shows `left` after the first state that it is given. */
  function pageThatShows(left: Json, afterwards: (state: Json) => Json = (state) => state) {
    const page = { state: before as Json };
    let applied = 0;
    note.half.getContext = async () => page.state;
    note.half.stateOf = (context) => context;
    note.half.applyState = async (state) => {
      applied += 1;
      page.state = applied === 1 ? left : afterwards(state);
      return page.state;
    };
    return page;
  }

  const request = (): PageRequest => ({
    type: 'apply-state',
    adapterId: 'note',
    executionId: 'a1',
    state: wanted,
    timeoutMs: 1_000,
    expected: { ...expected('a'), stateHash: hashJson(before) },
    sentAtMs: NOW_MS,
  });

  it.each<[string, Json]>([
    ['nothing of it', before],
    ['one member of it', { ...before, provider: 'b' }],
    ['some items of a list', { provider: 'b', rules: ['x', 'z'] }],
  ])('is reverted if the page applied %s', async (_, left) => {
    const page = pageThatShows(left);
    expect(await ask(request())).toMatchObject({
      ok: false,
      error: { code: 'state-refused', message: say('error.pageHost.partRestored') },
    });
    expect(page.state).toEqual(before);
  });

  it.each<[string, Json]>([
    ['a value of its own', { ...wanted, provider: 'c' }],
    ['another member', { ...wanted, search: 'gpt' }],
    ['another item', { ...wanted, rules: ['y', 'z', 'mine'] }],
    ['its items in another order', { ...wanted, rules: ['z', 'y'] }],
    ['something else altogether', 'c'],
  ])('is not reverted if the page shows %s', async (_, left) => {
    const page = pageThatShows(left);
    expect(await ask(request())).toMatchObject({
      ok: false,
      error: { code: 'state-refused', message: say('error.pageHost.changesOfOthers') },
    });
    expect(page.state).toEqual(left);
  });

  it.each<[string, (state: Json) => Json]>([
    [
      'refuses the previous state',
      () => {
        throw refused();
      },
    ],
    ['applies the previous state only in part', () => ({ ...before, provider: 'b' })],
  ])('is reported as left on a page that %s', async (_, afterwards) => {
    pageThatShows({ ...before, provider: 'b' }, afterwards);
    expect(await ask(request())).toMatchObject({
      ok: false,
      error: {
        code: 'state-refused',
        message: say('error.pageHost.partLeft'),
      },
    });
  });
});

describe('locking the page', () => {
  it('passes the lock on with its known fields only', async () => {
    const extended = Object.assign(lock(), { html: '<b>' });
    expect(await ask(extended)).toEqual({ ok: true, value: null });
    expect(await ask({ type: 'unlock', leaseId: 'run' })).toEqual({ ok: true, value: null });
    expect(lockWords).toEqual([lock(), 'run']);
  });

  it.each([
    ['a query', query()],
    ['a call', execute()],
    ['a state', apply('b')],
  ])('treats %s as Steward’s own work', async (_, request) => {
    await ask(request);
    expect(lockWords).toEqual(['begins to act', 'has acted']);
  });
});
