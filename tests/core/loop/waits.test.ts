import { describe, expect, it } from 'vitest';
import { StewardError } from '@/src/core/errors';
import { hashJson } from '@/src/core/hash';
import type { ErrorCode } from '@/src/schema/values/error-code';
import { calls, createLoopHarness, type LoopHarness, says, userSends } from '../../fakes/loop-harness';
import { atNext, failing, restartWorker } from './interruptions';
import { add, type Call, PAUSE, WAIT } from './made-calls';
import { note } from './page-notice';

async function waiting(call = WAIT): Promise<LoopHarness> {
  const { h } = await userSends('Wait', [calls(call), says('On we go.')]);
  return h;
}

const pauseWith = (more: object): Call => ['wait', { ...Object(PAUSE[1]), ...more }];

/** Expects that the run continued, and that the page change was reported to the model. */
async function expectWoken(h: LoopHarness): Promise<void> {
  expect((await h.settled()).state).toBe('completed');
  const [result, event] = h.requests[1]?.messages.slice(-2) ?? [];
  expect(result?.content).toContain('note_added {"note":"tea","by":"the user"}');
  expect(event).toEqual({ role: 'user', content: '[event from page] The page changed.' });
  expect(h.time.isWaited()).toBe(false);
}

async function expectStillWaiting(h: LoopHarness): Promise<void> {
  expect((await h.settled()).state).toBe('waiting-for-agent-coordination');
  expect(h.time.isWaited()).toBe(true);
  expect(h.requests).toHaveLength(1);
}

describe('a wait for a page change', () => {
  it.each<[string, (h: LoopHarness, edit: () => void) => Promise<unknown>]>([
    [
      'at Resume',
      async (h, edit) => {
        await h.loop.pause(h.chatId);
        edit();
        await note(h, 'changed');
        await h.loop.resume(h.chatId);
      },
    ],
    [
      'when the page was reloaded',
      (h, edit) => {
        edit();
        return note(h, 'there');
      },
    ],
    [
      'after a restart of the worker',
      (h, edit) => {
        edit();
        return restartWorker(h);
      },
    ],
  ])('ends %s if the page changed meanwhile, and continues otherwise', async (_, act) => {
    const changed = await waiting();
    await act(changed, () => changed.notes.editByHand(['milk', 'tea']));
    await expectWoken(changed);
    const unchanged = await waiting();
    await act(unchanged, () => undefined);
    await expectStillWaiting(unchanged);
  });

  it('ends when the page changed between the start of the wait and its timer', async () => {
    const h = await createLoopHarness([calls(WAIT), says('On we go.')]);
    atNext(h, 'storeResult', 'before', () => {
      h.notes.editByHand(['milk', 'tea']);
      void note(h, 'changed');
    });
    await h.send('Wait');
    await expectWoken(h);
  });

  it('ends when its timer is set again after a control that failed', async () => {
    const h = await waiting();
    h.notes.editByHand(['milk', 'tea']);
    failing(h, 'updateRun', 1);
    await expect(h.loop.stop(h.chatId)).rejects.toMatchObject({ code: 'storage' });
    await expectWoken(h);
  });

  it('continues without a log entry while the page is closed, and ends when it is back in another state', async () => {
    const h = await waiting();
    h.notes.close();
    await restartWorker(h);
    await expectStillWaiting(h);
    expect(h.logged.filter(({ level }) => level === 'warning')).toEqual([]);
    h.notes.reopen();
    h.notes.editByHand(['milk', 'tea']);
    await note(h, 'there');
    await expectWoken(h);
  });

  it.each<ErrorCode>(['timeout', 'page-protocol'])(
    'continues and logs a warning when the page can’t be read (%s), and ends at its time limit',
    async (code) => {
      const h = await waiting();
      const { readContext } = h.deps.page;
      h.deps.page.readContext = async () => {
        throw new StewardError(code, 'The page can’t be read.', { remedy: 'Reload it.' });
      };
      await restartWorker(h);
      await expectStillWaiting(h);
      expect(h.logged.filter(({ level }) => level === 'warning')).toMatchObject([
        { topic: 'page.read', chatId: h.chatId, data: { code } },
      ]);
      h.deps.page.readContext = readContext;
      expect((await h.pass(60_000)).state).toBe('completed');
    },
  );
});

