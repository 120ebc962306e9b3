import { describe, expect, it } from 'vitest';
import { type Admission, admit, type InputSender } from '@/src/core/loop/accept-input';
import { LOOP_TOPICS } from '@/src/core/records/loop-event';
import type { RunStatus, UserInputReason } from '@/src/schema/run-status';
import {
  calls,
  createLoopHarness,
  fails,
  heldBack,
  type LoopHarness,
  says,
  userSends,
} from '../../fakes/loop-harness';
import { duringRequest } from './held-request';
import { ASK, COUNT } from './made-calls';
import { coordination, systemInput } from './status-examples';

const USER: InputSender = { kind: 'user' };
const PAGE: InputSender = { kind: 'event', scope: 'page' };
const CLOCK: InputSender = { kind: 'event', scope: 'clock' };

const waitForUser = (reason: UserInputReason): RunStatus => ({ state: 'waiting-for-user-input', reason });

describe('where input goes', () => {
  // Destinations of the user’s message, of an event of the page, and of an event of another scope, and the statuses; null: no run.
  it.each<[Admission, Admission, Admission, (RunStatus | null)[]]>([
    [
      'new-run',
      'new-run',
      'new-run',
      [
        null,
        systemInput({ outcome: 'completed' }),
        systemInput({ outcome: 'stopped' }),
        systemInput({ outcome: 'error' }),
        { state: 'done' },
      ],
    ],
    [
      'queue',
      'queue',
      'queue',
      [
        { state: 'waiting-for-all-actors-ready' },
        { state: 'waiting-for-endpoint' },
        { state: 'processing' },
        { state: 'waiting-for-tools' },
        { state: 'waiting-for-approval', approvalId: 'a' },
        { state: 'paused', before: { state: 'processing' } },
      ],
    ],
    ['join', 'queue', 'queue', [waitForUser('question'), waitForUser('requested')]],
    [
      'new-run',
      'queue',
      'queue',
      [
        waitForUser('round-limit'),
        waitForUser('cut-off'),
        waitForUser('loop-detected'),
        waitForUser('rolled-back'),
      ],
    ],
    ['join', 'join', 'queue', [coordination(), systemInput({ requiredScope: 'page' })]],
    ['join', 'join', 'join', [coordination({ targetAgentScope: null }), systemInput()]],
    [
      'queue',
      'join',
      'queue',
      [
        coordination({ userCanInterrupt: false }),
        systemInput({ requiredScope: 'page', interruptibleByUser: false }),
      ],
    ],
    ['queue', 'join', 'join', [systemInput({ interruptibleByUser: false })]],
  ])('%s, %s and %s while the run’s status is one of %j', (user, page, clock, statuses) => {
    for (const status of statuses) {
      expect([USER, PAGE, CLOCK].map((sender) => admit(status, sender))).toEqual([user, page, clock]);
    }
  });
});

describe('an event', () => {
  it('starts a run in an idle chat, and carries the page’s state', async () => {
    const h = await createLoopHarness([says('I see.')]);
    const accepted = await h.receive('page', 'The import is over.');
    const { run, conversation, chat, state } = await h.settled();
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
    expect(state).toBe('completed');
    expect(chat.title).toBe('The import is over.');
  });

  it('leaves the title to the user’s first message', async () => {
    const { h } = await userSends('First words\nand more', [says('I see.'), says('Hello.'), says('Yes.')]);
    await h.receive('page', 'Later.');
    expect((await h.settled()).chat.title).toBe('First words');
  });

  it('is queued during a request, and enters after the response, before a queued message', async () => {
    const { h, release } = await duringRequest(calls(COUNT), says('All seen.'));
    await expect(h.receive('page', 'One.')).resolves.toEqual({ kind: 'queued' });
    await h.write('And me');
    await h.receive('clock', 'Two.');
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

  it.each<[string, (h: LoopHarness) => Promise<unknown>, string[]]>([
    ['starts the next one', (h) => h.receive('page', 'Two.'), ['system', 'system']],
    ['follows the user’s message that came too late as well', (h) => h.write('And me'), ['user', 'system']],
  ])('that came too late for its run %s', async (_, follow, inputs) => {
    const { h, release } = await duringRequest(says('Done.'), says('Both seen.'));
    await h.receive('page', 'One.');
    await follow(h);
    release();
    const { chat } = await h.settled();
    expect(await h.roles()).toEqual(['user', 'assistant', ...inputs, 'assistant']);
    expect(chat.pendingEvents).toEqual([]);
  });

  it('stays queued after an error until the user acts', async () => {
    const { h, release } = await duringRequest([], fails('auth'), says('Both seen.'));
    await h.receive('page', 'One.');
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
    await h.receive('page', 'Loaded.');
    release();
    expect((await h.settled()).state).toBe('completed');
    expect(await h.roles()).toEqual(['user', 'assistant', 'tool', 'system', 'assistant']);
  });

  it('is sent again in later runs, without the page’s state', async () => {
    const h = await createLoopHarness([says('I see.'), says('Hello.')]);
    await h.receive('page', 'The import is over.');
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
    await h.receive('page', 'Loaded.');
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
