import { describe, expect, it } from 'vitest';
import {
  calls,
  createLoopHarness,
  heldBack,
  type LoopHarness,
  says,
  userSends,
} from '../../fakes/loop-harness';
import { changesTold } from './dry-run-loop';
import { duringRequest } from './held-request';
import { atNextCall } from './interruptions';
import { add, type Call, COUNT, FINISH, PUBLISH } from './made-calls';
import { rollBackTo } from './revise';

const REFUSED =
  'page_changed: The page was changed by the user since you saw it, so nothing was done. Its new state follows.';

describe('a write on a page that changed after the model saw it', () => {
  it.each([
    ['alone', [add('a')], []],
    ['behind a read of the same response, which runs', [COUNT, add('a')], ['ok: 1 notes.']],
  ])('is refused %s, and the next response may write', async (_, made, read) => {
    const { h, release } = await duringRequest(calls(...made), calls(add('b')), says('Done.'));
    await h.loop.pause(h.chatId);
    release();
    await h.settled();
    h.notes.editByHand(['tea']);
    await h.control('resume');
    expect(await h.results()).toEqual([...read, REFUSED, 'ok: Added b.']);
    expect(h.notes.page.notes).toEqual(['tea', 'b']);
  });

  it('is refused in plan mode also after a read', async () => {
    const held = heldBack([], calls(COUNT, add('a')));
    const h = await createLoopHarness([held.turn, says('I see.')], {
      settings: { planMode: true },
      hasDryRuns: true,
    });
    await h.write('Add a');
    await held.reached;
    await h.loop.pause(h.chatId);
    held.release();
    await h.settled();
    h.notes.editByHand(['tea']);
    await h.control('resume');
    expect((await h.results()).at(-1)).toBe(REFUSED);
  });

  it('refuses all writes after the one during which it changed', async () => {
    const h = await createLoopHarness([calls(add('a'), add('b'), COUNT, add('c')), says('I see.')], {
      hasDryRuns: true,
    });
    atNextCall(h, 'afterExecute', () => {
      h.notes.reload(['default']);
    });
    await h.send('Add all');
    const reloaded =
      'page_changed: The page was changed by a reload of the page since you saw it, so nothing was done. Its new state follows.';
    expect((await h.results()).filter((text) => text.startsWith('page_changed'))).toEqual([
      reloaded,
      reloaded,
    ]);
    expect(h.notes.page.notes).toEqual(['default']);
  });
});

describe.each([
  ['computed in memory', true],
  ['that can’t be computed', false],
])('behind an approved call on a page that the model never saw, a call %s', (_what, hasDryRuns) => {
  /** The page changes while the approval request is pending; the user approves the renewed preview. */
  async function approvedOn(change: (notes: LoopHarness['notes']) => void, ...made: [string, unknown][]) {
    const { h } = await userSends('Go', [calls(...made), calls(add('z')), says('Done.')], { hasDryRuns });
    change(h.notes);
    await expect(h.decide('approve')).rejects.toMatchObject({ code: 'page-changed' });
    // Calls without a dry run have one approval request each.
    for (let times = 0; times < 2 && !(await h.isIdle()); times += 1) {
      await h.decided('approve');
    }
    return h;
  }

  it('that the policy allows is refused, and the next response may write', async () => {
    const takenBack = (notes: LoopHarness['notes']) => notes.editByHand(['milk']);
    const h = await approvedOn(takenBack, add('a'), PUBLISH, add('b'));
    expect(await h.results()).toEqual(['ok: Added a.', 'ok: Published 1.', REFUSED, 'ok: Added z.']);
    expect(h.notes.page.notes).toEqual(['milk', 'z']);
  });

  it('is refused with the name of what changed the page', async () => {
    const h = await approvedOn((notes) => notes.reload(['default']), add('a'), PUBLISH, add('b'));
    expect((await h.results())[2]).toMatch(
      /^page_changed: The page was changed by a reload of the page since/,
    );
  });

  it('runs if the page is again as the model knew it', async () => {
    const { h } = await userSends('Go', [calls(add('a'), PUBLISH, add('b')), says('Done.')], { hasDryRuns });
    h.notes.editByHand(['tea']);
    h.notes.editByHand(['milk', 'a']);
    await h.decided('approve');
    expect(await h.results()).toEqual(['ok: Added a.', 'ok: Published 2.', 'ok: Added b.']);
  });
});

it('calls that were approved together on a page that the model never saw run as shown, and later calls don’t run', async () => {
  const made = calls(PUBLISH, add('a'), PUBLISH, add('b'));
  const { h } = await userSends('Go', [made, says('I see.')], { hasDryRuns: true });
  h.notes.editByHand(['tea']);
  await expect(h.decide('approve')).rejects.toMatchObject({ code: 'page-changed' });
  await h.decided('approve');
  expect(await h.results()).toEqual(['ok: Published 1.', 'ok: Added a.', 'ok: Published 2.', REFUSED]);
});

describe.each<[string, Call[], object]>([
  ['finish_task beside the write', [add('a'), FINISH], {}],
  ['the round limit', [add('a')], { roundsPerRun: 1 }],
])('own writes of a run that ended by %s', (_, made, settings) => {
  it('are not attributed to the user', async () => {
    const { h } = await userSends('Add a', [calls(...made), says('Fine.')], { settings });
    h.notes.editByHand(['milk', 'a', 'tea']);
    await h.send('And now?');
    expect(await changesTold(h)).toMatchObject([{ type: 'note_added', note: 'tea' }]);
  });

  it('can be undone exactly, and are reverted by a rollback that keeps the user’s changes', async () => {
    const { h } = await userSends('Add a', [calls(...made)], { settings });
    const [checkpoint] = await h.checkpoints();
    expect(await h.rollback.previewUndo(h.chatId, checkpoint?.id ?? '')).toMatchObject({
      isExact: true,
      differences: [{ kind: 'removed', text: 'a' }],
    });
    h.notes.editByHand(['milk', 'a', 'tea']);
    const { changedBy } = await rollBackTo(h, checkpoint, { strategy: 'merge', keep: null });
    expect(changedBy).toEqual(['you']);
    expect(h.notes.page.notes).toEqual(['milk', 'tea']);
  });
});
