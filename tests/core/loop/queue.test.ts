import { describe, expect, it } from 'vitest';
import type { Message } from '@/src/schema/message';
import { calls, createLoopHarness, fails, hangs, says, userSends } from '../../fakes/loop-harness';
import { duringRequest } from './held-request';
import { atNext, atNextCall, restartBrowser, restartWorker } from './interruptions';
import { add, COUNT, PUBLISH } from './made-calls';

const userTexts = (entries: Message[]) =>
  entries.flatMap((entry) => (entry.role === 'user' ? [entry.content] : []));

describe('a message sent while Steward is busy', () => {
  it('enters after the response and its results, before the run’s next request', async () => {
    const { h, release } = await duringRequest(calls(add('eggs')), says('Both seen.'));
    await h.write('And tea');
    const { pendingMessage } = (await h.record()).chat;
    expect(pendingMessage).toEqual({ text: 'And tea', queuedAtMs: expect.any(Number) });
    expect(await h.roles()).toEqual(['user']);
    release();
    const { conversation, chat, run } = await h.settled();
    expect(await h.roles()).toEqual(['user', 'assistant', 'tool', 'user', 'assistant']);
    expect(new Set(conversation.map((entry) => entry.runId))).toEqual(new Set([run?.id]));
    expect(conversation[3]).toMatchObject({ role: 'user', content: 'And tea', changes: [] });
    expect(chat.pendingMessage).toBeNull();
    expect(chat.setAside).toBeUndefined();
    // The report of page changes stays with the results.
    expect(h.requests[1]?.messages.at(-2)?.content).toContain('[PAGE UPDATED]');
    expect(h.requests[1]?.messages.at(-1)?.content).toBe('And tea');
    expect(h.events).toContainEqual({ type: 'input-accepted', messageIds: [conversation[3]?.id] });
  });

  it('is replaced by a newer one, and set aside: there is one slot', async () => {
    const { h, release } = await duringRequest(calls(COUNT), says('Done.'));
    for (const text of ['Second', 'Third', 'Fourth']) expect(await h.write(text)).toEqual({ kind: 'queued' });
    release();
    const { chat, conversation } = await h.settled();
    expect(chat.setAside?.text).toBe('Second\nThird');
    expect(userTexts(conversation)).toEqual(['Go', 'Fourth']);
  });

  it('starts a new run if the current one ends', async () => {
    const { h, release } = await duringRequest(says(' is over.'), says('Second answered.'));
    await h.write('Second');
    h.notes.editByHand(['milk', 'tea']);
    release();
    const { conversation, chat, run } = await h.settled();
    expect(await h.roles()).toEqual(['user', 'assistant', 'user', 'assistant']);
    expect(new Set(conversation.map((entry) => entry.runId)).size).toBe(2);
    expect(conversation[2]).toMatchObject({
      content: 'Second',
      changes: [{ type: 'note_added', note: 'tea' }],
    });
    expect(run).toMatchObject({ openingMessageId: conversation[2]?.id, status: { outcome: 'completed' } });
    expect(chat).toMatchObject({ pendingMessage: null, title: 'Go' });
    const told = h.events.filter(({ type }) => /session|user-message/.test(type)).map(({ type }) => type);
    expect(told).toEqual([
      'session-started',
      'user-message-processed',
      'session-ended',
      'session-started',
      'user-message-processed',
      'session-ended',
    ]);
  });

  it('is not missed if it arrives while the run ends', async () => {
    const h = await createLoopHarness([says('One.'), says('Two.')]);
    const { emit } = h.deps.events;
    let sent: Promise<unknown> | null = null;
    h.deps.events.emit = (source, event) => {
      emit(source, event);
      if (event.type === 'session-ended') sent ??= h.write('Second');
    };
    await h.send('First');
    await sent;
    await h.settled();
    expect(await h.roles()).toEqual(['user', 'assistant', 'user', 'assistant']);
    expect((await h.record()).chat.pendingMessage).toBeNull();
  });

  it.each(['withdrawMessage', 'takeBackMessage'] as const)(
    'can be removed, and is never sent (%s)',
    async (remove) => {
      const { h, release } = await duringRequest(calls(COUNT), says('Done.'));
      await h.write('Second');
      const queuedAtMs = (await h.record()).chat.pendingMessage?.queuedAtMs ?? Number.NaN;
      if (remove === 'takeBackMessage') {
        await expect(h.loop[remove](h.chatId, queuedAtMs + 1)).rejects.toMatchObject({ code: 'not-found' });
      }
      await h.loop[remove](h.chatId, queuedAtMs);
      release();
      expect((await h.settled()).chat.pendingMessage).toBeNull();
      expect(await h.roles()).toEqual(['user', 'assistant', 'tool', 'assistant']);
    },
  );

  it('that was edited while it was sent stays in the slot as edited', async () => {
    const { h, release } = await duringRequest(calls(COUNT), says('Old one seen.'), says('New one seen.'));
    await h.write('Old');
    atNext(h, 'acceptInput', 'before', () =>
      h.deps.journal.queueMessage(h.chatId, { text: 'New', queuedAtMs: 2 }),
    );
    release();
    expect(userTexts((await h.settled()).conversation)).toEqual(['Go', 'Old', 'New']);
  });

  it('stays queued during an approval request, and enters after the decision', async () => {
    const { h } = await userSends('Publish', [calls(PUBLISH), says('Published.')]);
    await expect(h.write('Thanks')).resolves.toEqual({ kind: 'queued' });
    expect((await h.settled()).state).toBe('waiting-for-approval');
    await h.decided('approve');
    expect(await h.roles()).toEqual(['user', 'assistant', 'tool', 'user', 'assistant']);
  });

  it('ends a wait that the user may interrupt as soon as the wait begins', async () => {
    const { h, release } = await duringRequest(
      calls(['wait', { reason: 'The page is slow.', for: 'time', seconds: 60 }]),
      says('Never mind.'),
    );
    await h.write('Never mind');
    release();
    const { chat, state } = await h.settled();
    expect(await h.roles()).toEqual(['user', 'assistant', 'tool', 'user', 'assistant']);
    expect(chat.pendingMessage).toBeNull();
    expect(state).toBe('completed');
    expect(h.time.isWaited()).toBe(false);
  });

  it('does not answer a question that is asked later', async () => {
    const { h, release } = await duringRequest(
      calls(['ask_user', { question: 'Which one?', choices: ['a', 'b'] }]),
      says('Done.'),
    );
    await h.write('And tea');
    release();
    const { chat, state } = await h.settled();
    expect(state).toBe('user (question)');
    expect(chat.pendingMessage?.text).toBe('And tea');
  });
});

