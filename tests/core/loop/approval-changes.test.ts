import { describe, expect, it } from 'vitest';
import { answerAll } from '../../fakes/answer-approval-request';
import { calls, createLoopHarness, type LoopHarness, says } from '../../fakes/loop-harness';
import { PUBLISH } from './made-calls';
import { note } from './page-notice';

/** The user changes the page, and the page sends a notice. */
async function edit(h: LoopHarness, notes: string[]): Promise<void> {
  h.notes.editByHand(notes);
  await note(h, 'changed');
}

describe('a page that changes while an approval request is pending', () => {
  it('is shown in the request, with what changed', async () => {
    const h = await createLoopHarness([calls(PUBLISH), says('Published.')]);
    await h.send('Publish');
    const before = await h.pendingApproval();
    await edit(h, ['milk', 'eggs']);
    const now = await h.pendingApproval();
    expect(now).toMatchObject({
      id: before.id,
      createdAtMs: before.createdAtMs,
      askedOn: { notes: ['milk'] },
      preview: { stateHash: h.notes.hash(), since: [{ kind: 'added', text: 'eggs' }] },
    });
    expect(now.preview.digest).not.toBe(before.preview.digest);
    await h.decide('approve');
    await h.settled();
    expect(await h.results()).toEqual(['ok: Published 2.']);
  });

  it('leaves the request unchanged if its dry run is the same', async () => {
    const h = await createLoopHarness([calls(PUBLISH)]);
    await h.send('Publish');
    const before = await h.pendingApproval();
    await edit(h, ['milk']);
    expect(await h.pendingApproval()).toEqual(before);
  });

  it('refuses a decision on the outdated preview, and requests a new one', async () => {
    const h = await createLoopHarness([calls(PUBLISH), says('Published.')]);
    await h.send('Publish');
    const before = await h.pendingApproval();
    h.notes.editByHand(['eggs']);
    await expect(
      h.loop.decideApproval(before.id, answerAll(before, 'approve'), h.consents.give(before.id)),
    ).rejects.toMatchObject({
      code: 'page-changed',
      message: 'The page has changed since the preview was made.',
      remedy: 'Check the preview again: it shows what would happen now.',
    });
    expect((await h.settled()).run?.status).toEqual({
      state: 'waiting-for-approval',
      approvalId: before.id,
    });
    expect(h.notes.log).toEqual([]);
    expect((await h.pendingApproval()).preview.since).toEqual([
      { kind: 'removed', text: 'milk' },
      { kind: 'added', text: 'eggs' },
    ]);
    await h.decide('approve');
    await h.settled();
    expect(h.notes.page.published).toEqual(['eggs']);
    expect(JSON.stringify(h.requests[1]?.messages.at(-1))).toContain('note_added');
  });

  it('doesn’t affect a request that was decided or withdrawn meanwhile', async () => {
    const h = await createLoopHarness([calls(PUBLISH)]);
    const { run } = await h.send('Publish');
    const { id } = await h.pendingApproval();
    await h.db.approvals.update(id, { state: 'withdrawn' });
    await edit(h, ['eggs']);
    expect(await h.db.approvals.toArray()).toMatchObject([{ state: 'withdrawn', preview: { since: [] } }]);
    expect((await h.record()).run?.status).toEqual(run?.status);
  });
});

describe('a page that changes after the decision', () => {
  it('before the call is checked makes the approval necessary again', async () => {
    const h = await createLoopHarness([calls(PUBLISH), says('Published.')]);
    await h.send('Publish');
    const { updateApproval } = h.deps.journal;
    h.deps.journal.updateApproval = async (...entry) => {
      await updateApproval(...entry);
      h.deps.journal.updateApproval = updateApproval;
      h.notes.editByHand(['eggs']);
    };
    await h.decide('approve', 'go');
    await h.settled();
    expect(h.notes.log).toEqual([]);
    expect(await h.pendingApproval()).toMatchObject({
      calls: [{ decision: null }],
      preview: { stateHash: h.notes.hash() },
    });
    await h.decide('approve');
    await h.settled();
    expect(await h.results()).toEqual(['ok: Published 1.']);
  });

  it('between the gate and the page makes the page refuse the write, and the model gets the result', async () => {
    const h = await createLoopHarness([calls(PUBLISH), says('I see.')]);
    await h.send('Publish');
    const { markStarted } = h.deps.journal;
    h.deps.journal.markStarted = async (...entry) => {
      h.notes.editByHand(['eggs']);
      await markStarted(...entry);
    };
    await h.decide('approve', 'go');
    await h.settled();
    expect(h.notes.log).toEqual([]);
    expect(await h.results()).toEqual([
      'page_changed: The page was changed by the user since you saw it, so nothing was done. Its new state follows.',
    ]);
    expect(await h.db.audit.toArray()).toMatchObject([
      { decision: 'approved', note: 'go', ran: null, errorCode: 'page_changed' },
    ]);
  });

  it('or that has moved to another tab gets no write, and the model gets the result', async () => {
    const h = await createLoopHarness([calls(PUBLISH), says('I see.')]);
    await h.send('Publish');
    h.notes.port.placeOf = async () => ({ origin: 'http://notes.test', tabId: 2 });
    await h.decide('approve');
    await h.settled();
    expect(h.notes.log).toEqual([]);
    expect(await h.results()).toEqual([
      'not_authorised: What this call would do is no longer what was allowed, so nothing was done. Make it again if it is still wanted.',
    ]);
    expect(await h.db.audit.toArray()).toMatchObject([
      { decision: 'approved', ran: null, errorCode: 'not_authorised' },
    ]);
  });
});
