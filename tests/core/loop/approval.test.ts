import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { approvalText } from '@/src/core/loop/approval-text';
import { defineTool } from '@/src/core/tools/define-tool';
import { calls, createLoopHarness, hangs, says } from '../../fakes/loop-harness';

const PUBLISH: [string, unknown] = ['publish', {}];
const add = (text: string): [string, unknown] => ['add_note', { text }];

describe('the chat’s settings', () => {
  it('can forbid a tool: the call is not run, and the model is told', async () => {
    const h = await createLoopHarness([calls(add('a'), ['count_notes', {}]), says('I see.')], {
      settings: { permissions: { add_note: 'deny' } },
    });
    await h.send('Add');
    expect(await h.results()).toEqual([
      'denied_by_policy: The person’s settings for this chat don’t allow add_note.',
      'ok: 1 notes.',
    ]);
    expect(await h.db.approvals.count()).toBe(0);
  });

  it('can make a tool ask that would not by itself', async () => {
    const h = await createLoopHarness([calls(add('a')), says('Added.')], {
      settings: { permissions: { add_note: 'ask' } },
    });
    expect((await h.send('Add')).run?.status.state).toBe('waiting-for-approval');
    expect(await h.pendingApproval()).toMatchObject({
      tool: 'add_note',
      question: 'Run add_note("a")?',
      facts: ['A checkpoint is taken first, so it can be taken back.'],
    });
  });

  it('can let a tool run that would ask by itself', async () => {
    const h = await createLoopHarness([calls(PUBLISH), says('Published.')], {
      settings: { permissions: { publish: 'allow' } },
    });
    expect((await h.send('Publish')).run?.status).toMatchObject({ outcome: 'completed' });
  });
});

describe('a question to the person', () => {
  it('is a row with all that they should know, beside the run’s state', async () => {
    const h = await createLoopHarness([calls(add('a'), PUBLISH)]);
    const { run, conversation } = await h.send('Publish');
    const response = conversation[1];
    if (response?.role !== 'assistant') throw new Error('no response');
    const approval = await h.pendingApproval();
    expect(approval).toEqual({
      id: expect.any(String),
      chatId: h.chatId,
      runId: run?.id,
      executionId: response.toolCalls[1]?.executionId,
      tool: 'publish',
      question: 'Run publish()?',
      facts: ['The published copy differs.', 'This leaves the page: Steward can’t take it back.'],
      createdAtMs: expect.any(Number),
      state: 'pending',
      note: '',
      decidedAtMs: null,
    });
    expect(run?.status).toEqual({ state: 'waiting-for-approval', approvalId: approval.id });
    expect((await h.deps.journal.executionById(approval.executionId))?.state).toBe('awaiting-approval');
    expect(h.events.at(-1)).toEqual({ type: 'status-changed', status: run?.status });
    expect(h.loop.isBusy()).toBe(false);
  });

  it('holds what comes after it in the response, in whatever order the person takes their time', async () => {
    const h = await createLoopHarness([calls(PUBLISH, add('a'), PUBLISH), says('Done.')]);
    await h.send('Go');
    expect(h.notes.log).toEqual([]);
    const first = await h.pendingApproval();
    const eventsBefore = h.events.length;
    await h.loop.decideApproval(first.id, 'approve', '');
    await h.settled();
    expect(h.events[eventsBefore]).toEqual({
      type: 'status-changed',
      status: { state: 'waiting-for-tools' },
    });
    expect(h.notes.log).toEqual(['publish {}', 'add_note {"text":"a"}']);
    const second = await h.pendingApproval();
    expect(second.id).not.toBe(first.id);
    await h.loop.decideApproval(second.id, 'reject', '');
    await h.settled();
    expect(await h.results()).toEqual([
      'ok: Published 1.',
      'ok: Added a.',
      'rejected_by_user: The person refused this call.',
    ]);
    expect(h.requests).toHaveLength(2);
  });

  it('is asked one at a time, even about reads side by side; those that needn’t ask don’t wait', async () => {
    const h = await createLoopHarness(
      [calls(['find_note', { text: 'a' }], ['count_notes', {}], ['find_note', { text: 'b' }]), says('Done.')],
      { settings: { permissions: { find_note: 'ask' } } },
    );
    await h.send('Find two');
    expect(await h.results()).toEqual(['ok: 1 notes.']);
    expect(await h.db.approvals.count()).toBe(1);
    await h.loop.decideApproval((await h.pendingApproval()).id, 'approve', '');
    await h.settled();
    await h.loop.decideApproval((await h.pendingApproval()).id, 'approve', '');
    await h.settled();
    expect(await h.db.approvals.count()).toBe(2);
    expect(await h.results()).toEqual(['ok: Looked for a.', 'ok: 1 notes.', 'ok: Looked for b.']);
  });

  it.each([
    ['', 'The person refused this call.'],
    ['  \n ', 'The person refused this call.'],
    [' not on a Friday ', 'The person refused this call: not on a Friday'],
  ])('refused with the note %j tells the model so', async (note, message) => {
    const h = await createLoopHarness([calls(PUBLISH), says('I see.')]);
    await h.send('Publish');
    const { id } = await h.pendingApproval();
    await h.loop.decideApproval(id, 'reject', note);
    await h.settled();
    expect(await h.results()).toEqual([`rejected_by_user: ${message}`]);
    expect(await h.deps.journal.approvalById(id)).toMatchObject({
      state: 'rejected',
      note: note.trim(),
      decidedAtMs: expect.any(Number),
    });
  });
});

