import { describe, expect, it } from 'vitest';
import { totalTokens } from '@/src/core/usage/cumulative-usage';
import type { TitleMessage } from '@/src/schema/message';
import type { RunStatus } from '@/src/schema/run-status';
import {
  calls,
  createLoopHarness,
  hangs,
  heldBack,
  type LoopHarness,
  says,
  userSends,
} from '../../fakes/loop-harness';
import { changesTold } from './dry-run-loop';
import { atNext, atNextCall, diesAfterWrite, diesBeforeWrite } from './interruptions';
import { ASK, add, COUNT, FINISH, PUBLISH, USAGE } from './made-calls';
import { systemInput } from './status-examples';

/** Waits until the text of a response arrives. */
const isStreaming = (h: LoopHarness) =>
  expect.poll(() => h.events.some(({ type }) => type === 'chunk-received')).toBe(true);
const PARTIAL = heldBack([{ type: 'content', text: 'Partial' }], []).turn;
const CANCELLED = 'cancelled: Stopped before it ran.';
const USED = totalTokens([USAGE.counts]);
const NO_TOKENS = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheCreationTokens: 0 };

describe('stopGracefully', () => {
  it('ends the run after the current response, which is stored whole', async () => {
    const held = heldBack([{ type: 'content', text: 'Let me ' }], calls(add('eggs')));
    const h = await createLoopHarness([held.turn]);
    await h.write('Add eggs');
    await held.reached;
    await h.loop.stopGracefully(h.chatId);
    expect((await h.record()).run).toMatchObject({ control: 'stop', status: { state: 'processing' } });
    held.release();
    const { run, conversation } = await h.settled();
    expect(run).toMatchObject({ control: null, error: null, endedAtMs: expect.any(Number) });
    expect(run?.status).toEqual({
      state: 'waiting-for-system-input',
      outcome: 'stopped',
      requiredScope: null,
      interruptibleByUser: true,
    });
    expect(conversation[1]).toMatchObject({ role: 'assistant', content: 'Let me ' });
    expect(await h.results()).toEqual([CANCELLED]);
    expect(h.notes.log).toEqual([]);
    expect(h.events.at(-1)).toEqual({ type: 'session-ended', reason: 'stopped' });
    expect(await h.roles()).not.toContain('accounting');
  });

  it('completes the current call, stores its result, and cancels those after it, built-in ones included', async () => {
    const h = await createLoopHarness([calls(add('a'), ASK, add('b'), COUNT)]);
    atNextCall(h, 'beforeExecute', () => h.loop.stopGracefully(h.chatId));
    expect((await h.send('Go')).state).toBe('stopped');
    expect(await h.results()).toEqual(['ok: Added a.', CANCELLED, CANCELLED, CANCELLED]);
  });

  it('takes effect on a run whose current step is the last before a wait', async () => {
    const h = await createLoopHarness([calls(PUBLISH)]);
    atNext(h, 'addApproval', 'before', () => h.loop.stopGracefully(h.chatId));
    expect((await h.send('Publish')).state).toBe('stopped');
    expect(await h.db.approvals.toArray()).toMatchObject([{ state: 'withdrawn' }]);
  });

  it('that arrives while the run concludes has no later effect', async () => {
    const h = await createLoopHarness([says('Done.'), says('Hello.')]);
    atNext(h, 'updateRun', 'before', (_id, { status }) =>
      status?.state === 'waiting-for-system-input' ? h.loop.stopGracefully(h.chatId) : false,
    );
    const { run } = await h.send('Go');
    expect(run).toMatchObject({ status: { outcome: 'completed' }, control: null });
    expect((await h.send('Hello')).state).toBe('completed');
  });

  it('doesn’t attribute the run’s own changes to the user in the next message', async () => {
    const { h } = await userSends('Go', [calls(add('a'), PUBLISH), says('Hello.')]);
    await h.loop.stopGracefully(h.chatId);
    await h.send('Hello');
    expect(await changesTold(h)).toEqual([]);
  });

  it('ends a waiting run at once, also while its page is unreachable, and withdraws its approval request', async () => {
    const { h } = await userSends('Go', [calls(add('a'), PUBLISH)]);
    h.notes.close();
    await h.loop.stopGracefully(h.chatId);
    expect((await h.record()).state).toBe('stopped');
    expect(await h.db.approvals.toArray()).toMatchObject([{ state: 'withdrawn' }]);
    expect(await h.results()).toEqual(['ok: Added a.', CANCELLED]);
    expect(h.logged.filter(({ level }) => level === 'warning')).toEqual([]);
  });

  it('drops the status that was queued for the run', async () => {
    const h = await createLoopHarness([calls(COUNT, FINISH), says('Hello.')]);
    atNext(h, 'storeResult', 'after', ({ message }) =>
      message.name === 'finish_task' ? h.loop.stopGracefully(h.chatId) : false,
    );
    const { state, chat } = await h.send('Count');
    expect(state).toBe('stopped');
    expect(chat.queuedStatus).toBeNull();
    expect((await h.send('Hello')).conversation.at(-1)).toMatchObject({ content: 'Hello.' });
  });
});

