import { describe, expect, it, vi } from 'vitest';
import { ownSettings } from '@/src/core/policy/under-policy';
import * as repairArguments from '@/src/core/tools/repair-arguments';
import type { Approval } from '@/src/schema/approval';
import { answerAll } from '../../fakes/answer-approval-request';
import { decideFirst } from '../../fakes/decide-first';
import { calls, createLoopHarness, hangs, type LoopHarness, says } from '../../fakes/loop-harness';
import { atNext } from './interruptions';
import { add, type Call, COUNT, PUBLISH } from './made-calls';
import { note } from './page-notice';

type Script = Parameters<typeof createLoopHarness>[0];
type Options = Parameters<typeof createLoopHarness>[1];

/** A run whose first response has these calls, and which waits for the user's approval; `after`: the model's later answers. */
async function waiting(made: Call[], after: Script = [], options: Options = {}) {
  const h = await createLoopHarness([calls(...made), ...after], options);
  const sent = await h.send('Go');
  return { h, asked: await h.pendingApproval(), ...sent };
}

/** The user's answer to all calls of an approval request as `asked` shows it. */
const answer = (h: LoopHarness, asked: Approval, verdict: 'approve' | 'reject' = 'approve') =>
  h.loop.decideApproval(asked.id, answerAll(asked, verdict), h.consents.give(asked.id));

const statusOf = async (h: LoopHarness) => (await h.record()).run?.status;
const PUBLISHED = 'ok: Published 1.';
const GONE = {
  code: 'approval-gone',
  message: 'This approval request is no longer open.',
  remedy: 'Look at the conversation: it was decided, or the run was stopped.',
};

it('a tool that the chat’s settings deny from now on doesn’t run, and the model gets the reason', async () => {
  const h = await createLoopHarness([calls(add('a'), add('b'), COUNT), says('I see.')]);
  h.notes.hooks.afterExecute = async () => {
    const { chat } = await h.record();
    const settings = { ...ownSettings(chat.settings), permissions: { add_note: 'deny' as const } };
    await h.db.chats.update(h.chatId, { settings });
  };
  await h.send('Add two');
  expect(h.notes.log).toEqual(['add_note {"text":"a"}', 'count_notes {}']);
  expect(await h.results()).toEqual([
    'ok: Added a.',
    'denied_by_policy: The user’s settings for this chat don’t allow add_note.',
    'ok: 2 notes.',
  ]);
  expect(await h.db.approvals.count()).toBe(0);
});

