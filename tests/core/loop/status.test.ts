import { describe, expect, it } from 'vitest';
import type { CoordinationStatus, RequestableStatus } from '@/src/schema/run-status';
import { calls, createLoopHarness, fails, heldBack, says, userSends } from '../../fakes/loop-harness';
import { duringRequest } from './held-request';
import { add, COUNT, PUBLISH } from './made-calls';
import { note } from './page-notice';
import { coordination, systemInput } from './status-examples';

/** A wait for another part than the page. */
const waitingFor = (more: Partial<CoordinationStatus> = {}) =>
  coordination({
    coordinatingToolName: 'ask_colleague',
    targetAgentScope: null,
    untilMs: 100_000,
    ...more,
  });
/** A run during a request; the script's second turn has the response. */
async function inMidRequest(...rest: Parameters<typeof createLoopHarness>[0]) {
  const response = heldBack([{ type: 'content', text: 'Partial' }], says('.'));
  const h = await createLoopHarness([response.turn, ...rest]);
  await h.write('Hello');
  await response.reached;
  h.events.length = 0;
  return h;
}

describe('requestStatus aborts the request', () => {
  it.each<[string, RequestableStatus, string[]]>([
    [
      'starts up again',
      { state: 'waiting-for-all-actors-ready' },
      ['waiting-for-all-actors-ready', 'processing', 'completed'],
    ],
    [
      'looks for the endpoint',
      { state: 'waiting-for-endpoint' },
      ['waiting-for-endpoint', 'processing', 'completed'],
    ],
    ['sends the request again', { state: 'processing' }, ['processing', 'completed']],
    [
      'finds no call to wait for',
      { state: 'waiting-for-tools' },
      ['waiting-for-tools', 'processing', 'completed'],
    ],
    ['waits for anybody', systemInput(), ['system']],
    ['waits for an event', systemInput({ requiredScope: 'page', interruptibleByUser: false }), ['system']],
    ['waits for the user', { state: 'waiting-for-user-input', reason: 'question' }, ['user (question)']],
    ['waits for somebody else', waitingFor(), ['waiting-for-agent-coordination']],
    ['is done', { state: 'done' }, ['done']],
    ['is over', systemInput({ outcome: 'completed' }), ['completed']],
  ])('and the run %s', async (_what, status, states) => {
    const h = await inMidRequest(says('Answered.'));
    await h.loop.requestStatus(h.chatId, status);
    const { run, conversation } = await h.settled();
    expect(h.states()).toEqual(states);
    expect(h.events[0]).toEqual({
      type: 'response-ended',
      messageId: expect.any(String),
      stored: false,
    });
    const isWaiting = states.length === 1;
    const kept = conversation.filter(({ role }) => role === 'partial-answer');
    expect(kept).toMatchObject(isWaiting ? [{ content: 'Partial' }] : []);
    if (isWaiting) expect(run?.status).toEqual(status);
    expect(h.requests).toHaveLength(isWaiting ? 1 : 2);
    expect(h.time.isWaited()).toBe(status.state === 'waiting-for-agent-coordination');
  });
});

it.each([
  ['done', { state: 'done' } as const, 'completed'],
  ['over with an error', systemInput({ outcome: 'error' }), 'error'],
])('a run that is forced to be %s says that it ended', async (_what, status, reason) => {
  const h = await inMidRequest();
  await h.loop.requestStatus(h.chatId, status);
  expect(h.events.at(-1)).toEqual({ type: 'session-ended', reason });
  expect((await h.record()).run?.endedAtMs).toEqual(expect.any(Number));
});

it('a requested status waits for the running call, whose result is stored', async () => {
  const h = await createLoopHarness([calls(add('a'), add('b')), says('Both.')]);
  let requested: Promise<void> | null = null;
  h.notes.hooks.beforeExecute = async () => {
    requested ??= h.loop.requestStatus(h.chatId, waitingFor());
  };
  await h.send('Add two');
  await requested;
  expect(await h.results()).toEqual(['ok: Added a.']);
  await h.pass(100_000);
  expect(await h.results()).toEqual(['ok: Added a.', 'ok: Added b.']);
  expect(h.states().slice(2)).toEqual([
    'waiting-for-agent-coordination',
    'processing',
    'waiting-for-tools',
    'processing',
    'completed',
  ]);
});

