import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineTool } from '@/src/core/tools/define-tool';
import { calls, createLoopHarness, type LoopHarness, says, userSends } from '../../fakes/loop-harness';
import { duringRequest } from './held-request';
import { atNext, FULL, failing, restartWorker } from './interruptions';
import { ASK, add, PAUSE, PUBLISH } from './made-calls';

const errors = (h: LoopHarness) => h.logged.filter(({ level }) => level === 'error');

describe('a record that can’t be written', () => {
  it('ends the run with an error even if its end can’t be written at first', async () => {
    const h = await createLoopHarness([says('Done.')]);
    failing(h, 'updateRun', 2);
    const { run } = await h.send('Go');
    expect(run).toMatchObject({ status: { outcome: 'error' }, error: { code: 'storage' } });
    expect(errors(h)).toMatchObject([
      { topic: 'ai_loop.run', message: 'A run can’t go on.', chatId: h.chatId, data: { code: 'storage' } },
    ]);
  });

  it('is logged if nothing can be written or read', async () => {
    const { h, release } = await duringRequest(says('Done.'), says('Done.'));
    const { load, openRunOf } = h.deps.journal;
    const fail = async () => {
      throw FULL;
    };
    Object.assign(h.deps.journal, { load: fail, openRunOf: fail });
    release();
    await expect.poll(() => h.loop.isBusy()).toBe(false);
    Object.assign(h.deps.journal, { load, openRunOf });
    expect(errors(h).map(({ message }) => message)).toEqual(['A run can’t go on.', 'A run can’t go on.']);
    expect((await h.record()).state).toBe('processing');
    expect((await restartWorker(h)).state).toBe('completed');
  });

  it('is only logged if the run was over already', async () => {
    const h = await createLoopHarness([says('Done.')]);
    // The next read is the one for queued input.
    atNext(h, 'updateRun', 'after', () => failing(h, 'load', 1));
    const { run } = await h.send('Go');
    expect(run).toMatchObject({ status: { outcome: 'completed' }, error: null });
    expect(errors(h)).toHaveLength(1);
  });

  it('after an approval request was stored → the request stays pending, its event is emitted, and the failure is logged', async () => {
    const script = [calls(add('a'), ASK), says('This it is.')];
    const h = await createLoopHarness(script, { hasDryRuns: true });
    const { journal } = h.deps;
    const { runById } = journal;
    journal.runById = async (runId) => {
      const run = await runById(runId);
      if (run.status.state !== 'waiting-for-user-input') return run;
      journal.runById = runById;
      throw FULL;
    };
    const { run } = await h.send('Go');
    expect(run).toMatchObject({
      status: { state: 'waiting-for-user-input', reason: 'question' },
      error: null,
    });
    expect(h.states().at(-1)).toBe('user (question)');
    expect(h.events.filter(({ type }) => type === 'error')).toEqual([]);
    expect(errors(h)).toMatchObject([{ topic: 'ai_loop.run', data: { code: 'storage' } }]);
    expect((await h.send('this')).run).toMatchObject({ status: { outcome: 'completed' } });
  });

  it('ends a run whose wait can’t end', async () => {
    const { h } = await userSends('Wait', [calls(PAUSE)]);
    failing(h, 'runById', 1);
    const { run } = await h.pass(60_000);
    expect(run).toMatchObject({ status: { outcome: 'error' }, error: { code: 'storage' } });
    expect(errors(h)).toMatchObject([{ topic: 'ai_loop.run', message: 'A wait can’t end.' }]);
  });
});