describe('a decision', () => {
  const gone = {
    code: 'approval-gone',
    message: 'This question is no longer open.',
    remedy: 'Look at the conversation: it was answered, or the run was stopped.',
  };

  it('takes the run back to its calls, and says so', async () => {
    const h = await createLoopHarness([calls(PUBLISH), hangs]);
    await h.send('Publish');
    const { id } = await h.pendingApproval();
    await h.loop.decideApproval(id, 'approve', '');
    await expect.poll(() => h.requests.length).toBe(2);
    expect(await h.deps.journal.approvalById(id)).toMatchObject({ state: 'approved' });
    await h.loop.cancel(h.chatId);
  });

  it('is refused for a question that nobody asked', async () => {
    const h = await createLoopHarness([]);
    await expect(h.loop.decideApproval('nothing', 'approve', '')).rejects.toMatchObject(gone);
  });

  it('counts once, even if two are made at the same moment', async () => {
    const h = await createLoopHarness([calls(PUBLISH), says('Published.')]);
    await h.send('Publish');
    const { id } = await h.pendingApproval();
    const made = await Promise.allSettled([
      h.loop.decideApproval(id, 'approve', ''),
      h.loop.decideApproval(id, 'reject', 'no'),
    ]);
    expect(made.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    await h.settled();
    expect(await h.results()).toEqual(['ok: Published 1.']);
  });

  it('is refused for a question of a run that was stopped', async () => {
    const h = await createLoopHarness([calls(PUBLISH)]);
    await h.send('Publish');
    const { id } = await h.pendingApproval();
    await h.loop.stop(h.chatId);
    await expect(h.loop.decideApproval(id, 'approve', '')).rejects.toMatchObject(gone);
    expect(h.notes.log).toEqual([]);
  });

  it('is refused for a question of a run that isn’t the chat’s any more', async () => {
    const h = await createLoopHarness([calls(PUBLISH), says('Hello.')]);
    await h.send('Publish');
    const { id } = await h.pendingApproval();
    await h.loop.stop(h.chatId);
    await h.send('Hello');
    // As a rollback may leave it behind.
    await h.db.approvals.update(id, { state: 'pending' });
    await expect(h.loop.decideApproval(id, 'approve', '')).rejects.toMatchObject(gone);
  });
});

describe('approvalText', () => {
  const tool = (effect: 'write' | 'commit', question: string | null) =>
    defineTool({ name: 'publish', description: 'Publishes.', input: z.strictObject({}), effect, question });

  it.each([
    ['write', null, null, 'Run publish("now")?', ['A checkpoint is taken first, so it can be taken back.']],
    ['commit', null, null, 'Run publish("now")?', ['This leaves the page: Steward can’t take it back.']],
    [
      'commit',
      'Publish the notes?',
      'The copy differs.',
      'Publish the notes?',
      ['The copy differs.', 'This leaves the page: Steward can’t take it back.'],
    ],
  ] as const)('of a %s with the question %j and the note %j', (effect, own, note, question, facts) => {
    expect(approvalText(tool(effect, own), { when: 'now' }, note)).toEqual({ question, facts });
  });
});