describe('a requested status decides no approval request and restarts no run', () => {
  const done = { state: 'done' } as const;

  it('is refused while an approval request is pending', async () => {
    const { h } = await userSends('Publish', [calls(PUBLISH)]);
    await expect(h.loop.requestStatus(h.chatId, done)).rejects.toMatchObject({
      code: 'illegal-transition',
      details: 'A run that is waiting-for-approval can’t take status-requested.',
    });
    expect((await h.pendingApproval()).state).toBe('pending');
  });

  it.each([
    ['is completed', says('Done.')],
    ['failed', fails('auth')],
  ])('has no effect where the run %s', async (_what, turn) => {
    const { h } = await userSends('Hello', [turn]);
    const before = await h.record();
    await h.loop.requestStatus(h.chatId, { state: 'processing' });
    expect(await h.record()).toEqual(before);
  });

  it('is refused before the first message', async () => {
    const h = await createLoopHarness([]);
    await expect(h.loop.requestStatus(h.chatId, done)).rejects.toMatchObject({ code: 'not-found' });
  });

  it('and a queued status neither: the call still needs the decision', async () => {
    const { h } = await userSends('Publish', [calls(PUBLISH)]);
    await h.queueStatus(done);
    expect((await h.settled()).state).toBe('waiting-for-approval');
    expect(h.notes.log).toEqual([]);
    expect((await h.decided('reject')).run?.status).toEqual(done);
    expect(h.notes.log).toEqual([]);
  });

  it('even a queued status that continues the calls: no call runs without approval', async () => {
    const { h } = await userSends('Publish', [calls(COUNT, PUBLISH), says('No.')]);
    await h.queueStatus({ state: 'waiting-for-tools' });
    await h.decided('reject');
    expect(h.notes.page.published).toEqual(['milk']);
    expect(h.notes.log).toEqual(['count_notes {}']);
  });
});

describe('queueStatus', () => {
  it.each<[string, RequestableStatus, string]>([
    ['the user', { state: 'waiting-for-user-input', reason: 'question' }, 'user (question)'],
    ['an event', systemInput({ requiredScope: 'page' }), 'system'],
    ['somebody else', waitingFor(), 'waiting-for-agent-coordination'],
    ['nothing more', { state: 'done' }, 'done'],
  ])(
    'aborts nothing, and makes the run wait for %s in place of its next request',
    async (_who, status, state) => {
      const response = heldBack([{ type: 'content', text: 'Let me' }], calls(COUNT));
      const h = await createLoopHarness([response.turn, says('1')]);
      await h.write('Count');
      await response.reached;
      await h.queueStatus(status);
      expect((await h.record()).chat.queuedStatus).toEqual(status);
      response.release();
      const { run, chat } = await h.settled();
      expect(h.states()).toEqual(['processing', 'waiting-for-tools', 'processing', state]);
      expect(run?.status).toEqual(status);
      expect(chat.queuedStatus).toBeNull();
      expect(await h.roles()).toEqual(['user', 'assistant', 'tool']);
      expect(h.requests).toHaveLength(1);
    },
  );

  it('comes before a queued message, which is sent when the wait is over', async () => {
    const { h, release } = await duringRequest(calls(COUNT), says('1'));
    await h.queueStatus(waitingFor({ userCanInterrupt: false }));
    await h.write('And tell');
    release();
    expect((await h.settled()).chat.pendingMessage?.text).toBe('And tell');
    await h.pass(100_000);
    expect(await h.roles()).toEqual(['user', 'assistant', 'tool', 'user', 'assistant']);
  });

  it('that requests processing only delays the request by one step', async () => {
    const h = await createLoopHarness([says('Hello.')]);
    await h.queueStatus({ state: 'processing' });
    expect((await h.send('Hello')).state).toBe('completed');
    expect(h.states()).toEqual(['processing', 'processing', 'completed']);
  });

  it('is dropped when the run ends without another request', async () => {
    const { h, release } = await duringRequest(says('Done.'), says('Hello.'));
    await h.queueStatus({ state: 'done' });
    release();
    const { run, chat } = await h.settled();
    expect(run?.status).toMatchObject({ outcome: 'completed' });
    expect(chat.queuedStatus).toBeNull();
    expect((await h.send('Hello')).conversation.at(-1)).toMatchObject({ content: 'Hello.' });
  });
});