describe('a control that fails because the storage fails', () => {
  it.each([
    ['pause', 'load'],
    ['pause', 'updateRun'],
    ['stopGracefully', 'updateRun'],
    ['stop', 'load'],
    ['stop', 'updateRun'],
    ['requestStatus', 'updateRun'],
  ] as const)('%s (%s) leaves the time limit of a wait in force', async (control, method) => {
    const { h } = await userSends('Wait', [calls(PAUSE), says('Done.')]);
    failing(h, method, 1);
    const used =
      control === 'requestStatus' ? h.loop[control](h.chatId, { state: 'done' }) : h.loop[control](h.chatId);
    await expect(used).rejects.toMatchObject({ code: 'storage' });
    expect((await h.settled()).state).toBe('waiting-for-agent-coordination');
    expect((await h.pass(60_000)).state).toBe('completed');
  });

  it('pause leaves the time limit of a delegated call in force', async () => {
    const survey = defineTool({
      name: 'survey',
      description: 'Asks other people.',
      input: z.strictObject({}),
      effect: 'read',
      executor: 'delegated',
      timeoutMs: 20_000,
    });
    const { h } = await userSends('Ask', [calls(['survey', {}]), says('No answer.')], { tools: [survey] });
    failing(h, 'updateRun', 1);
    await expect(h.loop.pause(h.chatId)).rejects.toMatchObject({ code: 'storage' });
    expect((await h.pass(20_000)).state).toBe('completed');
  });

  it('stop never continues a run that it has aborted: the run fails and can be retried', async () => {
    const { h } = await duringRequest(calls(add('eggs')), says('Done.'));
    failing(h, 'updateRun', 1);
    await expect(h.loop.stop(h.chatId)).rejects.toMatchObject({ code: 'storage' });
    expect((await h.settled()).run).toMatchObject({
      status: { outcome: 'error' },
      error: { code: 'storage', remedy: 'Make room.' },
    });
    expect(h.requests).toHaveLength(1);
    expect((await h.control('retry')).state).toBe('completed');
  });

  it('stop is carried out later if it was already stored', async () => {
    const { h } = await userSends('Publish', [calls(PUBLISH)]);
    failing(h, 'executionsOf', 1);
    await expect(h.loop.stop(h.chatId)).rejects.toMatchObject({ code: 'storage' });
    expect((await h.settled()).run).toMatchObject({ status: { outcome: 'stopped' }, control: null });
    expect(await h.results()).toEqual(['cancelled: Stopped before it ran.']);
  });

  it.each(['pause', 'stopGracefully', 'stop'] as const)(
    '%s ends the time limit of a wait that it ends or pauses',
    async (control) => {
      const { h } = await userSends('Wait', [calls(PAUSE)]);
      await h.loop[control](h.chatId);
      expect(h.time.isWaited()).toBe(false);
      expect(h.loop.isBusy()).toBe(false);
    },
  );
});

describe('an incomplete record', () => {
  it('ends the run if the journal has no row for a call', async () => {
    const h = await createLoopHarness([calls(add('eggs'))]);
    const { storeResponse } = h.deps.journal;
    h.deps.journal.storeResponse = (entry) => storeResponse({ ...entry, executions: [] });
    const { run } = await h.send('Add eggs');
    expect(run?.error).toEqual({
      code: 'storage',
      message: 'Something went wrong inside Steward.',
      remedy: 'Try again. If the error persists, report it with the details.',
      details: 'The journal has no row for a call of add_note.',
    });
    expect(h.notes.log).toEqual([]);
  });

  it('has no page for a chat that was never about one', async () => {
    const h = await createLoopHarness([says('Hello.')]);
    await h.db.chats.update(h.chatId, { binding: null });
    await expect(h.write('Hi')).rejects.toMatchObject({
      code: 'page-unknown',
      message: 'This chat isn’t about any page yet.',
      remedy: 'Open a page that Steward knows, then open the panel there.',
    });
    expect((await h.record()).messages).toEqual([]);
  });
});

describe('a task while the chat is idle', () => {
  it('runs between controls, and returns its value', async () => {
    const h = await createLoopHarness([says('Hello.')]);
    const order: string[] = [];
    const task = h.loop.whileIdle(h.chatId, async () => {
      await new Promise((resolve) => setTimeout(resolve, 2));
      order.push('task');
      return 7;
    });
    const sent = h.write('Hi').then(() => order.push('message'));
    await expect(task).resolves.toBe(7);
    await sent;
    expect(order).toEqual(['task', 'message']);
    await h.settled();
  });

  it('is refused while a step is running', async () => {
    const { h, release } = await duringRequest(says('Done.'));
    await expect(h.loop.whileIdle(h.chatId, async () => 7)).rejects.toMatchObject({ code: 'busy' });
    release();
    await h.settled();
  });

  it('rejects only for its caller', async () => {
    const h = await createLoopHarness([says('Hello.')]);
    await expect(
      h.loop.whileIdle(h.chatId, async () => {
        throw FULL;
      }),
    ).rejects.toBe(FULL);
    expect((await h.send('Hi')).state).toBe('completed');
  });

  it('delays the end of a wait; a control before that end counts', async () => {
    const { h } = await userSends('Wait', [calls(PAUSE)]);
    let release: (() => void) | null = null;
    const task = h.loop.whileIdle(
      h.chatId,
      () =>
        new Promise<void>((resolve) => {
          release = resolve;
        }),
    );
    await expect.poll(() => release).not.toBeNull();
    const paused = h.loop.pause(h.chatId);
    await h.time.pass(60_000);
    expect((await h.record()).state).toBe('waiting-for-agent-coordination');
    (release as (() => void) | null)?.();
    await Promise.all([task, paused]);
    expect((await h.settled()).run?.status).toMatchObject({
      state: 'paused',
      before: { state: 'waiting-for-agent-coordination' },
    });
  });
});
