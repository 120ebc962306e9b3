import { describe, expect, it } from 'vitest';
import { calls, createLoopHarness, fails, heldBack, says, userSends } from '../../fakes/loop-harness';
import { duringRequest } from './held-request';
import { atNext, atNextCall, restartBrowser, restartWorker } from './interruptions';
import { ASK, add, COUNT, PUBLISH } from './made-calls';

const types = (events: { type: string }[]) => events.map(({ type }) => type);

describe('Pause', () => {
  it('completes and stores the current response, and pauses the run before the next step, at which Resume continues', async () => {
    const held = heldBack([{ type: 'content', text: 'Let me ' }], calls(add('eggs')));
    const h = await createLoopHarness([held.turn, says('Added.')]);
    await h.write('Add eggs');
    await held.reached;
    await h.loop.pause(h.chatId);
    expect((await h.record()).run).toMatchObject({ status: { state: 'processing' }, control: 'pause' });
    held.release();
    const { run } = await h.settled();
    expect(run).toMatchObject({
      status: { state: 'paused', before: { state: 'waiting-for-tools' } },
      control: null,
      endedAtMs: null,
    });
    expect(await h.roles()).toEqual(['user', 'assistant']);
    expect(h.notes.log).toEqual([]);
    expect(h.events.slice(-2)).toEqual([{ type: 'status-changed', status: run?.status }, { type: 'paused' }]);
    h.events.length = 0;
    expect((await h.control('resume')).state).toBe('completed');
    expect(h.states()).toEqual(['waiting-for-tools', 'processing', 'completed']);
    expect(types(h.events).slice(0, 2)).toEqual(['status-changed', 'resumed']);
    expect(types(h.events)).not.toContain('paused');
  });

  it('completes the current call, and runs none after it', async () => {
    const h = await createLoopHarness([calls(add('a'), add('b')), says('Both.')]);
    atNextCall(h, 'beforeExecute', () => h.loop.pause(h.chatId));
    await h.send('Add two');
    expect(await h.results()).toEqual(['ok: Added a.']);
    await h.control('resume');
    expect(await h.results()).toEqual(['ok: Added a.', 'ok: Added b.']);
    expect(h.requests).toHaveLength(2);
  });

  it('pauses a run that waits for approval: a decision takes effect after Resume', async () => {
    const { h } = await userSends('Publish', [calls(PUBLISH), says('Published.')]);
    const { id } = await h.pendingApproval();
    const { run } = await h.control('pause');
    expect(run?.status).toEqual({
      state: 'paused',
      before: { state: 'waiting-for-approval', approvalId: id },
    });
    expect((await h.control('resume')).run?.status).toEqual({
      state: 'waiting-for-approval',
      approvalId: id,
    });
    await h.decided('approve');
    expect(await h.results()).toEqual(['ok: Published 1.']);
  });

  it('stops the timer of a wait, whose deadline stays', async () => {
    const { h } = await userSends('Wait a minute', [
      calls(['wait', { reason: 'The page is slow.', for: 'time', seconds: 60 }]),
      says('On we go.'),
    ]);
    await h.loop.pause(h.chatId);
    expect(h.time.isWaited()).toBe(false);
    const { state } = await h.pass(70_000);
    expect(state).toBe('paused');
    await h.control('resume');
    expect(h.time.delays.at(-1)).toBe(0);
    expect((await h.pass(0)).state).toBe('completed');
  });

  it('takes effect on a run whose current step is the last before a wait', async () => {
    const h = await createLoopHarness([calls(PUBLISH), says('Published.')]);
    atNext(h, 'addApproval', 'before', () => h.loop.pause(h.chatId));
    expect((await h.send('Publish')).run).toMatchObject({
      status: { state: 'paused', before: { state: 'waiting-for-approval' } },
      control: null,
    });
  });

  it('is dropped if the run begins to wait for the user', async () => {
    const h = await createLoopHarness([calls(ASK), says('Good.')]);
    atNext(h, 'storeResult', 'before', () => h.loop.pause(h.chatId));
    expect((await h.send('Go')).run).toMatchObject({
      status: { state: 'waiting-for-user-input', reason: 'question' },
      control: null,
    });
    expect((await h.send('The first')).state).toBe('completed');
  });

  it('is carried out by a restarted worker', async () => {
    const { h } = await duringRequest(says('never heard'));
    await h.loop.pause(h.chatId);
    const { run } = await restartWorker(h);
    expect(run).toMatchObject({
      status: { state: 'paused', before: { state: 'waiting-for-all-actors-ready' } },
      control: null,
    });
  });
});

