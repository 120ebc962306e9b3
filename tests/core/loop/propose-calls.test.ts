import { describe, expect, it } from 'vitest';
import { createLoopHarness, type LoopHarness, says } from '../../fakes/loop-harness';
import { diesAt, failing, restartWorker } from './interruptions';
import { messageAt, previewRevision, REPLACE, rollBackTo } from './revise';

const SAVE = 'Save the changes on the page.';
const PUBLISH = { name: 'publish', args: {} };

async function proposed(h: LoopHarness) {
  h.notes.editByHand(['milk', 'eggs']);
  await h.loop.proposeCalls(h.chatId, SAVE, [PUBLISH]);
  return h.settled();
}

describe('a call that the user chose in the panel', () => {
  it.each([
    ['asks for it', {}],
    ['allows it', { permissions: { publish: 'allow' } } as const],
    ['is plan mode', { planMode: true }],
  ])(
    'waits for approval with its dry run if the policy %s, and sends no request to the model',
    async (_, settings) => {
      const h = await createLoopHarness([], { settings });
      const { state } = await proposed(h);
      expect(state).toBe('waiting-for-approval');
      expect((await h.pendingApproval()).calls).toMatchObject([{ tool: 'publish', isAsked: true }]);
      expect(h.notes.page.published).toEqual(['milk']);
      expect((await h.decided('approve')).state).toBe('done');
      expect(h.notes.page.published).toEqual(['milk', 'eggs']);
      expect(await h.roles()).toEqual(['user', 'assistant', 'tool']);
      expect(h.requests).toEqual([]);
      expect(await h.db.audit.toArray()).toMatchObject([
        { action: 'call', subject: 'publish', decision: 'approved', success: true, savedBefore: '["milk"]' },
      ]);
      expect((await h.record()).chat.queuedStatus).toBeNull();
    },
  );

  it('has a message by Steward, which can’t be edited, and which a rollback doesn’t put into the composer', async () => {
    const h = await createLoopHarness([]);
    await proposed(h);
    await h.decided('approve');
    const { id } = await messageAt(h, 'user', 0);
    await expect(previewRevision(h, 'edit', id)).rejects.toMatchObject({ code: 'not-found' });
    await rollBackTo(h, (await h.checkpoints())[0], REPLACE);
    expect(await h.roles()).toEqual(['accounting', 'rollback']);
    expect((await h.record()).chat.setAside).toBeUndefined();
    expect(await h.db.composerTexts.toArray()).toEqual([]);
  });

  it('ends when it is rejected, and the chat continues with the next message', async () => {
    const h = await createLoopHarness([says('Hello.')]);
    await proposed(h);
    expect((await h.decided('reject')).state).toBe('done');
    expect(h.notes.page.published).toEqual(['milk']);
    expect((await h.send('Hello')).state).toBe('completed');
  });

  it('leaves the status that the user queued for the next request, and takes none itself', async () => {
    const h = await createLoopHarness([]);
    const waits = { state: 'waiting-for-user-input', reason: 'requested' } as const;
    await h.queueStatus(waits);
    const { run } = await proposed(h);
    await h.loop.queueStatus(h.chatId, run?.id ?? null, { state: 'done' });
    expect((await h.decided('approve')).state).toBe('done');
    expect((await h.record()).chat.queuedStatus).toEqual(waits);
    expect((await h.send('Hello')).run?.status).toEqual(waits);
    expect(h.requests).toEqual([]);
  });

  it('survives a restart of the worker at its approval', async () => {
    const h = await createLoopHarness([]);
    await proposed(h);
    await restartWorker(h);
    expect((await h.decided('approve')).state).toBe('done');
    expect(h.notes.page.published).toEqual(['milk', 'eggs']);
  });

  it('is refused during a run, and without a model', async () => {
    const h = await createLoopHarness([]);
    h.choice.model = null;
    await expect(h.loop.proposeCalls(h.chatId, SAVE, [PUBLISH])).rejects.toMatchObject({
      code: 'model-missing',
    });
    expect(await h.roles()).toEqual([]);
    h.choice.model = 'm';
    await proposed(h);
    await expect(h.loop.proposeCalls(h.chatId, SAVE, [PUBLISH])).rejects.toMatchObject({ code: 'busy' });
  });

  it('sends no request to the model if the chat can’t be written after the run’s start', async () => {
    const h = await createLoopHarness([says('I can save them.')]);
    failing(h, 'updateChat', Number.POSITIVE_INFINITY);
    await proposed(h).catch(() => null);
    await h.settled();
    expect(h.requests).toEqual([]);
    expect(h.notes.page.published).toEqual(['milk']);
  });

  it.each([
    ['the run is stored', 'beginRun', 'after'],
    ['the call is stored', 'storeResponse', 'before'],
    ['the call is stored', 'storeResponse', 'after'],
  ] as const)('asks for approval, once, if the worker dies when %s (%s, %s)', async (_, method, when) => {
    const h = await createLoopHarness([says('I can save them.')]);
    h.notes.editByHand(['milk', 'eggs']);
    const died = diesAt(h, method, when);
    void h.loop.proposeCalls(h.chatId, SAVE, [PUBLISH]);
    await died;
    expect((await restartWorker(h)).state).toBe('waiting-for-approval');
    expect((await h.decided('approve')).state).toBe('done');
    expect(await h.roles()).toEqual(['user', 'assistant', 'tool']);
    expect(h.notes.page.published).toEqual(['milk', 'eggs']);
    expect(h.requests).toEqual([]);
  });

  it.each(
    (['updateApproval', 'markStarted', 'storeResult'] as const).flatMap((method) =>
      (['before', 'after'] as const).flatMap((when) =>
        (method === 'updateApproval' ? [1] : [1, 2]).map((time) => [when, method, time] as const),
      ),
    ),
  )(
    'makes its calls after one approval, none twice, if the worker dies %s %s, call %d',
    async (when, method, time) => {
      const h = await createLoopHarness([]);
      const add = (text: string) => ({ name: 'add_note', args: { text } });
      await h.loop.proposeCalls(h.chatId, 'Run the recipe.', [add('eggs'), add('tea')]);
      expect((await h.settled()).state).toBe('waiting-for-approval');
      const died = diesAt(h, method, when, time);
      void h.decide('approve');
      await died;
      const { state } = await restartWorker(h);
      if (state === 'waiting-for-approval') await h.decided('approve');
      expect((await h.settled()).state).toBe('done');
      const made = ['add_note {"text":"eggs"}', 'add_note {"text":"tea"}'];
      // A call that was started and not sent is never sent again: its result says that nothing was done.
      const isUnsent = method === 'markStarted' && when === 'after';
      expect(h.notes.log).toEqual(isUnsent ? made.toSpliced(time - 1, 1) : made);
      const results = await h.results();
      expect(results.map((result) => result.startsWith('ok'))).toEqual(
        made.map((_, index) => !isUnsent || index !== time - 1),
      );
      expect(await h.db.audit.toArray()).toHaveLength(2);
      expect(h.requests).toEqual([]);
    },
  );

  it('sends no request to the model at Retry', async () => {
    const h = await createLoopHarness([says('I can save them.')]);
    await proposed(h);
    failing(h, 'markStarted', 1);
    expect((await h.decided('approve')).state).toBe('error');
    const { run, chat } = await h.control('retry');
    expect(h.requests).toEqual([]);
    expect(run?.status).toEqual({ state: 'done' });
    expect(chat.queuedStatus).toBeNull();
    expect(h.notes.page.published).toEqual(['milk', 'eggs']);
  });

  it('can be retried if its call can’t be stored', async () => {
    const h = await createLoopHarness([says('I can save them.')]);
    failing(h, 'storeResponse', 1);
    expect((await proposed(h)).state).toBe('error');
    await h.control('retry');
    expect((await h.decided('approve')).state).toBe('done');
    expect(h.notes.page.published).toEqual(['milk', 'eggs']);
    expect(h.requests).toEqual([]);
  });

  it('isn’t made again by Continue, once it was made', async () => {
    const h = await createLoopHarness([]);
    await proposed(h);
    await h.decided('approve');
    await h.loop.continueRun(h.chatId).catch(() => null);
    expect((await h.settled()).state).toBe('done');
    expect(h.notes.log).toEqual(['publish {}']);
  });
});
