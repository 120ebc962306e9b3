import { describe, expect, it } from 'vitest';
import { decideFirst } from '../../fakes/decide-first';
import { calls, createLoopHarness, says } from '../../fakes/loop-harness';
import { add, COUNT, PUBLISH } from './made-calls';

describe('the chat’s settings', () => {
  it('can deny a tool: the call doesn’t run, and the model gets the reason', async () => {
    const h = await createLoopHarness([calls(add('a'), COUNT), says('I see.')], {
      settings: { permissions: { add_note: 'deny' } },
    });
    await h.send('Add');
    expect(await h.results()).toEqual([
      'denied_by_policy: The user’s settings for this chat don’t allow add_note.',
      'ok: 1 notes.',
    ]);
    expect(await h.db.approvals.count()).toBe(0);
  });

  it('apply from the next call of a response on', async () => {
    const h = await createLoopHarness([calls(add('a'), add('b')), says('I see.')]);
    h.notes.hooks.afterExecute = async () => {
      const chat = await h.db.chats.get(h.chatId);
      if (chat === undefined) throw new Error('no chat');
      const settings = { ...chat.settings, permissions: { add_note: 'deny' as const } };
      await h.db.chats.update(h.chatId, { settings });
    };
    await h.send('Add two');
    expect(h.notes.log).toEqual(['add_note {"text":"a"}']);
    expect((await h.results())[1]).toMatch(/^denied_by_policy/);
  });
});

describe('an approval request', () => {
  it('is a row that the run’s status names, and its calls wait', async () => {
    const h = await createLoopHarness([calls(add('a'), PUBLISH)]);
    const { run, conversation } = await h.send('Publish');
    const response = conversation[1];
    if (response?.role !== 'assistant') throw new Error('no response');
    const approval = await h.pendingApproval();
    const executionId = response.toolCalls[1]?.executionId ?? '';
    expect(approval).toMatchObject({
      chatId: h.chatId,
      runId: run?.id,
      messageId: response.id,
      calls: [{ executionId, tool: 'publish', question: 'Run publish()?', decision: null }],
      askedOn: { notes: ['milk', 'a'] },
      preview: {
        stateHash: h.notes.hash(),
        since: [],
        dryRun: {
          net: { summary: 'Runs publish().' },
          calls: [{ kind: 'change', executionId, step: {}, stateHashBefore: h.notes.hash() }],
        },
      },
      state: 'pending',
      decidedAtMs: null,
    });
    expect(run?.status).toEqual({ state: 'waiting-for-approval', approvalId: approval.id });
    expect(h.notes.page).toEqual({ notes: ['milk', 'a'], published: ['milk'] });
    expect(h.requests).toHaveLength(1);
    expect((await h.deps.journal.executionById(executionId))?.state).toBe('awaiting-approval');
    expect(h.events.at(-1)).toEqual({ type: 'status-changed', status: run?.status });
    expect(h.loop.isBusy()).toBe(false);
  });

  it('covers all calls of a response, which run in order after the decision', async () => {
    const h = await createLoopHarness([calls(PUBLISH, add('a'), PUBLISH, add('b')), says('Done.')]);
    await h.send('Go');
    expect(h.notes.log).toEqual([]);
    const { calls: asked } = await h.pendingApproval();
    expect(asked.map(({ tool, isAsked }) => [tool, isAsked])).toEqual([
      ['publish', true],
      ['add_note', false],
      ['publish', true],
    ]);
    const eventsBefore = h.events.length;
    await h.decide('approve');
    await h.settled();
    expect(h.events[eventsBefore]).toEqual({
      type: 'status-changed',
      status: { state: 'waiting-for-tools' },
    });
    expect(h.notes.log).toEqual([
      'publish {}',
      'add_note {"text":"a"}',
      'publish {}',
      'add_note {"text":"b"}',
    ]);
    expect(await h.db.approvals.toArray()).toMatchObject([{ state: 'decided' }]);
    expect(h.requests).toHaveLength(2);
  });

  it('stays pending for the rest when the first calls are decided', async () => {
    const h = await createLoopHarness([calls(PUBLISH, add('a'), PUBLISH), says('Done.')]);
    await h.send('Go');
    const first = await h.pendingApproval();
    await decideFirst(h, { verdict: 'approve' });
    await h.settled();
    expect(h.notes.log).toEqual(['publish {}', 'add_note {"text":"a"}']);
    const again = await h.pendingApproval();
    expect(again.id).toBe(first.id);
    expect(again.calls.map(({ decision }) => decision?.verdict ?? null)).toEqual(['approved', null, null]);
    expect(again.preview).toMatchObject({ stateHash: h.notes.hash(), since: [] });
    expect((await h.record()).run?.status).toEqual({ state: 'waiting-for-approval', approvalId: first.id });
    await h.decide('reject', 'once is enough');
    await h.settled();
    expect(await h.results()).toEqual([
      'ok: Published 1.',
      'ok: Added a.',
      'rejected_by_user: The user refused this call: once is enough',
    ]);
    expect(await h.db.approvals.toArray()).toMatchObject([{ state: 'decided' }]);
  });

  it('refused with a note tells the model so', async () => {
    const h = await createLoopHarness([calls(PUBLISH), says('I see.')]);
    await h.send('Publish');
    const { id } = await h.pendingApproval();
    await h.decide('reject', ' not on a Friday ');
    await h.settled();
    expect(await h.results()).toEqual(['rejected_by_user: The user refused this call: not on a Friday']);
    expect(await h.deps.journal.approvalById(id)).toMatchObject({
      state: 'decided',
      decidedAtMs: expect.any(Number),
      calls: [{ decision: { verdict: 'rejected', note: 'not on a Friday' } }],
    });
  });
});