describe('Resume', () => {
  it('leaves sent messages unchanged after a response; page changes follow the results', async () => {
    const { h, release } = await duringRequest(calls(COUNT), says('1'));
    await h.loop.pause(h.chatId);
    release();
    await h.settled();
    h.notes.editByHand(['milk', 'tea']);
    await h.control('resume');
    expect(h.requests[1]?.messages.slice(0, 2)).toEqual(h.requests[0]?.messages);
    expect(h.requests[1]?.messages.at(-1)?.content).toContain('note_added {"note":"tea","by":"the user"}');
  });
});

describe('a paused run', () => {
  it('can be stopped, and its open calls get a result', async () => {
    const { h, release } = await duringRequest(calls(add('eggs')));
    await h.loop.pause(h.chatId);
    release();
    await h.settled();
    expect((await h.control('stopGracefully')).state).toBe('stopped');
    expect(await h.results()).toEqual(['cancelled: Stopped before it ran.']);
  });

  it('stays paused in a restarted worker, and if it is paused again', async () => {
    const h = await createLoopHarness([]);
    h.choice.model = null;
    await h.send('Hello');
    const { run } = await h.control('pause');
    await h.loop.pause(h.chatId);
    expect((await h.record()).run).toEqual(run);
    expect((await restartBrowser(h)).state).toBe('paused');
  });
});

describe('controls that the status doesn’t allow', () => {
  it.each([
    ['resume', 'resumed', 'a run that is over', says('Done.')],
    ['retry', 'retried', 'a run that concluded', says('Done.')],
    ['continueRun', 'continued', 'a run that concluded', says('Done.')],
    ['continueRun', 'continued', 'a run that failed', fails('auth')],
  ] as const)('%s is refused (%s) for %s, and changes nothing', async (control, event, _what, turn) => {
    const { h } = await userSends('Hello', [turn]);
    const before = await h.record();
    await expect(h.loop[control](h.chatId)).rejects.toMatchObject({
      code: 'illegal-transition',
      details: `A run that is waiting-for-system-input can’t take ${event}.`,
    });
    expect(await h.record()).toEqual(before);
  });

  it.each([
    ['pause', 'is over', says('Done.')],
    ['pause', 'failed', fails('auth')],
    ['pause', 'waits for an answer', calls(ASK)],
    ['stopGracefully', 'is over', says('Done.')],
    ['stopGracefully', 'failed', fails('auth')],
  ] as const)('%s has no effect on a run that %s meanwhile', async (control, _what, turn) => {
    const { h } = await userSends('Hello', [turn]);
    const before = await h.record();
    await h.loop[control](h.chatId);
    expect(await h.record()).toEqual(before);
  });

  it.each(['pause', 'resume', 'stopGracefully', 'retry', 'continueRun'] as const)(
    '%s is refused before the first message',
    async (control) => {
      const h = await createLoopHarness([]);
      await expect(h.loop[control](h.chatId)).rejects.toMatchObject({
        code: 'not-found',
        message: 'This chat has no run yet.',
        remedy: 'Send a message first.',
      });
    },
  );

  it.each(['resume', 'retry', 'continueRun'] as const)(
    '%s is refused while a step is running',
    async (control) => {
      const { h, release } = await duringRequest(says('Done.'));
      await expect(h.loop[control](h.chatId)).rejects.toMatchObject({ code: 'busy' });
      release();
      await h.settled();
    },
  );
});