describe('an approval request', () => {
  it('is a row that the run’s status names, and its calls wait', async () => {
    const { h, asked, run, conversation } = await waiting([add('a'), PUBLISH]);
    const response = conversation[1];
    if (response?.role !== 'assistant') throw new Error('no response');
    const executionId = response.toolCalls[1]?.executionId ?? '';
    expect(asked).toMatchObject({
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
    expect(run?.status).toEqual({ state: 'waiting-for-approval', approvalId: asked.id });
    expect(h.notes.page).toEqual({ notes: ['milk', 'a'], published: ['milk'] });
    expect(h.requests).toHaveLength(1);
    expect((await h.deps.journal.executionById(executionId))?.state).toBe('awaiting-approval');
    expect(h.events.at(-1)).toEqual({ type: 'status-changed', status: run?.status });
    expect(h.loop.isBusy()).toBe(false);
  });

  it('covers all calls of a response, which run in order after the decision', async () => {
    const { h, asked } = await waiting([PUBLISH, add('a'), PUBLISH, add('b')], [says('Done.')]);
    expect(h.notes.log).toEqual([]);
    expect(asked.calls.map(({ tool, isAsked }) => [tool, isAsked])).toEqual([
      ['publish', true],
      ['add_note', false],
      ['publish', true],
    ]);
    const eventsBefore = h.events.length;
    await h.decided('approve');
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

  it('stays pending for the rest when the first calls are decided, and a refusal tells the model its note', async () => {
    const { h, asked } = await waiting([PUBLISH, add('a'), PUBLISH], [says('Done.')]);
    await decideFirst(h, { verdict: 'approve' });
    await h.settled();
    expect(h.notes.log).toEqual(['publish {}', 'add_note {"text":"a"}']);
    const again = await h.pendingApproval();
    expect(again.id).toBe(asked.id);
    expect(again.calls.map(({ decision }) => decision?.verdict ?? null)).toEqual(['approved', null, null]);
    expect(again.preview).toMatchObject({ stateHash: h.notes.hash(), since: [] });
    expect(await statusOf(h)).toEqual({ state: 'waiting-for-approval', approvalId: asked.id });
    await h.decided('reject', ' once is enough ');
    expect(await h.results()).toEqual([
      PUBLISHED,
      'ok: Added a.',
      'rejected_by_user: The user refused this call: once is enough',
    ]);
    expect(await h.db.approvals.toArray()).toMatchObject([
      {
        state: 'decided',
        decidedAtMs: expect.any(Number),
        calls: [{}, {}, { decision: { verdict: 'rejected', note: 'once is enough' } }],
      },
    ]);
  });
});

describe('a decision', () => {
  it('with edits runs the edited call, and the result states what the model wrote and what ran', async () => {
    const settings = { approvalPolicy: 'ask-every-change' as const };
    const { h } = await waiting([add('a')], [says('Added.')], { settings });
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
    const { h, asked } = await waiting([PUBLISH]);
    await expect(
      h.loop.decideApproval(asked.id, answerAll(asked, 'approve'), { subjects: [asked.id] }),
    ).rejects.toMatchObject({ code: 'write-refused' });
    expect(await h.pendingApproval()).toEqual(asked);
    expect(h.notes.log).toEqual([]);
  });

  it('lets a tool run without approval from now on', async () => {
    const { h } = await waiting([PUBLISH], [calls(PUBLISH), says('Twice.')]);
    await h.decided('approve', '', { allowTools: ['publish'] });
    expect(await h.results()).toEqual([PUBLISHED, PUBLISHED]);
    expect((await h.record()).chat.settings.permissions).toEqual({ publish: 'allow' });
    expect((await h.db.audit.toArray()).map(({ action, decision }) => [action, decision]).sort()).toEqual([
      ['call', 'allowed'],
      ['call', 'approved'],
      ['policy', 'user'],
    ]);
  });

  it('counts once when two are made at the same time, and no control waits for the run', async () => {
    const { h, asked } = await waiting([PUBLISH], [hangs]);
    const made = await Promise.allSettled([answer(h, asked), answer(h, asked, 'reject')]);
    expect(made).toMatchObject([{ status: 'fulfilled' }, { status: 'rejected', reason: GONE }]);
    await expect.poll(() => h.requests.length).toBe(2);
    expect(await h.results()).toEqual([PUBLISHED]);
    await h.loop.stop(h.chatId);
  });

  it('on a second part of the request is refused while the first part runs', async () => {
    const { h, asked } = await waiting([PUBLISH, PUBLISH], [says('Twice.')]);
    let release = () => {};
    h.notes.hooks.beforeExecute = () =>
      new Promise((resolve) => {
        release = resolve;
      });
    await decideFirst(h, { verdict: 'approve' });
    await expect
      .poll(async () => (await h.db.executions.get(asked.calls[0]?.executionId ?? ''))?.state)
      .toBe('started');
    await expect(answer(h, await h.pendingApproval())).rejects.toMatchObject(GONE);
    h.notes.hooks.beforeExecute = null;
    release();
    await h.settled();
    await h.decided('approve');
    expect(await h.results()).toEqual([PUBLISHED, PUBLISHED]);
  });

  it('on a paused run is kept, also in parts, until the run is resumed', async () => {
    const { h } = await waiting([PUBLISH, PUBLISH], [says('Once.')]);
    await h.loop.pause(h.chatId);
    await decideFirst(h, { verdict: 'approve' });
    await h.settled();
    const paused = { state: 'paused', before: { state: 'waiting-for-tools' } };
    expect(await statusOf(h)).toEqual(paused);
    await h.decided('reject');
    expect(await statusOf(h)).toEqual(paused);
    expect(h.notes.log).toEqual([]);
    await h.control('resume');
    expect(await h.results()).toEqual([PUBLISHED, 'rejected_by_user: The user refused this call.']);
  });

  it('is refused for an approval request that doesn’t exist', async () => {
    const h = await createLoopHarness([]);
    const nothing = { digest: 'x', choices: [], allowTools: [] };
    await expect(h.loop.decideApproval('nothing', nothing, h.consents.give('nothing'))).rejects.toMatchObject(
      GONE,
    );
    await expect(h.loop.previewApproval('nothing', [])).rejects.toMatchObject(GONE);
  });

  it('is refused for a run that was stopped, also once it is no longer the chat’s current run', async () => {
    const { h, asked } = await waiting([PUBLISH], [says('Hello.')]);
    await h.loop.stopGracefully(h.chatId);
    await expect(answer(h, asked)).rejects.toMatchObject(GONE);
    await h.send('Hello');
    // A rollback may lead to this state.
    await h.db.approvals.update(asked.id, { state: 'pending' });
    await expect(answer(h, asked)).rejects.toMatchObject(GONE);
    expect(h.notes.log).toEqual([]);
  });
});

describe('a page that changes while an approval request is pending', () => {
  /** The user changes the page, and the page sends a notice. */
  async function edit(h: LoopHarness, notes: string[]): Promise<void> {
    h.notes.editByHand(notes);
    await note(h, 'changed');
  }

  it('renews the request as often as it changes, and the arguments of its calls are parsed once', async () => {
    const repairs = vi.spyOn(repairArguments, 'repairArguments');
    const { h } = await waiting([['publish', { arguments: {} }]], [says('Published.')]);
    await edit(h, ['milk', 'eggs']);
    await edit(h, ['milk', 'tea']);
    await h.decided('approve');
    expect(await h.results()).toEqual(['ok: Published 2.']);
    expect(repairs).toHaveBeenCalledTimes(1);
    repairs.mockRestore();
  });

  it('is shown in the request, with what changed', async () => {
    const { h, asked } = await waiting([PUBLISH], [says('Published.')]);
    await edit(h, ['milk', 'eggs']);
    const now = await h.pendingApproval();
    expect(now).toMatchObject({
      id: asked.id,
      createdAtMs: asked.createdAtMs,
      askedOn: { notes: ['milk'] },
      preview: { stateHash: h.notes.hash(), since: [{ kind: 'added', text: 'eggs' }] },
    });
    expect(now.preview.digest).not.toBe(asked.preview.digest);
    await h.decided('approve');
    expect(await h.results()).toEqual(['ok: Published 2.']);
  });

  it('leaves the request unchanged if its dry run is the same', async () => {
    const { h, asked } = await waiting([PUBLISH]);
    await edit(h, ['milk']);
    expect(await h.pendingApproval()).toEqual(asked);
  });

  it('refuses a decision on the outdated preview, and requests a new one', async () => {
    const { h, asked } = await waiting([PUBLISH], [says('Published.')]);
    h.notes.editByHand(['eggs']);
    await expect(answer(h, asked)).rejects.toMatchObject({
      code: 'page-changed',
      message: 'The page has changed since the preview was made.',
      remedy: 'Check the preview again: it shows what would happen now.',
    });
    expect((await h.settled()).run?.status).toEqual({ state: 'waiting-for-approval', approvalId: asked.id });
    expect(h.notes.log).toEqual([]);
    expect((await h.pendingApproval()).preview.since).toEqual([
      { kind: 'removed', text: 'milk' },
      { kind: 'added', text: 'eggs' },
    ]);
    await h.decided('approve');
    expect(h.notes.page.published).toEqual(['eggs']);
    expect(JSON.stringify(h.requests[1]?.messages.at(-1))).toContain('note_added');
  });

  it('doesn’t affect a request that was decided or withdrawn meanwhile', async () => {
    const { h, asked, run } = await waiting([PUBLISH]);
    await h.db.approvals.update(asked.id, { state: 'withdrawn' });
    await edit(h, ['eggs']);
    expect(await h.db.approvals.toArray()).toMatchObject([{ state: 'withdrawn', preview: { since: [] } }]);
    expect(await statusOf(h)).toEqual(run?.status);
  });
});

describe('a page that changes after the decision', () => {
  it('before the call is checked makes the approval necessary again', async () => {
    const { h } = await waiting([PUBLISH], [says('Published.')]);
    atNext(h, 'updateApproval', 'after', () => h.notes.editByHand(['eggs']));
    await h.decided('approve', 'go');
    expect(h.notes.log).toEqual([]);
    expect(await h.pendingApproval()).toMatchObject({
      calls: [{ decision: null }],
      preview: { stateHash: h.notes.hash() },
    });
    await h.decided('approve');
    expect(await h.results()).toEqual([PUBLISHED]);
  });

  it.each<[string, (h: LoopHarness) => unknown, string, string]>([
    [
      'between the gate and the page makes the page refuse the write',
      (h) => atNext(h, 'markStarted', 'before', () => h.notes.editByHand(['eggs'])),
      'page_changed',
      'The page was changed by the user since you saw it, so nothing was done. Its new state follows.',
    ],
    [
      'by moving to another tab gets no write',
      ({ notes: { port } }) => {
        port.placeOf = async () => ({ origin: 'http://notes.test', tabId: 2 });
      },
      'not_authorised',
      'What this call would do is no longer what was allowed, so nothing was done. Make it again if it is still wanted.',
    ],
  ])('%s, and the model gets the result', async (_what, change, errorCode, text) => {
    const { h } = await waiting([PUBLISH], [says('I see.')]);
    change(h);
    await h.decided('approve', 'go');
    expect(h.notes.log).toEqual([]);
    expect(await h.results()).toEqual([`${errorCode}: ${text}`]);
    expect(await h.db.audit.toArray()).toMatchObject([
      { decision: 'approved', note: 'go', ran: null, errorCode },
    ]);
  });
});
