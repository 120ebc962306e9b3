import { describe, expect, it } from 'vitest';
import { createLoopHarness, type LoopHarness, says } from '../../fakes/loop-harness';
import { diesAt, failing, restartWorker } from './interruptions';
import { messageAt, previewRevision, REPLACE, rollBackTo } from './revise';

const SAVE = 'Save the changes on the page.';

async function proposed(h: LoopHarness) {
  h.notes.editByHand(['milk', 'eggs']);
  await h.loop.proposeCall(h.chatId, SAVE, 'publish');
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
    await expect(h.loop.proposeCall(h.chatId, SAVE, 'publish')).rejects.toMatchObject({
      code: 'model-missing',
    });
    expect(await h.roles()).toEqual([]);
    h.choice.model = 'm';
    await proposed(h);
    await expect(h.loop.proposeCall(h.chatId, SAVE, 'publish')).rejects.toMatchObject({ code: 'busy' });
  });

  it('sends no request to the model if the chat can’t be written after the run’s start', async () => {
    const h = await createLoopHarness([says('I can save them.')]);
    failing(h, 'updateChat', Number.POSITIVE_INFINITY);
    await proposed(h).catch(() => null);
    await h.settled();
    expect(h.requests).toEqual([]);
    expect(h.notes.page.published).toEqual(['milk']);
  });

  it('sends no request to the model if the worker stops before the call is stored', async () => {
    const h = await createLoopHarness([says('I can save them.')]);
    const died = diesAt(h, 'beginRun', 'after');
    void h.loop.proposeCall(h.chatId, SAVE, 'publish');
    await died;
    const { chat, state } = await restartWorker(h);
    expect(h.requests).toEqual([]);
    expect(state).toBe('done');
    expect(chat.queuedStatus).toBeNull();
    expect(h.notes.page.published).toEqual(['milk']);
  });

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

  it('leaves no inactive run behind if the call can’t be stored', async () => {
    const h = await createLoopHarness([says('I can save them.')]);
    failing(h, 'storeResponse', 1);
    await expect(h.loop.proposeCall(h.chatId, SAVE, 'publish')).rejects.toMatchObject({ code: 'storage' });
    expect((await h.settled()).state).toBe('done');
    expect(h.notes.page.published).toEqual(['milk']);
  });
});