describe('a status queued by the user', () => {
  const requested = { state: 'waiting-for-user-input', reason: 'requested' } as const;
  const inFirstRequest = async (queued: RequestableStatus | null) => {
    const { h, release } = await duringRequest(calls(COUNT), says('1'));
    await h.queueStatus(requested);
    if (queued !== requested) await h.queueStatus(queued);
    release();
    return h;
  };

  it('is withdrawn by null, and the run goes on', async () => {
    const h = await inFirstRequest(null);
    expect((await h.settled()).state).toBe('completed');
    expect(h.requests).toHaveLength(2);
  });

  it.each<[string, (h: Awaited<ReturnType<typeof inFirstRequest>>) => Promise<unknown>, string[]]>([
    ['Continue', (h) => h.loop.continueRun(h.chatId), ['user', 'assistant', 'tool', 'assistant']],
    [
      'a message, which joins the run',
      (h) => h.write('Go on'),
      ['user', 'assistant', 'tool', 'user', 'assistant'],
    ],
  ])('makes the run wait until %s', async (_, end, roles) => {
    const h = await inFirstRequest(requested);
    expect((await h.settled()).run?.status).toEqual(requested);
    const { id } = (await h.record()).run ?? {};
    await end(h);
    const { run } = await h.settled();
    expect(run).toMatchObject({ id, status: { outcome: 'completed' } });
    expect(await h.roles()).toEqual(roles);
  });

  it.each<[string, ('queue' | 'stop')[]]>([
    ['before', ['queue', 'stop']],
    ['after', ['stop', 'queue']],
  ])('has no effect, and is shown as none, %s Stop after this step', async (_, order) => {
    const { h, release } = await duringRequest(calls(COUNT));
    for (const control of order)
      await (control === 'stop' ? h.loop.stopGracefully(h.chatId) : h.queueStatus(requested));
    expect((await h.record()).chat.queuedStatus).toBeNull();
    release();
    expect((await h.settled()).state).toBe('stopped');
  });

  it('for a run that has ended meanwhile does not apply to the next, nor one for the next to a run that has begun', async () => {
    const response = heldBack([], says('Again.'));
    const h = await createLoopHarness([says('Hello.'), response.turn]);
    const first = (await h.send('Hello')).run?.id ?? '';
    await h.loop.queueStatus(h.chatId, first, requested);
    expect((await h.record()).chat.queuedStatus).toBeNull();
    await h.write('Go');
    await response.reached;
    for (const runId of [first, null]) await h.loop.queueStatus(h.chatId, runId, requested);
    expect((await h.record()).chat.queuedStatus).toBeNull();
    response.release();
    expect((await h.settled()).state).toBe('completed');
  });

  it.each(['before the first run', 'between two runs'])(
    '%s holds for the next message, once',
    async (when) => {
      const h = await createLoopHarness([says('Hello.'), says('Again.')]);
      if (when === 'between two runs') await h.send('Hello');
      const { length } = h.requests;
      await h.queueStatus(requested);
      expect((await h.record()).chat.queuedStatus).toEqual(requested);
      expect((await h.send('Go')).run?.status).toEqual(requested);
      expect(h.requests).toHaveLength(length);
      await h.loop.continueRun(h.chatId);
      expect(await h.settled()).toMatchObject({
        run: { status: { outcome: 'completed' } },
        chat: { queuedStatus: null },
      });
    },
  );
});

describe('a wait that was requested from outside', () => {
  it.each([
    ['its bound', (h: Awaited<ReturnType<typeof inMidRequest>>) => h.pass(100_000)],
    ['the user’s message', (h: Awaited<ReturnType<typeof inMidRequest>>) => h.send('Go on')],
    [
      'an event',
      async (h: Awaited<ReturnType<typeof inMidRequest>>) => {
        await h.receive('colleague', 'Yes.');
        return h.settled();
      },
    ],
  ])('for somebody else ends with %s', async (_what, end) => {
    const h = await inMidRequest(says('Answered.'));
    await h.loop.requestStatus(h.chatId, waitingFor());
    expect((await end(h)).state).toBe('completed');
    expect(h.states()).toEqual(['waiting-for-agent-coordination', 'processing', 'completed']);
    expect(h.time.isWaited()).toBe(false);
  });

  it('is no wait for the page, even if no call asked for it', async () => {
    const h = await inMidRequest(says('Answered.'));
    await h.loop.requestStatus(h.chatId, waitingFor({ coordinatingToolCallId: null }));
    expect((await note(h, 'there')).state).toBe('waiting-for-agent-coordination');
    expect((await h.pass(100_000)).run).toMatchObject({ error: null, status: { outcome: 'completed' } });
  });

  it('for an event of one scope ends with no other event, and with no message if the user can’t interrupt', async () => {
    const h = await inMidRequest(says('Answered.'));
    const status = waitingFor({ targetAgentScope: 'colleague', userCanInterrupt: false });
    await h.loop.requestStatus(h.chatId, status);
    expect(await h.write('Go on')).toEqual({ kind: 'queued' });
    expect(await h.receive('page', 'Other.')).toEqual({
      kind: 'queued',
    });
    expect((await h.settled()).run?.status).toEqual(status);
    const runId = (await h.record()).run?.id;
    await expect(h.receive('colleague', 'Yes.')).resolves.toEqual({
      kind: 'run',
      runId,
    });
    const { conversation, chat } = await h.settled();
    expect(conversation.map((entry) => ('content' in entry ? entry.content : ''))).toEqual([
      'Hello',
      'Other.',
      'Yes.',
      'Go on',
      'Answered.',
    ]);
    expect(chat).toMatchObject({ pendingMessage: null, pendingEvents: [] });
  });

  it('for input ends with the user’s message, in the same run', async () => {
    const h = await inMidRequest(says('Answered.'));
    await h.loop.requestStatus(h.chatId, systemInput());
    const before = await h.settled();
    expect(before.run?.endedAtMs).toEqual(expect.any(Number));
    const { run } = await h.send('Go on');
    expect(run?.id).toBe(before.run?.id);
    expect(h.requests[1]?.messages.at(-1)?.content).toMatch(/^Hello\n.*\n\nGo on$/s);
  });

  it('for the user doesn’t end with an event', async () => {
    const h = await inMidRequest(says('Answered.'));
    await h.loop.requestStatus(h.chatId, { state: 'waiting-for-user-input', reason: 'question' });
    await h.receive('page', 'Loaded.');
    expect((await h.settled()).chat.pendingEvents).toEqual([
      { scope: 'page', text: 'Loaded.', queuedAtMs: expect.any(Number) },
    ]);
    await h.send('Go on');
    expect(await h.roles()).toEqual(['user', 'system', 'user', 'assistant']);
  });
});
