import { describe, expect, it } from 'vitest';
import { answerAll } from '../../fakes/answer-approval-request';
import { decideFirst } from '../../fakes/decide-first';
import { calls, createLoopHarness, hangs, says } from '../../fakes/loop-harness';
import { add, PUBLISH } from './made-calls';

const EVERY_CHANGE = { settings: { approvalPolicy: 'ask-every-change' as const } };

const GONE = {
  code: 'approval-gone',
  message: 'This approval request is no longer open.',
  remedy: 'Look at the conversation: it was decided, or the run was stopped.',
};

describe('a decision', () => {
  it('with edits runs the edited call, and the result states what the model wrote and what ran', async () => {
    const h = await createLoopHarness([calls(add('a')), says('Added.')], EVERY_CHANGE);
    await h.send('Add');
    await decideFirst(h, { verdict: 'approve', args: { text: 'b' }, note: 'b is better' });
    await h.settled();
    expect(h.notes.log).toEqual(['add_note {"text":"b"}']);
    const { conversation } = await h.record();
    expect(conversation[1]).toMatchObject({ toolCalls: [{ argumentsText: '{"text":"a"}' }] });
    expect(conversation[2]).toMatchObject({
      result: {
        success: true,
        message:
          'The user changed this call; what ran is add_note("b"). The user’s note: b is better Added b.',
        data: {
          count: 2,
          proposed: { text: 'a' },
          ran_with: { text: 'b' },
          user_note: 'b is better',
        },
      },
    });
    expect(await h.db.audit.toArray()).toMatchObject([
      { decision: 'approved', note: 'b is better', proposed: '{"text":"a"}', ran: '{"text":"b"}' },
    ]);
    expect((await h.checkpoints())[0]?.calls).toMatchObject([{ name: 'add_note', args: { text: 'b' } }]);
  });

  it('without the user’s click is refused', async () => {
    const h = await createLoopHarness([calls(PUBLISH)]);
    await h.send('Publish');
    const asked = await h.pendingApproval();
    await expect(
      h.loop.decideApproval(asked.id, answerAll(asked, 'approve'), { subject: asked.id }),
    ).rejects.toMatchObject({ code: 'write-refused' });
    expect(await h.pendingApproval()).toEqual(asked);
    expect(h.notes.log).toEqual([]);
  });

  it('lets a tool run without approval from now on', async () => {
    const h = await createLoopHarness([calls(PUBLISH), calls(PUBLISH), says('Twice.')]);
    await h.send('Publish twice');
    await h.decide('approve', '', { allowTools: ['publish'] });
    await h.settled();
    expect(await h.results()).toEqual(['ok: Published 1.', 'ok: Published 1.']);
    expect((await h.record()).chat.settings.permissions).toEqual({ publish: 'allow' });
    expect((await h.db.audit.toArray()).map(({ action, decision }) => [action, decision]).sort()).toEqual([
      ['call', 'allowed'],
      ['call', 'approved'],
      ['policy', 'user'],
    ]);
  });

  it('counts once when two are made at the same time, and no control waits for the run', async () => {
    const h = await createLoopHarness([calls(PUBLISH), hangs]);
    await h.send('Publish');
    const asked = await h.pendingApproval();
    const decide = (verdict: 'approve' | 'reject') =>
      h.loop.decideApproval(asked.id, answerAll(asked, verdict), h.consents.give(asked.id));
    const made = await Promise.allSettled([decide('approve'), decide('reject')]);
    expect(made).toMatchObject([{ status: 'fulfilled' }, { status: 'rejected', reason: GONE }]);
    await expect.poll(() => h.requests.length).toBe(2);
    expect(await h.results()).toEqual(['ok: Published 1.']);
    await h.loop.stop(h.chatId);
  });

  it('on a second part of the request is refused while the first part runs', async () => {
    const h = await createLoopHarness([calls(PUBLISH, PUBLISH), says('Twice.')]);
    await h.send('Publish');
    const asked = await h.pendingApproval();
    let release = () => {};
    h.notes.hooks.beforeExecute = () =>
      new Promise((resolve) => {
        release = resolve;
      });
    await decideFirst(h, { verdict: 'approve' });
    await expect
      .poll(async () => (await h.db.executions.get(asked.calls[0]?.executionId ?? ''))?.state)
      .toBe('started');
    const rest = answerAll(await h.pendingApproval(), 'approve');
    await expect(h.loop.decideApproval(asked.id, rest, h.consents.give(asked.id))).rejects.toMatchObject(
      GONE,
    );
    h.notes.hooks.beforeExecute = null;
    release();
    await h.settled();
    await h.decide('approve');
    await h.settled();
    expect(await h.results()).toEqual(['ok: Published 1.', 'ok: Published 1.']);
  });
});

describe('a paused run', () => {
  it('keeps a decision, also in parts, until it is resumed', async () => {
    const h = await createLoopHarness([calls(PUBLISH, PUBLISH), says('Once.')]);
    await h.send('Publish');
    await h.loop.pause(h.chatId);
    await decideFirst(h, { verdict: 'approve' });
    await h.settled();
    const before = { state: 'waiting-for-tools' };
    expect((await h.record()).run?.status).toEqual({ state: 'paused', before });
    await h.decide('reject');
    await h.settled();
    expect((await h.record()).run?.status).toEqual({ state: 'paused', before });
    expect(h.notes.log).toEqual([]);
    await h.loop.resume(h.chatId);
    await h.settled();
    expect(await h.results()).toEqual(['ok: Published 1.', 'rejected_by_user: The user refused this call.']);
  });
});

describe('a decision is refused for an approval request', () => {
  it('that doesn’t exist', async () => {
    const h = await createLoopHarness([]);
    const answer = { digest: 'x', choices: [], allowTools: [] };
    await expect(h.loop.decideApproval('nothing', answer, h.consents.give('nothing'))).rejects.toMatchObject(
      GONE,
    );
    await expect(h.loop.previewApproval('nothing', [])).rejects.toMatchObject(GONE);
  });

  it('of a run that was stopped', async () => {
    const h = await createLoopHarness([calls(PUBLISH)]);
    await h.send('Publish');
    const asked = await h.pendingApproval();
    await h.loop.stopGracefully(h.chatId);
    await expect(
      h.loop.decideApproval(asked.id, answerAll(asked, 'approve'), h.consents.give(asked.id)),
    ).rejects.toMatchObject(GONE);
    expect(h.notes.log).toEqual([]);
  });

  it('of a run that is no longer the chat’s current run', async () => {
    const h = await createLoopHarness([calls(PUBLISH), says('Hello.')]);
    await h.send('Publish');
    const asked = await h.pendingApproval();
    await h.loop.stopGracefully(h.chatId);
    await h.send('Hello');
    // A rollback may lead to this state.
    await h.db.approvals.update(asked.id, { state: 'pending' });
    await expect(
      h.loop.decideApproval(asked.id, answerAll(asked, 'approve'), h.consents.give(asked.id)),
    ).rejects.toMatchObject(GONE);
  });
});
