import { describe, expect, it } from 'vitest';
import {
  calls,
  createLoopHarness,
  fails,
  heldBack,
  type LoopHarness,
  says,
  type Turn,
} from '../../fakes/loop-harness';
import { checkpointAt } from '../checkpoints/take-responses';
import { failing } from './interruptions';
import { add, PUBLISH } from './made-calls';
import { REPLACE, rollBackTo } from './revise';
import { concludes, FIRST, reaches, SECOND, statusOf } from './two-chats';

const WAITING = {
  state: 'waiting-for-agent-coordination',
  coordinatingToolCallId: null,
  coordinatingToolName: 'page-lease',
  targetAgentScope: FIRST,
  userCanInterrupt: false,
  reason: 'Waiting for the chat “Add eggs”, which is working on this page.',
};

async function runOf(h: LoopHarness, chatId: string) {
  return (await h.deps.journal.load(chatId)).run;
}

/** The first chat's request is running, and the second chat's run waits for the lease. */
async function waitingSecond(after: Turn, ...rest: Turn[]) {
  const held = heldBack([], Array.isArray(after) ? after : []);
  const h = await createLoopHarness([held.turn, ...rest]);
  await h.addChat(SECOND, 'Second');
  await h.write('Add eggs');
  await held.reached;
  await h.loop.sendUserMessage(SECOND, 'Count');
  await reaches(h, SECOND, WAITING);
  return { h, held };
}

/** Passes the time after which a waiting run requests the lease again. */
async function askedAgain(h: LoopHarness): Promise<void> {
  await expect.poll(() => h.time.isWaited()).toBe(true);
  await h.time.pass(30_000);
}

