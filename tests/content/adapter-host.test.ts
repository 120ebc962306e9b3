import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAdapterHost, NOTICE_DELAY_MS } from '@/entrypoints/content/adapter-host';
import type { PageLock } from '@/entrypoints/content/page-lock/page-lock';
import type { PageHalf } from '@/src/core/adapter/page-half';
import { StewardError } from '@/src/core/errors';
import { hashJson } from '@/src/core/hash';
import type { Json, JsonObject } from '@/src/core/json';
import type { PageLook } from '@/src/core/records/execution-outcome';
import type { ToolResult } from '@/src/core/records/tool-result';
import type { PageRequest } from '@/src/messages/page';
import { pageReplySchemas } from '@/src/messages/page-answers';

const BACKGROUND = { id: 'steward' };

/** A page whose state is one text, with tools for each thing that can happen to a call. */
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
/** What the page's lock was told, in order. */
let lockWords: unknown[];
const pageLock: PageLock = {
  lock: (request) => lockWords.push(request),
  unlock: (leaseId) => lockWords.push(leaseId),
  async runOwnAction(work) {
    lockWords.push('begins to act');
    const value = await work();
    lockWords.push('has acted');
    return value;
  },
};
let notify: ReturnType<typeof vi.fn<() => void>>;
let host: ReturnType<typeof createAdapterHost>;

beforeEach(() => {
  note = createNotePage();
  lockWords = [];
  notify = vi.fn<() => void>();
  host = createAdapterHost({
    halves: [note.half],
    hash: hashJson,
    extensionId: BACKGROUND.id,
    notify,
    pageLock,
    now: () => NOW_MS,
  });
});

afterEach(() => {
  vi.useRealTimers();
});

const NOW_MS = 1_000;

const hashOf = (text: string) => hashJson({ text });
const outcome = (result: ToolResult, before = 'a', after = before) => ({
  result,
  stateHashBefore: hashOf(before),
  stateHashAfter: hashOf(after),
  document: expect.any(String),
  order: expect.any(Number),
});

/** Asks as the background does, and checks that the background could read the answer. */
async function ask(request: PageRequest) {
  const reply = await host.handleMessage({ channel: 'steward/page', request }, BACKGROUND);
  expect(pageReplySchemas[request.type].safeParse(reply).error).toBeUndefined();
  return reply;
}

