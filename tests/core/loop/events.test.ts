import { describe, expect, it } from 'vitest';
import { type Admission, admit, type InputSender } from '@/src/core/loop/accept-input';
import { LOOP_TOPICS } from '@/src/core/records/loop-event';
import type { RunStatus } from '@/src/schema/run-status';
import { calls, createLoopHarness, fails, heldBack, says, userSends } from '../../fakes/loop-harness';
import { duringRequest } from './held-request';
import { ASK, COUNT } from './made-calls';
import { STATUSES } from './status-examples';

const USER: InputSender = { kind: 'user' };
const PAGE: InputSender = { kind: 'event', scope: 'page' };
const CLOCK: InputSender = { kind: 'event', scope: 'clock' };

function named(name: string): RunStatus {
  const status = STATUSES[name];
  if (status === undefined) throw new Error(`no status is called ${name}`);
  return status;
}

const coordination = (more: { userCanInterrupt?: boolean; targetAgentScope?: string | null }): RunStatus => {
  const status = named('coordination');
  if (status.state !== 'waiting-for-agent-coordination') throw new Error('not a wait');
  return { ...status, ...more };
};
const system = (more: {
  requiredScope?: string | null;
  interruptibleByUser?: boolean;
  outcome?: 'completed' | null;
}): RunStatus => ({
  state: 'waiting-for-system-input',
  outcome: null,
  requiredScope: null,
  interruptibleByUser: true,
  ...more,
});

describe('where input goes', () => {
  it.each<[string, RunStatus | null, Admission, Admission, Admission]>([
    // the run’s status, then where each goes: the user’s message, an event of the page, an event of another scope
    ['does not exist yet', null, 'new-run', 'new-run', 'new-run'],
    ['starts up', named('starting'), 'queue', 'queue', 'queue'],
    ['waits for an endpoint', named('endpoint'), 'queue', 'queue', 'queue'],
    ['has a request running', named('processing'), 'queue', 'queue', 'queue'],
    ['runs calls', named('tools'), 'queue', 'queue', 'queue'],
    ['waits for approval', named('approval'), 'queue', 'queue', 'queue'],
    ['is paused', named('paused'), 'queue', 'queue', 'queue'],
    ['asks the user', named('user'), 'join', 'queue', 'queue'],
    [
      'is at its bound',
      { state: 'waiting-for-user-input', reason: 'round-limit' },
      'new-run',
      'queue',
      'queue',
    ],
    [
      'waits before its next request',
      { state: 'waiting-for-user-input', reason: 'requested' },
      'join',
      'queue',
      'queue',
    ],
    ['was cut off', { state: 'waiting-for-user-input', reason: 'cut-off' }, 'new-run', 'queue', 'queue'],
    [
      'goes in circles',
      { state: 'waiting-for-user-input', reason: 'loop-detected' },
      'new-run',
      'queue',
      'queue',
    ],
    [
      'was rolled back',
      { state: 'waiting-for-user-input', reason: 'rolled-back' },
      'new-run',
      'queue',
      'queue',
    ],
    ['waits for the page', coordination({}), 'join', 'join', 'queue'],
    ['waits for any event', coordination({ targetAgentScope: null }), 'join', 'join', 'join'],
    ['waits for the page only', coordination({ userCanInterrupt: false }), 'queue', 'join', 'queue'],
    ['waits for input', system({}), 'join', 'join', 'join'],
    ['waits for the page’s input', system({ requiredScope: 'page' }), 'join', 'join', 'queue'],
    [
      'waits for the page’s input alone',
      system({ requiredScope: 'page', interruptibleByUser: false }),
      'queue',
      'join',
      'queue',
    ],
    ['waits for events only', system({ interruptibleByUser: false }), 'queue', 'join', 'join'],
    ['is completed', named('completed'), 'new-run', 'new-run', 'new-run'],
    ['was stopped', named('stopped'), 'new-run', 'new-run', 'new-run'],
    ['failed', named('error'), 'new-run', 'new-run', 'new-run'],
    ['is done', named('done'), 'new-run', 'new-run', 'new-run'],
  ])('while the run %s', (_what, status, user, page, clock) => {
    expect([USER, PAGE, CLOCK].map((sender) => admit(status, sender))).toEqual([user, page, clock]);
  });
});