describe('two chats about one page', () => {
  it('send no request of the second while the first works, then let it continue by itself, with the page as the first left it', async () => {
    const { h, held } = await waitingSecond(calls(add('eggs')), says('Added.'), says('2'));
    expect(h.requests).toHaveLength(1);
    held.release();
    await concludes(h, SECOND);
    expect(h.time.delays.filter((delay) => delay === 0)).toEqual([]);
    expect((await runOf(h, SECOND))?.contextText).toContain('["milk","eggs"]');
    expect(h.requests).toHaveLength(3);
    expect(h.requests[2]?.messages.at(-1)?.content).toContain('["milk","eggs"]');
    expect(await statusOf(h, FIRST)).toMatchObject({ outcome: 'completed' });
  });

  it.each(['first', 'second'])(
    'that start at once run one after the other (%s starts first)',
    async (asked) => {
      const under = { count: 0, most: 0 };
      const turn: Turn = async function* () {
        under.count += 1;
        under.most = Math.max(under.most, under.count);
        await new Promise((resolve) => setTimeout(resolve, 5));
        yield* says('Done.');
        under.count -= 1;
      };
      const h = await createLoopHarness([turn, turn]);
      await h.addChat(SECOND, 'Second');
      const order = asked === 'first' ? [FIRST, SECOND] : [SECOND, FIRST];
      await Promise.all(order.map((chatId) => h.loop.sendUserMessage(chatId, 'Go')));
      await concludes(h, FIRST);
      await concludes(h, SECOND);
      expect(under.most).toBe(1);
    },
  );

  it('about different pages run in parallel', async () => {
    const first = heldBack([], says('One.'));
    const h = await createLoopHarness([first.turn, says('Two.')]);
    await h.addChat('elsewhere', 'Elsewhere', 'another');
    await h.write('Go');
    await first.reached;
    await h.loop.sendUserMessage('elsewhere', 'Go');
    await concludes(h, 'elsewhere');
    expect(await statusOf(h, FIRST)).toMatchObject({ state: 'processing' });
    first.release();
    await h.settled();
  });

  it('queue a message to a waiting run, and let it be stopped, without a request to the model', async () => {
    const { h, held } = await waitingSecond(says('Nothing to do.'));
    expect(await h.loop.sendUserMessage(SECOND, 'Well?')).toEqual({ kind: 'queued' });
    await reaches(h, SECOND, WAITING);
    await h.loop.stop(SECOND);
    expect(await statusOf(h, SECOND)).toMatchObject({ outcome: 'stopped' });
    held.release();
    await concludes(h, FIRST);
    expect(await statusOf(h, SECOND)).toMatchObject({ outcome: 'stopped' });
    expect(h.requests).toHaveLength(1);
  });

  it.each<[string, (h: LoopHarness) => Promise<void>, object]>([
    ['stopped', (h) => h.loop.stop(FIRST), { outcome: 'stopped' }],
    ['set to another status', (h) => h.loop.requestStatus(FIRST, { state: 'done' }), { state: 'done' }],
  ])('let the second continue when the first is %s', async (_, end, status) => {
    const { h } = await waitingSecond([], says('1'));
    await end(h);
    expect(await statusOf(h, FIRST)).toMatchObject(status);
    await concludes(h, SECOND);
  });

  it('let the second continue when the first fails, and Retry then waits for the second', async () => {
    const second = heldBack([], says('1'));
    const h = await createLoopHarness([fails('auth'), second.turn, says('Again.')]);
    await h.addChat(SECOND, 'Second');
    await h.send('Add eggs');
    expect(await statusOf(h, FIRST)).toMatchObject({ outcome: 'error' });
    await h.loop.sendUserMessage(SECOND, 'Count');
    await second.reached;
    await h.loop.retry(FIRST);
    await reaches(h, FIRST, { coordinatingToolName: 'page-lease', targetAgentScope: SECOND });
    expect((await runOf(h, FIRST))?.error).toBeNull();
    second.release();
    await concludes(h, FIRST);
  });

  it('let the second continue while the first is paused, which waits when it is resumed', async () => {
    const second = heldBack([], says('1'));
    const { h, held } = await waitingSecond(calls(add('eggs')), second.turn, says('Added.'));
    await h.loop.pause(FIRST);
    held.release();
    await reaches(h, FIRST, { state: 'paused' });
    await second.reached;
    await h.loop.resume(FIRST);
    await reaches(h, FIRST, { coordinatingToolName: 'page-lease', targetAgentScope: SECOND });
    expect(h.notes.log).toEqual([]);
    second.release();
    await concludes(h, FIRST);
    expect(await h.results()).toEqual(['ok: Added eggs.']);
  });

  it('let a waiting run be paused, and wait again when it is resumed', async () => {
    const { h, held } = await waitingSecond(says('Done.'), says('1'));
    await h.loop.pause(SECOND);
    await reaches(h, SECOND, { state: 'paused', before: WAITING });
    await h.loop.resume(SECOND);
    await reaches(h, SECOND, WAITING);
    held.release();
    await concludes(h, SECOND);
  });

  it('keep the page for an approval of the first for five minutes, and request it again after the second', async () => {
    const h = await createLoopHarness([
      calls(PUBLISH),
      calls(add('tea')),
      says('Added tea.'),
      says('Not published.'),
    ]);
    await h.addChat(SECOND, 'Second');
    await h.send('Publish');
    const { createdAtMs } = await h.pendingApproval();
    await h.loop.sendUserMessage(SECOND, 'Add tea');
    await reaches(h, SECOND, { coordinatingToolName: 'page-lease' });
    while (h.clock.now() < createdAtMs + 270_000) await askedAgain(h);
    expect(await statusOf(h, SECOND)).toMatchObject({ coordinatingToolName: 'page-lease' });
    expect(h.requests).toHaveLength(1);
    await askedAgain(h);
    if (h.clock.now() < createdAtMs + 300_000) await askedAgain(h);
    await concludes(h, SECOND);
    expect(h.notes.page.notes).toEqual(['milk', 'tea']);
    await expect(h.decide('approve')).rejects.toMatchObject({ code: 'page-changed' });
    expect(h.notes.page.published).toEqual(['milk']);
  });

  it('request the lease every thirty seconds, and never fail because of a long wait', async () => {
    const { h, held } = await waitingSecond(says('Done.'), says('1'));
    for (let waits = 0; waits < 40; waits += 1) {
      await askedAgain(h);
      expect(h.time.delays.at(-1)).toBeLessThanOrEqual(30_000);
    }
    expect(h.time.delays.length).toBeGreaterThanOrEqual(40);
    expect(await statusOf(h, SECOND)).toMatchObject(WAITING);
    held.release();
    await concludes(h, SECOND);
  });

  it('keep their order when the worker restarts', async () => {
    const again = heldBack([], says('Done.'));
    const { h } = await waitingSecond([], again.turn, says('1'));
    const loop = h.restart();
    // The second is recovered first.
    await loop.recover(SECOND, false);
    await reaches(h, SECOND, WAITING);
    await loop.recover(FIRST, false);
    await again.reached;
    expect(await statusOf(h, SECOND)).toMatchObject(WAITING);
    again.release();
    await concludes(h, SECOND);
  });

  it('let the second continue when a browser restart interrupted the first', async () => {
    const { h } = await waitingSecond([], says('1'));
    const loop = h.restart();
    await loop.recover(SECOND, true);
    await loop.recover(FIRST, true);
    await reaches(h, FIRST, { outcome: 'error' });
    await concludes(h, SECOND);
  });

  it('keep a third waiting while the second, whose turn it is, reads the page', async () => {
    const { h, held } = await waitingSecond(says('Done.'), says('1'), says('2'));
    await h.addChat('third', 'Third');
    await h.loop.sendUserMessage('third', 'Count');
    await reaches(h, 'third', { coordinatingToolName: 'page-lease' });
    held.release();
    await concludes(h, SECOND);
    await concludes(h, 'third');
    expect(h.requests).toHaveLength(3);
  });

  it('let the second wait for the page itself if that is unreachable when it gets the lease', async () => {
    const { h, held } = await waitingSecond(says('Done.'));
    h.notes.close();
    held.release();
    await reaches(h, SECOND, { coordinatingToolName: 'page' });
    expect(await statusOf(h, FIRST)).toMatchObject({ outcome: 'completed' });
  });

  it('refuse a rollback of the second while the first works', async () => {
    const { h, held } = await waitingSecond(says('Done.'));
    await h.loop.stop(SECOND);
    const rolledBack = h.loop.whileIdle(SECOND, async () => 'rolled back');
    await expect(rolledBack).rejects.toMatchObject({
      code: 'busy',
      message: 'The chat “Add eggs” is working on this page.',
    });
    held.release();
    await concludes(h, FIRST);
    expect(await h.loop.whileIdle(SECOND, async () => 'rolled back')).toBe('rolled back');
  });

  it('let a run of the second wait while the page of the first is rolled back, then work on the restored page', async () => {
    const h = await createLoopHarness(
      [calls(add('eggs')), says('Added.'), calls(add('tea')), says('Added.')],
      {
        hasDryRuns: true,
      },
    );
    await h.addChat(SECOND, 'Second');
    await h.send('Add eggs');
    const checkpoint = await checkpointAt(h, 0);
    const { applyState } = h.notes.port;
    let answer = () => {};
    h.notes.port.applyState = async (...request) => {
      h.notes.port.applyState = applyState;
      const applied = await applyState(...request);
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return applied;
    };
    const rolledBack = h.loop.whileIdle(FIRST, () => rollBackTo(h, checkpoint, REPLACE));
    await expect.poll(() => h.notes.page.notes).toEqual(['milk']);
    await h.loop.sendUserMessage(SECOND, 'Add tea');
    await reaches(h, SECOND, WAITING);
    await expect(h.loop.whileIdle(SECOND, async () => 'rolled back')).rejects.toMatchObject({ code: 'busy' });
    answer();
    await rolledBack;
    await concludes(h, SECOND);
    expect(h.notes.page.notes).toEqual(['milk', 'tea']);
    expect((await h.record()).conversation.map(({ role }) => role)).toEqual(['accounting', 'rollback']);
  });

  it('refuse a rollback of the first if a run of the second began after its preview', async () => {
    const held = heldBack([], says('Done.'));
    const h = await createLoopHarness([calls(add('eggs')), says('Added.'), held.turn]);
    await h.addChat(SECOND, 'Second');
    await h.send('Add eggs');
    const checkpoint = await checkpointAt(h, 0);
    const { take } = h.deps.checkpoints;
    h.deps.checkpoints.take = async (request) => {
      if (request.reason === 'before-rollback') {
        await h.loop.sendUserMessage(SECOND, 'Count');
        await held.reached;
      }
      return take(request);
    };
    const rolledBack = h.loop.whileIdle(FIRST, () => rollBackTo(h, checkpoint, REPLACE));
    await expect(rolledBack).rejects.toMatchObject({
      code: 'busy',
      message: 'The chat “Count” is working on this page.',
    });
    expect(h.notes.page.notes).toEqual(['milk', 'eggs']);
    held.release();
    await concludes(h, SECOND);
  });

  it('log that the chats which wait for a rollback could not be woken', async () => {
    const h = await createLoopHarness([]);
    failing(h, 'waitingForPage', 1);
    expect(await h.loop.whileIdle(FIRST, async () => 'rolled back')).toBe('rolled back');
    await expect
      .poll(() => h.logged)
      .toMatchObject([{ topic: 'page.lease', level: 'warning', chatId: FIRST }]);
  });

  it('log that the waiting chats could not be woken, and let them request the lease by their timers', async () => {
    const { h, held } = await waitingSecond(says('Done.'), says('1'));
    failing(h, 'waitingForPage', 1);
    held.release();
    await concludes(h, FIRST);
    await expect
      .poll(() => h.logged.filter(({ topic }) => topic === 'page.lease'))
      .toEqual([
        expect.objectContaining({
          level: 'warning',
          message: 'The chats that wait for a page could not be woken.',
          chatId: FIRST,
        }),
      ]);
    await h.time.pass(30_000);
    await concludes(h, SECOND);
  });
});