describe('a wait', () => {
  it.each([
    ['page-change', WAIT, 'page'],
    ['page-change', WAIT, 'shop'],
    ['time', PAUSE, 'page'],
    ['time', PAUSE, 'shop'],
  ])('(%s) ends with an event of any sender (%j: %s)', async (_for, call, scope) => {
    const h = await waiting(call);
    await expect(h.receive(scope, 'Done.')).resolves.toMatchObject({
      kind: 'run',
    });
    expect((await h.settled()).state).toBe('completed');
    expect(h.requests[1]?.messages.at(-1)?.content).toBe(`[event from ${scope}] Done.`);
  });

  it('for a time continues at Resume, whatever the page’s state', async () => {
    const h = await waiting(PAUSE);
    await h.loop.pause(h.chatId);
    h.notes.editByHand(['milk', 'tea']);
    await h.loop.resume(h.chatId);
    await expectStillWaiting(h);
  });

  it('for one sender is ended by its event, and by no other’s', async () => {
    const h = await waiting(pauseWith({ only_from: 'shop' }));
    await h.receive('bank', 'Closed.');
    expect((await h.settled()).state).toBe('waiting-for-agent-coordination');
    await h.receive('shop', 'Open.');
    expect((await h.settled()).state).toBe('completed');
    expect(h.requests.at(-1)?.messages.at(-1)?.content).toMatch(/Closed\.[\s\S]*Open\./);
  });

  it.each([undefined, false])(
    'is ended by a message of the user unless they can’t interrupt it (%j)',
    async (user_can_interrupt) => {
      const h = await waiting(pauseWith({ user_can_interrupt }));
      const { chat, state } = await h.send('Go on');
      const isOver = user_can_interrupt !== false;
      expect(state).toBe(isOver ? 'completed' : 'waiting-for-agent-coordination');
      expect(h.time.isWaited()).toBe(!isOver);
      expect(chat.pendingMessage?.text).toBe(isOver ? undefined : 'Go on');
      expect((await h.pass(60_000)).state).toBe('completed');
    },
  );

  it('for the page isn’t ended by a late notice of a change by the same response', async () => {
    const { h } = await userSends('Add eggs and wait', [calls(WAIT, add('eggs')), says('Seen.')]);
    expect((await note(h, 'changed')).state).toBe('waiting-for-agent-coordination');
    h.notes.editByHand(['milk', 'eggs', 'tea']);
    expect((await note(h, 'changed')).state).toBe('completed');
    const told = h.requests[1]?.messages.filter((message) => message.role === 'tool').at(-1)?.content;
    expect(told).toContain('note_added {"note":"eggs"}');
    expect(told).toContain('note_added {"note":"tea","by":"the user"}');
  });

  it.each([
    ['a change of the page', WAIT, true],
    ['time to pass', PAUSE, false],
  ])(
    'for %s puts the run into coordination, with its reason and its time limit',
    async (_what, call, isForPage) => {
      const h = await createLoopHarness([calls(call)]);
      const before = h.clock.now();
      const { run, conversation } = await h.send('Wait');
      const { reason } = call[1] as { reason: string };
      expect(run?.status).toEqual({
        state: 'waiting-for-agent-coordination',
        coordinatingToolCallId: conversation.find((entry) => entry.role === 'tool')?.executionId,
        coordinatingToolName: 'wait',
        targetAgentScope: null,
        userCanInterrupt: true,
        seenContextHash: isForPage ? hashJson(h.notes.page) : null,
        reason,
        untilMs: expect.any(Number),
      });
      if (run?.status.state !== 'waiting-for-agent-coordination') throw new Error('no wait');
      expect(run.status.untilMs - before).toBeGreaterThan(60_000);
      expect(run.status.untilMs - before).toBeLessThan(60_100);
      expect(await h.results()).toEqual([`ok: Waited: ${reason}`]);
    },
  );

  it.each([WAIT, PAUSE])('%s ends at its time limit, and the result is sent then', async (...call) => {
    const h = await waiting(call);
    expect((await h.pass(59_000)).state).toBe('waiting-for-agent-coordination');
    expect((await h.pass(1_000)).state).toBe('completed');
    expect(h.states()).toEqual([
      'processing',
      'waiting-for-tools',
      'waiting-for-agent-coordination',
      'processing',
      'completed',
    ]);
    expect(await h.roles()).toEqual(['user', 'assistant', 'tool', 'assistant']);
  });

  it('for time is not ended by a changed page', async () => {
    const h = await waiting(PAUSE);
    expect((await note(h, 'changed')).state).toBe('waiting-for-agent-coordination');
    expect(h.time.isWaited()).toBe(true);
  });

  it('continues in a restarted worker until its original time limit', async () => {
    const h = await waiting(PAUSE);
    h.clock.pass(50_000);
    await restartWorker(h);
    expect(h.time.delays[1]).toBeLessThan(10_000);
    expect(h.time.delays[1]).toBeGreaterThan(9_000);
    expect((await h.pass(10_000)).run).toMatchObject({ resumes: 0, status: { outcome: 'completed' } });
  });

  it('whose time limit passed while no worker was running ends at once', async () => {
    const h = await waiting(PAUSE);
    h.clock.pass(100_000);
    await restartWorker(h);
    expect(h.time.delays[1]).toBe(0);
  });
});