const execute = (overrides: Partial<Extract<PageRequest, { type: 'execute' }>> = {}): PageRequest => ({
  type: 'execute',
  adapterId: 'note',
  executionId: 'e1',
  tool: 'write',
  args: { text: 'b' },
  timeoutMs: 1_000,
  expectedStateHash: hashOf('a'),
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
const apply = (text: string, expected = 'a', executionId = 'a1'): PageRequest => ({
  type: 'apply-state',
  adapterId: 'note',
  executionId,
  state: { text },
  timeoutMs: 1_000,
  expectedStateHash: hashOf(expected),
  sentAtMs: NOW_MS,
});
const lock = (): PageRequest => ({
  type: 'lock',
  leaseId: 'run',
  leaseMs: 15_000,
  text: 'Working',
  canStop: true,
});

describe('who may ask what', () => {
  it.each<[string, unknown, object]>([
    ['another extension', { channel: 'steward/page', request: { type: 'identify' } }, { id: 'other' }],
    ['a tab', { channel: 'steward/page', request: { type: 'identify' } }, { id: 'steward', tab: { id: 1 } }],
    ['nobody', { channel: 'steward/page', request: { type: 'identify' } }, {}],
    ['the background about something else', { channel: 'steward/command', command: {} }, BACKGROUND],
    ['the background without a request', { channel: 'steward/page', notice: 'state-changed' }, BACKGROUND],
    ['the background with no message', null, BACKGROUND],
  ])('nothing is answered to %s', (_, message, sender) => {
    expect(host.handleMessage(message, sender)).toBeUndefined();
  });

  it.each<[string, object]>([
    ['an unknown type', { type: 'eval' }],
    ['no adapter', { type: 'get-context' }],
    ['no execution id', { ...execute(), executionId: '' }],
    ['arguments that are none', { ...execute(), args: [] }],
    ['no time', { ...execute(), timeoutMs: 0 }],
    ['endless time', { ...execute(), timeoutMs: Number.POSITIVE_INFINITY }],
    ['a hash that is none', { ...execute(), expectedStateHash: 'x' }],
    ['a change of any state', { ...execute(), expectedStateHash: null }],
    ['a change without a hash', { ...execute(), expectedStateHash: undefined }],
    ['a look of nobody', { ...query(), executionId: 7 }],
    ['a look with arguments that are none', { ...query(), args: null }],
    ['a look with no time', { ...query(), timeoutMs: -1 }],
    ['a state without a hash', { ...apply('b'), expectedStateHash: null }],
    ['no state', { ...apply('b'), state: undefined }],
    ['a state that is too long', { ...apply('b'), state: 'x'.repeat(8_388_608) }],
    ['a lease of nobody', { ...lock(), leaseId: '' }],
    ['a lease without end', { ...lock(), leaseMs: Number.POSITIVE_INFINITY }],
    ['a lease of more than a minute', { ...lock(), leaseMs: 60_001 }],
    ['a lease that says nothing', { ...lock(), text: '' }],
    ['a lease with endless words', { ...lock(), text: 'x'.repeat(201) }],
    ['a lease that leaves Stop open', { ...lock(), canStop: 'yes' }],
    ['nothing to unlock', { type: 'unlock' }],
  ])('a request with %s is refused and nothing is done', async (_, request) => {
    const reply = await host.handleMessage({ channel: 'steward/page', request }, BACKGROUND);
    expect(reply).toMatchObject({ ok: false, error: { code: 'internal' } });
    expect(note.executed).toEqual([]);
    expect(note.text()).toBe('a');
    expect(lockWords).toEqual([]);
  });

  it('a request for an adapter that is not here is refused', async () => {
    expect(await ask({ type: 'get-context', adapterId: 'x' })).toMatchObject({
      ok: false,
      error: { code: 'page-unknown' },
    });
  });
});

describe('identifying the page', () => {
  it('tells the first adapter that knows it', async () => {
    const stranger: PageHalf = { ...note.half, id: 'stranger', detect: async () => null };
    host = createAdapterHost({
      halves: [stranger, note.half],
      hash: hashJson,
      extensionId: 'steward',
      notify,
      pageLock,
      now: () => NOW_MS,
    });
    expect(await ask({ type: 'identify' })).toEqual({
      ok: true,
      value: { adapterId: 'note', identity: { instanceId: 'one', title: 'Note' } },
    });
  });

  it('tells that none does', async () => {
    host = createAdapterHost({
      halves: [],
      hash: hashJson,
      extensionId: 'steward',
      notify,
      pageLock,
      now: () => NOW_MS,
    });
    expect(await ask({ type: 'identify' })).toEqual({ ok: true, value: null });
  });

  it('from then on gives one notice for each burst of changes', async () => {
    vi.useFakeTimers();
    await ask({ type: 'identify' });
    await ask({ type: 'identify' });
    note.change('b');
    note.change('c');
    vi.advanceTimersByTime(NOTICE_DELAY_MS);
    expect(notify).toHaveBeenCalledTimes(1);
    note.change('d');
    vi.advanceTimersByTime(NOTICE_DELAY_MS);
    expect(notify).toHaveBeenCalledTimes(2);
  });
});

it('gives the context with the hash of its restorable part', async () => {
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

describe('looks at the page', () => {
  const look = async (request: PageRequest) => {
    const reply = await ask(request);
    if (reply?.ok !== true) throw new Error('the page did not answer');
    return reply.value as PageLook;
  };
  const read = () => look({ type: 'get-context', adapterId: 'note' });

  it('are numbered in the order in which they are made, those after a call among them', async () => {
    const looks = [await read(), await look(execute()), await read(), await look(query())];
    expect(new Set(looks.map(({ document }) => document)).size).toBe(1);
    const orders = looks.map(({ order }) => order);
    expect(orders).toEqual([...orders].sort((a, b) => a - b));
    expect(new Set(orders).size).toBe(4);
  });

  it('made before a call and answered after it → the number is lower than the one after the call', async () => {
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

  it('ask the page once, so that context and hash are of one state', async () => {
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

  it('are of another document once the browser brings this one back, and somebody is told to look', async () => {
    const before = await read();
    vi.useFakeTimers();
    host.noteReturn();
    vi.advanceTimersByTime(NOTICE_DELAY_MS);
    expect(notify).toHaveBeenCalledTimes(1);
    expect((await read()).document).not.toBe(before.document);
  });
});

describe('executing a tool', () => {
  it('tells the result and the state around it', async () => {
    expect(await ask(execute())).toEqual({
      ok: true,
      value: outcome({ success: true, message: 'write' }, 'a', 'b'),
    });
  });

  it('tells the state right after it, though others change the page at once', async () => {
    expect(await ask(execute({ tool: 'undone' }))).toMatchObject({
      value: { stateHashBefore: hashOf('a'), stateHashAfter: hashOf('a') },
    });
    expect(note.text()).toBe('z');
  });

  it('tells the state before it where the half asked nothing of the page', async () => {
    const value = { stateHashBefore: hashOf('a'), stateHashAfter: hashOf('a') };
    expect(await ask(execute({ tool: 'nothing' }))).toMatchObject({ value });
  });

  it('does nothing when the page changed since', async () => {
    expect(await ask(execute({ expectedStateHash: hashOf('z') }))).toMatchObject({
      ok: false,
      error: { code: 'page-changed' },
    });
    expect(note.executed).toEqual([]);
  });

  it('runs an execution once, however often and when it is asked for', async () => {
    const [first, second] = await Promise.all([ask(execute()), ask(execute())]);
    const third = await ask(execute({ tool: 'other' }));
    expect(note.executed).toHaveLength(1);
    expect(second).toEqual(first);
    expect(third).toEqual(first);
  });

  it('rejects after its time, since it may still take effect', async () => {
    vi.useFakeTimers();
    const reply = ask(execute({ tool: 'hang', timeoutMs: 30_000 }));
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await reply).toMatchObject({
      ok: false,
      error: { code: 'timeout', message: 'hang did not finish within 30 s.' },
    });
  });

  it('is not begun once the background has withdrawn it', async () => {
    await ask({ type: 'withdraw', executionId: 'e1' });
    expect(await ask(execute())).toMatchObject({ ok: false, error: { code: 'aborted' } });
    expect(note.executed).toEqual([]);
  });

  it('answers with the error of a broken page', async () => {
    expect(await ask(execute({ tool: 'break' }))).toMatchObject({
      ok: false,
      error: { code: 'page-gone', message: 'It is gone.' },
    });
  });
});

describe('running a tool that only looks', () => {
  it('asks the page’s half to look, whatever its state is, and tells the state around it', async () => {
    note.change('z');
    expect(await ask(query())).toEqual({ ok: true, value: outcome({ success: true, message: 'read' }, 'z') });
  });

  it('never has the half change anything, even if it is told a state to expect', async () => {
    await ask(
      Object.assign(query({ tool: 'write', args: { text: 'b' } }), { expectedStateHash: hashOf('a') }),
    );
    expect(note.text()).toBe('a');
  });

  it('is done once for each id, and remembered', async () => {
    const first = await ask(query());
    expect(await ask(query({ tool: 'other' }))).toEqual(first);
    expect(await ask({ type: 'recall', executionId: 'q1' })).toMatchObject({
      value: { kind: 'done', outcome: { result: { message: 'read' } } },
    });
  });

  it('gives up after its time, without saying that it may have taken effect', async () => {
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
  it('doesn’t know what never ran here', async () => {
    expect(await ask({ type: 'recall', executionId: 'e1' })).toEqual({
      ok: true,
      value: { kind: 'unknown' },
    });
  });

  it('answers at once while it is still running, and with the outcome afterwards', async () => {
    const running = ask(execute());
    expect(await ask({ type: 'recall', executionId: 'e1' })).toEqual({
      ok: true,
      value: { kind: 'running' },
    });
    await running;
    expect(await ask({ type: 'recall', executionId: 'e1' })).toEqual({
      ok: true,
      value: { kind: 'done', outcome: outcome({ success: true, message: 'write' }, 'a', 'b') },
    });
  });

  it('tells an error as a failed execution, not as a failed request', async () => {
    await ask(execute({ expectedStateHash: hashOf('x') }));
    expect(await ask({ type: 'recall', executionId: 'e1' })).toMatchObject({
      ok: true,
      value: { kind: 'failed', error: { code: 'page-changed' } },
    });
  });

  it('tells what became of a state that was applied', async () => {
    await ask(apply('b'));
    expect(await ask({ type: 'recall', executionId: 'a1' })).toMatchObject({
      ok: true,
      value: { kind: 'done', outcome: { result: { success: true }, stateHashAfter: hashOf('b') } },
    });
  });

  it.each([
    ['looks', (executionId: string) => query({ executionId })],
    ['changes', (executionId: string) => execute({ executionId, tool: 'none' })],
  ])('keeps the last 200 %s', async (_, request) => {
    for (let index = 0; index <= 200; index += 1) await ask(request(`e${index}`));
    expect(await ask({ type: 'recall', executionId: 'e0' })).toMatchObject({ value: { kind: 'unknown' } });
    expect(await ask({ type: 'recall', executionId: 'e1' })).toMatchObject({ value: { kind: 'done' } });
  });

  it('forgets no change for any number of looks, and takes none for a change', async () => {
    await ask(query({ executionId: 'e1' }));
    expect(await ask(execute())).toMatchObject({ value: { result: { message: 'write' } } });
    for (let index = 0; index <= 200; index += 1) await ask(query({ executionId: `q${index}` }));
    expect(await ask({ type: 'recall', executionId: 'e1' })).toMatchObject({
      value: { kind: 'done', outcome: { result: { message: 'write' } } },
    });
  });
});

describe('applying a state', () => {
  it('answers with the hash that it observed', async () => {
    expect(await ask(apply('b'))).toEqual({ ok: true, value: { stateHash: hashOf('b') } });
    expect(note.text()).toBe('b');
  });

  it('does it once', async () => {
    await ask(apply('b'));
    note.change('c');
    expect(await ask(apply('b'))).toEqual({ ok: true, value: { stateHash: hashOf('b') } });
    expect(note.text()).toBe('c');
  });

  it.each([
    ['page-changed', 'the page changed since', apply('b', 'z')],
    ['state-refused', 'the page refuses it', apply('refused')],
  ])('answers %s and leaves the page as it was when %s', async (code, _, request) => {
    expect(await ask(request)).toMatchObject({ ok: false, error: { code } });
    expect(note.text()).toBe('a');
  });

  it('answers timeout after its time', async () => {
    vi.useFakeTimers();
    note.half.applyState = () => new Promise(() => {});
    const reply = ask(apply('b'));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await reply).toMatchObject({ ok: false, error: { code: 'timeout' } });
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
    expectedStateHash: hashJson(before),
    sentAtMs: NOW_MS,
  });

  it.each<[string, Json]>([
    ['nothing of it', before],
    ['one member of it', { ...before, provider: 'b' }],
    ['some items of a list', { provider: 'b', rules: ['x', 'z'] }],
  ])('is put back if the page took %s', async (_, left) => {
    const page = pageThatShows(left);
    expect(await ask(request())).toMatchObject({
      ok: false,
      error: { code: 'state-refused', message: expect.stringContaining('so it was put back as it was') },
    });
    expect(page.state).toEqual(before);
  });

  it.each<[string, Json]>([
    ['a value of its own', { ...wanted, provider: 'c' }],
    ['another member', { ...wanted, search: 'gpt' }],
    ['another item', { ...wanted, rules: ['y', 'z', 'mine'] }],
    ['its items in another order', { ...wanted, rules: ['z', 'y'] }],
    ['something else altogether', 'c'],
  ])('is not overwritten if the page shows %s', async (_, left) => {
    const page = pageThatShows(left);
    expect(await ask(request())).toMatchObject({
      ok: false,
      error: { code: 'state-refused', message: expect.stringContaining('so it was left as it is') },
    });
    expect(page.state).toEqual(left);
  });

  it.each<[string, (state: Json) => Json]>([
    [
      'refuses the old state',
      () => {
        throw refused();
      },
    ],
    ['takes the old state only in part', () => ({ ...before, provider: 'b' })],
  ])('is said to be left where the page %s', async (_, afterwards) => {
    pageThatShows({ ...before, provider: 'b' }, afterwards);
    expect(await ask(request())).toMatchObject({
      ok: false,
      error: { code: 'state-refused', message: expect.stringContaining('could not be put back') },
    });
  });
});

describe('locking the page', () => {
  it('is handed on, and what is no part of it is left out', async () => {
    const extended = Object.assign(lock(), { html: '<b>' });
    expect(await ask(extended)).toEqual({ ok: true, value: null });
    expect(await ask({ type: 'unlock', leaseId: 'run' })).toEqual({ ok: true, value: null });
    expect(lockWords).toEqual([lock(), 'run']);
  });

  it.each([
    ['a look', query()],
    ['a call', execute()],
    ['a state', apply('b')],
  ])('knows of %s as Steward’s own work', async (_, request) => {
    await ask(request);
    expect(lockWords).toEqual(['begins to act', 'has acted']);
  });
});