const event = (text: string, scope = 'page') => ({ scope, text });
const sent = (messages: { role: string; content: string | null }[] | undefined) =>
  (messages ?? []).map(({ role, content }) => `${role}: ${(content ?? '').split('\n', 1)[0]}`);

describe('an event', () => {
  it('starts a run in an idle chat, and carries the page’s state', async () => {
    const h = await createLoopHarness([says('I see.')]);
    const accepted = await h.loop.addSystemMessage(h.chatId, event('The import is over.'));
    const { run, conversation, chat } = await h.settled();
    expect(accepted).toEqual({ kind: 'run', runId: run?.id });
    expect(conversation[0]).toEqual({
      role: 'system',
      id: run?.openingMessageId,
      chatId: h.chatId,
      runId: run?.id,
      position: 0,
      createdAtMs: expect.any(Number),
      discardedBy: null,
      scope: 'page',
      content: 'The import is over.',
    });
    expect(h.requests[0]?.messages.at(-1)).toEqual({
      role: 'user',
      content: `[event from page] The import is over.\n\n${run?.contextText}`,
    });
    expect(run?.status).toMatchObject({ outcome: 'completed' });
    expect(chat.title).toBe('The import is over.');
  });

  it('leaves the title to the user’s first message', async () => {
    const { h } = await userSends('First words\nand more', [says('I see.'), says('Hello.'), says('Yes.')]);
    await h.loop.addSystemMessage(h.chatId, event('Later.'));
    expect((await h.settled()).chat.title).toBe('First words');
  });

  it('is queued during a request, and enters after the response, before a queued message', async () => {
    const { h, release } = await duringRequest(calls(COUNT), says('All seen.'));
    await expect(h.loop.addSystemMessage(h.chatId, event('One.'))).resolves.toEqual({ kind: 'queued' });
    await h.write('And me');
    await h.loop.addSystemMessage(h.chatId, event('Two.', 'clock'));
    expect((await h.record()).chat.pendingEvents.map(({ text }) => text)).toEqual(['One.', 'Two.']);
    release();
    const { conversation, chat } = await h.settled();
    expect(await h.roles()).toEqual(['user', 'assistant', 'tool', 'system', 'system', 'user', 'assistant']);
    expect(chat).toMatchObject({ pendingEvents: [], pendingMessage: null });
    expect(h.requests[1]?.messages.at(-1)).toEqual({
      role: 'user',
      content: '[event from page] One.\n\n[event from clock] Two.\n\nAnd me',
    });
    expect(h.events).toContainEqual({
      type: 'input-accepted',
      messageIds: conversation.slice(3, 6).map(({ id }) => id),
    });
  });

  it('that came too late for its run starts the next one', async () => {
    const { h, release } = await duringRequest(says('Done.'), says('Both seen.'));
    await h.loop.addSystemMessage(h.chatId, event('One.'));
    await h.loop.addSystemMessage(h.chatId, event('Two.'));
    release();
    const { chat } = await h.settled();
    expect(await h.roles()).toEqual(['user', 'assistant', 'system', 'system', 'assistant']);
    expect(chat.pendingEvents).toEqual([]);
    expect(sent(h.requests[1]?.messages.slice(1))).toEqual([
      'user: Go',
      'assistant: Done.',
      'user: [event from page] One.',
    ]);
  });

  it('follows the user’s message if both came too late', async () => {
    const { h, release } = await duringRequest(says('Done.'), says('Both seen.'));
    await h.loop.addSystemMessage(h.chatId, event('One.'));
    await h.write('And me');
    release();
    await h.settled();
    expect(await h.roles()).toEqual(['user', 'assistant', 'user', 'system', 'assistant']);
  });

  it('stays queued after an error until the user acts', async () => {
    const { h, release } = await duringRequest([], fails('auth'), says('Both seen.'));
    await h.loop.addSystemMessage(h.chatId, event('One.'));
    release();
    const { run, chat } = await h.settled();
    expect(run?.error?.code).toBe('answer-unusable');
    expect(chat.pendingEvents).toHaveLength(1);
  });

  it('ends the wait that it is for, even if it arrived before that wait', async () => {
    const { h, release } = await duringRequest(
      calls(['wait', { reason: 'Slow.', for: 'page-change', seconds: 60 }]),
      says('On we go.'),
    );
    await h.loop.addSystemMessage(h.chatId, event('Loaded.'));
    release();
    expect((await h.settled()).state).toBe('completed');
    expect(await h.roles()).toEqual(['user', 'assistant', 'tool', 'system', 'assistant']);
  });

  it('ends a wait together with the events queued before it', async () => {
    const { h } = await userSends('Wait', [calls(ASK), says('On we go.')]);
    const forPage = coordination({ targetAgentScope: 'page' });
    if (forPage.state !== 'waiting-for-agent-coordination') throw new Error('not a wait');
    await h.loop.requestStatus(h.chatId, { ...forPage, untilMs: h.clock.now() + 60_000 });
    await h.loop.addSystemMessage(h.chatId, event('Tick.', 'other'));
    expect((await h.settled()).state).toBe('waiting-for-agent-coordination');
    await h.loop.addSystemMessage(h.chatId, event('Loaded.'));
    const { conversation, chat } = await h.settled();
    expect(conversation.flatMap((entry) => (entry.role === 'system' ? [entry.content] : []))).toEqual([
      'Tick.',
      'Loaded.',
    ]);
    expect(chat.pendingEvents).toEqual([]);
  });

  it('is sent again in later runs, without the page’s state', async () => {
    const h = await createLoopHarness([says('I see.'), says('Hello.')]);
    await h.loop.addSystemMessage(h.chatId, event('The import is over.'));
    await h.settled();
    await h.send('Hi');
    expect(h.requests[1]?.messages[1]).toEqual({
      role: 'user',
      content: '[event from page] The import is over.',
    });
  });
});

