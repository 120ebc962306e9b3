import { describe, expect, it } from 'vitest';
import { calls, createLoopHarness, fails, hangs, says, type Turn, userSends } from '../../fakes/loop-harness';
import { duringRequest } from './held-request';
import { diesAfterWrite, diesAt, diesBeforeWrite, restartBrowser, restartWorker } from './interruptions';
import { ASK, add, COUNT, PUBLISH } from './made-calls';

const INTERRUPTED = {
  code: 'interrupted',
  message: 'The browser stopped Steward in the middle of this run.',
  remedy: 'Retry continues from the last recorded step. Nothing is done twice.',
  details: null,
};

/** Stops the worker during a request. */
async function diedAsking(...rest: Turn[]) {
  const h = await createLoopHarness([hangs, ...rest]);
  await h.write('Hello');
  await expect.poll(() => h.requests.length).toBe(1);
  return h;
}

describe('a worker that restarted', () => {
  it('during a request verifies page and endpoint, and sends the request again', async () => {
    const h = await diedAsking(says('Here.'));
    h.events.length = 0;
    const { run } = await restartWorker(h);
    expect(h.states()).toEqual(['waiting-for-all-actors-ready', 'processing', 'completed']);
    expect(run).toMatchObject({ resumes: 1, attempt: 2, error: null });
    expect(h.requests[1]).toEqual(h.requests[0]);
    expect(await h.roles()).toEqual(['user', 'assistant']);
    expect(h.sources.at(-1)?.attempt).toBe(2);
  });

  it('during the wait before a retry sends the request at once', async () => {
    const { h } = await userSends('Hello', [fails('network'), says('Here.')]);
    expect((await restartWorker(h)).state).toBe('completed');
    expect(h.time.delays).toEqual([1_000]);
  });

  it('during a write that the page has made gets the outcome from the page', async () => {
    const h = await createLoopHarness([calls(add('eggs'), COUNT), says('Added.')]);
    await diesAfterWrite(h, () => h.write('Add eggs'));
    await restartWorker(h);
    expect(h.notes.log).toEqual(['add_note {"text":"eggs"}', 'count_notes {}']);
    expect(await h.results()).toEqual(['ok: Added eggs.', 'ok: 2 notes.']);
    expect(await h.checkpoints()).toHaveLength(1);
    expect(await h.db.audit.toArray()).toMatchObject([
      { decision: 'allowed', ran: '{"text":"eggs"}', success: true, stateHashAfter: h.notes.hash() },
    ]);
  });

  it('during a write that the page doesn’t know reads the page, which shows that it had no effect', async () => {
    const { h } = await userSends('Publish', [calls(PUBLISH), says('I see.')]);
    await diesBeforeWrite(h, () => h.decide('approve'));
    await restartWorker(h);
    expect((await h.results())[0]).toMatch(/^not_applied: publish had no effect/);
    expect(h.notes.log).toEqual([]);
    expect(await h.db.audit.toArray()).toMatchObject([
      {
        decision: 'approved',
        success: false,
        errorCode: 'not_applied',
        stateHashAfter: h.notes.hash(),
      },
    ]);
  });

  it('between two calls continues with the second', async () => {
    const h = await createLoopHarness([calls(add('a'), add('b')), says('Both.')]);
    const died = diesAt(h, 'storeResult', 'after');
    await h.write('Add two');
    await died;
    await restartWorker(h);
    expect(h.notes.log).toEqual(['add_note {"text":"a"}', 'add_note {"text":"b"}']);
    expect(await h.checkpoints()).toHaveLength(1);
  });

  it('while an approval request was pending leaves it unchanged', async () => {
    const { h } = await userSends('Publish', [calls(PUBLISH), says('Published.')]);
    const { id } = await h.pendingApproval();
    expect((await restartBrowser(h)).run).toMatchObject({
      status: { state: 'waiting-for-approval', approvalId: id },
      resumes: 0,
    });
    await h.decided('approve');
    expect(await h.results()).toEqual(['ok: Published 1.']);
  });

  it('right after a decision carries it out', async () => {
    const { h } = await userSends('Publish', [calls(PUBLISH), says('Published.')]);
    const died = diesAt(h, 'updateApproval', 'after');
    void h.decide('approve');
    await died;
    await restartWorker(h);
    expect(await h.results()).toEqual(['ok: Published 1.']);
    expect(await h.db.approvals.count()).toBe(1);
  });

  it.each([
    ['after', async (closed: Promise<void>) => closed],
    ['while', async () => undefined],
  ])('right after a decision carries out nothing if Retry comes %s the run is closed', async (_, first) => {
    const { h } = await userSends('Publish', [calls(PUBLISH), says('Not published.')]);
    const died = diesAt(h, 'updateApproval', 'after');
    void h.decide('approve');
    await died;
    await h.restart().recover(h.chatId, true);
    const closed = h.loop.closeRun(h.chatId, async () => undefined);
    await first(closed);
    await Promise.all([closed, h.loop.retry(h.chatId)]);
    await h.settled();
    expect(await h.results()).toEqual(['cancelled: Stopped before it ran.']);
    expect(h.notes.log).toEqual([]);
  });

  it('between two calls that were approved together continues with the second', async () => {
    const { h } = await userSends('Publish twice', [calls(PUBLISH, PUBLISH), says('Published.')]);
    await diesAfterWrite(h, () => h.decide('approve', 'both'));
    await restartWorker(h);
    expect(h.notes.log).toEqual(['publish {}', 'publish {}']);
    expect(await h.results()).toEqual(Array(2).fill('ok: The user’s note: both Published 1.'));
    expect(await h.db.audit.toArray()).toMatchObject(
      Array(2).fill({ decision: 'approved', note: 'both', ran: '{}', success: true }),
    );
  });

  it('between storing an approval request and the run’s status renews the request and adds no second', async () => {
    const { h, run } = await userSends('Publish', [calls(PUBLISH), says('Published.')]);
    await h.db.runs.update(run?.id ?? '', { status: { state: 'waiting-for-tools' } });
    await h.restart().recover(h.chatId, false);
    const { id } = await h.pendingApproval();
    expect((await h.settled()).run?.status).toEqual({ state: 'waiting-for-approval', approvalId: id });
    expect(await h.db.approvals.count()).toBe(1);
  });

  it('and finds the page unreachable waits for it', async () => {
    const h = await diedAsking(says('Here.'));
    h.notes.close();
    expect((await restartWorker(h)).run?.status).toMatchObject({ coordinatingToolName: 'page' });
  });

  it('and finds no endpoint waits for one', async () => {
    const h = await diedAsking(says('Here.'));
    h.choice.model = null;
    expect((await restartWorker(h)).state).toBe('waiting-for-endpoint');
    expect(h.states().slice(-2)).toEqual(['waiting-for-all-actors-ready', 'waiting-for-endpoint']);
  });

  it('repeatedly continues a run three times', async () => {
    const h = await diedAsking(hangs, hangs, hangs);
    for (let resumes = 1; resumes <= 3; resumes += 1) {
      await h.restart().recover(h.chatId, false);
      await expect.poll(() => h.requests.length).toBe(resumes + 1);
      expect((await h.record()).run).toMatchObject({ resumes, attempt: resumes + 1 });
    }
    const { run } = await restartWorker(h);
    expect(run).toMatchObject({ status: { outcome: 'error' }, resumes: 3, error: INTERRUPTED });
    expect(h.requests).toHaveLength(4);
  });

  it('after a stop was requested carries out the stop first', async () => {
    const { h } = await duringRequest(calls(add('eggs')));
    await h.loop.stopGracefully(h.chatId);
    expect((await restartWorker(h)).run).toMatchObject({ status: { outcome: 'stopped' }, control: null });
    expect(h.requests).toHaveLength(1);
  });

  it.each([
    ['is over', says('Done.')],
    ['failed', fails('auth')],
    ['asks the user', calls(ASK)],
  ])('leaves a run that %s unchanged', async (_what, turn) => {
    const { h } = await userSends('Go', [turn]);
    const before = await h.record();
    expect(await restartWorker(h)).toEqual(before);
  });

  it('does nothing before the first message, or while the run is active', async () => {
    const h = await createLoopHarness([hangs, says('never')]);
    await h.loop.recover(h.chatId, false);
    expect((await h.settled()).messages).toEqual([]);
    await h.write('Hello');
    await expect.poll(() => h.requests.length).toBe(1);
    await h.loop.recover(h.chatId, true);
    expect((await h.record()).run).toMatchObject({ status: { state: 'processing' }, resumes: 0 });
    await h.loop.stop(h.chatId);
  });
});

describe('a restart of the browser', () => {
  it('ends a run that was working with the error `interrupted`', async () => {
    const h = await diedAsking(says('Here.'));
    const { run } = await restartBrowser(h);
    expect(run).toMatchObject({ status: { outcome: 'error' }, error: INTERRUPTED, resumes: 0 });
    expect(h.requests).toHaveLength(1);
    expect(h.events.slice(-3).map(({ type }) => type)).toEqual(['error', 'status-changed', 'session-ended']);
  });

  it('is followed by Retry, which repeats no call', async () => {
    const h = await createLoopHarness([calls(add('eggs')), says('Added.')]);
    await diesAfterWrite(h, () => h.write('Add eggs'));
    await h.restart().recover(h.chatId, true);
    const { run } = await h.control('retry');
    expect(run).toMatchObject({ status: { outcome: 'completed' }, error: null });
    expect(h.notes.log).toHaveLength(1);
    expect(await h.results()).toEqual(['ok: Added eggs.']);
  });
});