describe('stop', () => {
  it('keeps the text of the current response, closes the request, and adds an accounting row of the usage so far', async () => {
    const h = await createLoopHarness([[...calls(COUNT), USAGE], PARTIAL]);
    await h.write('Talk');
    await isStreaming(h);
    const { conversation, state } = await h.control('stop');
    expect(await h.roles()).toEqual(['user', 'assistant', 'tool', 'partial-answer', 'accounting']);
    expect(conversation.at(-1)).toEqual({
      role: 'accounting',
      id: expect.any(String),
      chatId: h.chatId,
      runId: null,
      position: 4,
      createdAtMs: expect.any(Number),
      discardedBy: null,
      reason: 'Cancelled',
      // The dropped response used tokens too, and the endpoint had reported no number.
      cumulativeTokens: { ...USED, unknownRequests: 1 },
      discardedMessages: 0,
    });
    expect(state).toBe('stopped');
    const last = h.events.filter((event) => event.type === 'response-ended').at(-1);
    expect(last).toMatchObject({ stored: false });
    expect(conversation.at(-2)).toMatchObject({ role: 'partial-answer', content: 'Partial' });
  });

  it('adds the row also if a title or a draft of a summary is the last message', async () => {
    const { h, messages } = await userSends('Count', [calls(COUNT), PARTIAL], {
      settings: { roundsPerRun: 1 },
    });
    const position = (messages.at(-1)?.position ?? 0) + 2 ** -10;
    const of = { id: 'title', chatId: h.chatId, runId: null, position, createdAtMs: 0, discardedBy: null };
    const title: TitleMessage = { ...of, role: 'title', content: 'Count', model: 'm' };
    await h.db.messages.add(title);
    await h.loop.continueRun(h.chatId);
    await isStreaming(h);
    expect((await h.control('stop')).conversation.at(-1)).toMatchObject({
      role: 'accounting',
      reason: 'Cancelled',
    });
  });

  it('stores the usage of the dropped response that the endpoint reported', async () => {
    const h = await createLoopHarness([heldBack([{ type: 'content', text: 'Partial' }, USAGE], []).turn]);
    await h.write('Talk');
    await isStreaming(h);
    const { conversation, run } = await h.control('stop');
    expect(await h.db.usage.toArray()).toEqual([
      {
        id: expect.any(String),
        chatId: h.chatId,
        runId: run?.id,
        kind: 'response',
        messageId: h.events.flatMap((event) =>
          event.type === 'response-started' ? [event.messageId] : [],
        )[0],
        atMs: expect.any(Number),
        position: 2,
        model: 'm',
        connectionId: 'k',
        counts: USAGE.counts,
        raw: USAGE.raw,
      },
    ]);
    expect(conversation.at(-1)).toMatchObject({ role: 'accounting', cumulativeTokens: USED });
  });

  it.each([
    ['before the first chunk', hangs],
    ['in mid-stream', PARTIAL],
  ])('%s leaves a row of unknown usage where the endpoint had said nothing', async (_when, turn) => {
    const h = await createLoopHarness([turn]);
    await h.write('Talk');
    await expect.poll(() => h.requests.length).toBe(1);
    const { run } = await h.control('stop');
    expect(await h.db.usage.toArray()).toMatchObject([{ runId: run?.id, counts: null, raw: null }]);
  });

  it('stores the usage of a response that is complete at the time of the stop', async () => {
    const held = heldBack([{ type: 'content', text: 'Whole.' }, USAGE], []);
    const h = await createLoopHarness([held.turn]);
    await h.write('Talk');
    await held.reached;
    const cancelling = h.loop.stop(h.chatId);
    held.release();
    await cancelling;
    await h.settled();
    expect(await h.db.usage.toArray()).toMatchObject([{ counts: USAGE.counts }]);
  });

  it('resolves when the run has ended, and the next message starts a new one', async () => {
    const h = await createLoopHarness([hangs, says('Hello.')]);
    await h.write('Talk');
    await expect.poll(() => h.requests.length).toBe(1);
    await h.loop.stop(h.chatId);
    expect(h.loop.isBusy()).toBe(false);
    const { conversation } = await h.send('Hello');
    expect(await h.roles()).toEqual(['user', 'accounting', 'user', 'assistant']);
    expect(conversation[1]).toMatchObject({ cumulativeTokens: { ...NO_TOKENS, unknownRequests: 1 } });
    expect(h.requests[1]?.messages.map(({ role }) => role)).toEqual(['system', 'user']);
  });

  it('awaits a running call and stores its result, without an accounting row', async () => {
    const h = await createLoopHarness([calls(add('a'), add('b'))]);
    let stopping: Promise<void> | null = null;
    atNextCall(h, 'beforeExecute', () => {
      stopping = h.loop.stop(h.chatId);
    });
    await h.send('Go');
    await stopping;
    expect(await h.results()).toEqual(['ok: Added a.', CANCELLED]);
    expect(await h.roles()).toEqual(['user', 'assistant', 'tool', 'tool']);
  });

  it.each([true, false])('ends a wait, which the user can interrupt: %j', async (user_can_interrupt) => {
    const wait = { reason: 'Slow.', for: 'time', seconds: 60, user_can_interrupt };
    const { h } = await userSends('Wait', [calls(['wait', wait])]);
    await h.loop.stop(h.chatId);
    expect(h.time.isWaited()).toBe(false);
    expect((await h.record()).state).toBe('stopped');
    expect(await h.roles()).toEqual(['user', 'assistant', 'tool']);
  });

  it('ends a run at a question of ask_user; the call keeps its result, and the next text starts a new run', async () => {
    const { h, run: asking } = await userSends('Go', [calls(ASK), says('Hello.')]);
    expect(asking?.status).toEqual({ state: 'waiting-for-user-input', reason: 'question' });
    await h.loop.stop(h.chatId);
    expect((await h.record()).run).toMatchObject({
      id: asking?.id,
      status: { state: 'waiting-for-system-input', outcome: 'stopped' },
      control: null,
      endedAtMs: expect.any(Number),
    });
    expect(await h.results()).toEqual(['ok: The question was put to the user. Their answer follows.']);
    expect(h.events.slice(-2)).toEqual([
      { type: 'status-changed', status: expect.objectContaining({ outcome: 'stopped' }) },
      { type: 'session-ended', reason: 'stopped' },
    ]);
    const { run } = await h.send('Hello');
    expect(run?.id).not.toBe(asking?.id);
    expect(await h.roles()).toEqual(['user', 'assistant', 'tool', 'user', 'assistant']);
  });

  it.each<RunStatus>([
    ...(['question', 'round-limit', 'rolled-back', 'loop-detected', 'cut-off'] as const).map(
      (reason): RunStatus => ({ state: 'waiting-for-user-input', reason }),
    ),
    { state: 'waiting-for-endpoint' },
    { state: 'waiting-for-approval', approvalId: 'a' },
    { state: 'paused', before: { state: 'processing' } },
    { state: 'paused', before: { state: 'waiting-for-approval', approvalId: 'a' } },
    systemInput({ requiredScope: 'page', interruptibleByUser: false }),
  ])('ends a run with the status %j', async (status) => {
    const { h, run } = await userSends('Publish', [calls(PUBLISH)]);
    await h.db.runs.update(run?.id ?? '', { status });
    await h.loop.stop(h.chatId);
    expect((await h.record()).run).toMatchObject({ status: { outcome: 'stopped' }, control: null });
    expect(await h.results()).toEqual([CANCELLED]);
    expect((await h.db.approvals.toArray()).map(({ state }) => state)).toEqual(['withdrawn']);
  });

  it.each([
    ['before the first message', [], null],
    ['after the run is over', [says('Done.')], 'Hello'],
  ])('does nothing %s', async (_when, script, text) => {
    const h = await createLoopHarness(script);
    if (text !== null) await h.send(text);
    const before = await h.record();
    await h.loop.stop(h.chatId);
    expect(await h.record()).toEqual(before);
  });

  it('queries the page for the outcome of a call that an earlier worker had started', async () => {
    const h = await createLoopHarness([calls(add('eggs'), COUNT)]);
    await diesAfterWrite(h, () => h.write('Add eggs'));
    await h.restart().stop(h.chatId);
    expect(await h.results()).toEqual(['ok: Added eggs.', CANCELLED]);
    expect(h.notes.log).toHaveLength(1);
  });

  it('stores that a call which the page doesn’t know had no effect', async () => {
    const h = await createLoopHarness([calls(add('eggs'))]);
    await diesBeforeWrite(h, () => h.write('Add eggs'));
    await h.restart().stop(h.chatId);
    expect(await h.results()).toEqual([
      'not_applied: add_note had no effect: the page is as it was before. Make the call again if it is still wanted.',
    ]);
  });

  it('stores an unknown outcome if the page is unreachable', async () => {
    const h = await createLoopHarness([calls(add('eggs'))]);
    await diesBeforeWrite(h, () => h.write('Add eggs'));
    h.notes.close();
    await h.restart().stop(h.chatId);
    expect((await h.results())[0]).toMatch(/^outcome_unknown: /);
    const warnings = h.logged.filter(({ level }) => level === 'warning');
    expect(warnings.map(({ topic, message }) => `${topic}: ${message}`)).toEqual([
      'ai_loop.tool_call: The outcome of a call can’t be queried.',
    ]);
    const runId = (await h.record()).run?.id;
    expect(warnings[0]).toMatchObject({ chatId: h.chatId, runId, data: { code: 'page-gone' } });
    expect(await h.db.audit.toArray()).toMatchObject([
      { decision: 'allowed', ran: '{"text":"eggs"}', success: false, errorCode: 'outcome_unknown' },
    ]);
  });
});