describe('the events of a run', () => {
  it.each([
    ['processing', 'm'],
    ['waiting-for-endpoint', null],
  ] as const)('start with its first status (%s)', async (state, model) => {
    const h = await createLoopHarness([says('Hello.')]);
    h.choice.model = model;
    const { run } = await h.send('Hi');
    expect(h.events.slice(0, 3)).toEqual([
      { type: 'session-started' },
      { type: 'user-message-processed', messageId: run?.openingMessageId },
      { type: 'status-changed', status: { state } },
    ]);
  });

  it('name each message of the user once, however it joined the run', async () => {
    const held = heldBack([], calls(ASK));
    const h = await createLoopHarness([calls(COUNT), held.turn, says('Good.'), says('Bye.')]);
    h.notes.hooks.beforeExecute = async () => void (await h.write('Queued'));
    await h.write('Opening');
    await held.reached;
    await h.loop.addSystemMessage(h.chatId, event('Loaded.'));
    held.release();
    await h.settled();
    await h.send('Joined');
    const { conversation } = await h.send('Next');
    const words = (id: string) => conversation.find((entry) => entry.role === 'user' && entry.id === id);
    expect(
      h.events.flatMap((told) => (told.type === 'user-message-processed' ? [words(told.messageId)] : [])),
    ).toMatchObject([
      { content: 'Opening' },
      { content: 'Queued' },
      { content: 'Joined' },
      { content: 'Next' },
    ]);
  });
});

it('the topics are those of the loop’s contract', () => {
  expect(LOOP_TOPICS).toEqual({
    'session-started': 'ai_loop.session_started',
    'session-ended': 'ai_loop.session_ended',
    'user-message-processed': 'ai_loop.message.user_processed',
    'chunk-received': 'ai_loop.message.ai_chunk_received',
    'response-ended': 'ai_loop.message.ai_full_received',
    'tool-call-part-received': 'ai_loop.tool_call.identified',
    'tool-call-identified': 'ai_loop.tool_call.identified',
    'tool-call-delegated': 'ai_loop.tool_call.identified',
    'tool-result-processed': 'ai_loop.tool_call.result_processed',
    paused: 'ai_loop.status.paused',
    resumed: 'ai_loop.status.resumed',
    error: 'ai_loop.error',
  });
});

it('every event says which chat, run and attempt it belongs to', async () => {
  const { h, run } = await userSends('Hi', [fails('auth'), says('Hello.')]);
  await h.control('retry');
  const source = (attempt: number) => ({ chatId: h.chatId, runId: run?.id, attempt });
  const failedAt = h.events.findIndex(({ type }) => type === 'session-ended');
  expect(new Set(h.sources.slice(0, failedAt + 1).map((s) => s.attempt))).toEqual(new Set([1]));
  expect(h.sources[0]).toEqual(source(1));
  expect(h.sources.at(-1)).toEqual(source(2));
});