describe('a queued message', () => {
  it.each(['stopGracefully', 'stop'] as const)('is kept when the user chooses %s', async (control) => {
    const { h, release } = await duringRequest(calls(COUNT));
    await h.write('Second');
    await h.loop[control](h.chatId);
    release();
    const { chat, state } = await h.settled();
    expect(state).toBe('stopped');
    expect(chat.pendingMessage?.text).toBe('Second');
    expect(h.requests).toHaveLength(1);
  });

  it('is kept when the run fails, and enters after Retry', async () => {
    const h = await createLoopHarness([calls(COUNT), fails('auth'), says('Both seen.')]);
    atNextCall(h, 'beforeExecute', () => h.write('Second'));
    const failed = await h.send('First');
    expect(failed.run?.error?.code).toBe('auth');
    // It was sent with the request that failed.
    expect(await h.roles()).toEqual(['user', 'assistant', 'tool', 'user']);
    await h.deps.journal.queueMessage(h.chatId, { text: 'Third', queuedAtMs: 3 });
    expect((await h.settled()).chat.pendingMessage?.text).toBe('Third');
    const { chat } = await h.control('retry');
    expect(chat.pendingMessage).toBeNull();
    expect(await h.roles()).toEqual(['user', 'assistant', 'tool', 'user', 'user', 'assistant']);
    expect(h.requests[2]?.messages.at(-1)).toEqual({ role: 'user', content: 'Second\n\nThird' });
  });

  it('stays queued, with an error, if it can’t start a run because the page is unreachable', async () => {
    const { h, release } = await duringRequest(says('.'));
    await h.write('Second');
    h.notes.close();
    release();
    const { chat, state } = await h.settled();
    expect(chat.pendingMessage?.text).toBe('Second');
    expect(state).toBe('completed');
    expect(h.events.at(-1)).toEqual({
      type: 'error',
      error: { code: 'page-gone', message: 'The page is closed.', remedy: 'Open it.', details: null },
    });
  });

  it('is sent with the request of a restarted worker', async () => {
    const { h } = await duringRequest(says('.'), says('Both answered.'));
    await h.write('Second');
    await restartWorker(h);
    expect(await h.roles()).toEqual(['user', 'user', 'assistant']);
    expect(h.requests[1]?.messages.at(-1)?.content).toMatch(/^Go\n.*\n\nSecond$/s);
  });

  it('starts its run in a restarted worker if the worker stopped after the run’s end', async () => {
    const { h } = await userSends('First', [says('First answered.'), says('Second answered.')]);
    await h.deps.journal.queueMessage(h.chatId, { text: 'Second', queuedAtMs: 2 });
    await restartWorker(h);
    expect(await h.roles()).toEqual(['user', 'assistant', 'user', 'assistant']);
  });

  it('stays queued over a restart of the browser', async () => {
    const h = await createLoopHarness([hangs, says('Both seen.')]);
    await h.write('First');
    await h.write('Second');
    const { chat, run } = await restartBrowser(h);
    expect(run?.error?.code).toBe('interrupted');
    expect(chat.pendingMessage?.text).toBe('Second');
  });
});

it('a message refused because the page is unreachable leaves a run at its round limit unchanged', async () => {
  const { h } = await userSends('Count', [calls(COUNT)], { settings: { roundsPerRun: 1 } });
  const before = await h.record();
  expect(before.run?.status).toEqual({ state: 'waiting-for-user-input', reason: 'round-limit' });
  h.notes.close();
  await expect(h.write('Something else')).rejects.toMatchObject({
    code: 'page-gone',
  });
  expect(await h.record()).toEqual(before);
});
