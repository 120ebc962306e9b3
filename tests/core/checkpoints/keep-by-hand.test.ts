import { describe, expect, it } from 'vitest';
import { createLoopHarness, says } from '../../fakes/loop-harness';
import { dryRunLoop } from '../loop/dry-run-loop';
import { note } from '../loop/page-notice';
import {
  addByHand,
  checkpointAt,
  type Harness,
  KEEP,
  newestRow,
  REPLACE,
  redo,
  responds,
  rollBack,
  rollWith,
  takeResponses,
  toldNext,
  undo,
} from './take-responses';

const TEA = { type: 'note_added', note: 'tea' };
const JAM = { type: 'note_added', note: 'jam' };
const MILK_GONE = { type: 'note_removed', note: 'milk' };

/** A page to which two responses added eggs and flour. The model has two more answers. */
const eggsAndFlour = () => takeResponses(['+eggs', '+flour'], undefined, [says('Fine.'), says('Fine.')]);

/** The same page, on which the user then put tea in front. */
async function withTea(): Promise<Harness> {
  const h = await eggsAndFlour();
  addByHand(h, 'tea');
  return h;
}

describe('a rollback on a page that was changed by hand', () => {
  it('offers to keep the changes, and keeps them', async () => {
    const h = await withTea();
    const { preview } = await rollBack(h, 1, KEEP);
    expect(preview).toMatchObject({
      differences: [
        { kind: 'removed', text: 'tea' },
        { kind: 'removed', text: 'flour' },
      ],
      delta: { added: {}, removed: { notes: ['tea', 'flour'] }, modified: {} },
      changedByHand: [{ kind: 'added', text: 'tea' }],
      merge: { differences: [{ kind: 'removed', text: 'flour' }], conflicts: [] },
    });
    expect(h.notes.page.notes).toEqual(['tea', 'milk', 'eggs']);
    expect(await newestRow(h)).toMatchObject({ kind: 'rollback', stateHash: h.notes.hash() });
  });

  it.each<[string, (h: Harness) => Promise<unknown>, notes: string[], told: object[]]>([
    ['nothing that it reverts', (h) => rollBack(h, 1), ['milk', 'eggs'], []],
    [
      'also what an earlier one kept',
      async (h) => {
        await rollBack(h, 1, KEEP);
        addByHand(h, 'jam');
        await rollBack(h, 0, KEEP);
      },
      ['jam', 'tea', 'milk'],
      [TEA, JAM],
    ],
    [
      'nothing that an earlier one kept and it reverts',
      async (h) => {
        await rollBack(h, 1, KEEP);
        await rollBack(h, 0);
      },
      ['milk'],
      [],
    ],
    [
      'what it kept, once it is undone',
      async (h) => {
        await rollBack(h, 1, KEEP);
        await redo(h);
      },
      ['tea', 'milk', 'eggs', 'flour'],
      [TEA],
    ],
    [
      'what it reverted, once it is undone',
      async (h) => {
        await rollBack(h, 1);
        await redo(h);
      },
      ['tea', 'milk', 'eggs', 'flour'],
      [TEA],
    ],
    [
      'what an undo left, once that is undone',
      async (h) => {
        await undo(h, 1);
        await redo(h);
      },
      ['tea', 'milk', 'eggs', 'flour'],
      [TEA],
    ],
    [
      'also what was changed since and kept, once it is undone',
      async (h) => {
        await rollBack(h, 1, KEEP);
        addByHand(h, 'jam');
        await redo(h, KEEP);
      },
      ['jam', 'tea', 'milk', 'eggs', 'flour'],
      [TEA, JAM],
    ],
  ])('has the next message report %s', async (_, act, notes, told) => {
    const h = await withTea();
    await act(h);
    expect(h.notes.page.notes).toEqual(notes);
    expect(await toldNext(h)).toEqual(told);
  });

  it('reports the kept changes with the next message, with the time at which they were first seen', async () => {
    const h = await withTea();
    await note(h, 'changed');
    const seen = (await h.db.pageSteps.toArray()).flatMap(({ changes }) => changes).at(-1);
    h.clock.pass(60_000);
    await rollBack(h, 1, KEEP);
    const known = await h.db.contexts.get(h.chatId);
    expect(seen).toMatchObject(TEA);
    expect(known).toMatchObject({ context: { notes: ['tea', 'milk', 'eggs'] }, carried: [seen] });
    expect(await toldNext(h)).toEqual([TEA]);
    expect(await toldNext(h)).toEqual([]);
  });

  it.each([REPLACE, KEEP])(
    'reports changes again that only a message which is now set aside had reported (%j)',
    async (strategy) => {
      const h = await createLoopHarness([responds('+eggs'), says('Done.'), says('Tea.')], {
        hasDryRuns: true,
      });
      addByHand(h, 'tea');
      await h.send('Add eggs');
      await rollBack(h, 0, strategy);
      expect(h.notes.page.notes).toEqual(['tea', 'milk']);
      expect(await toldNext(h)).toEqual([TEA]);
    },
  );

  it('reports changes by hand before the reading of a rollback without changes', async () => {
    const h = await takeResponses(['+eggs'], undefined, [says('Milk and tea.')]);
    h.notes.editByHand(['milk']);
    const { applyState } = h.deps.page;
    h.deps.page.applyState = async (...request) => {
      const applied = await applyState(...request);
      h.notes.editByHand(['milk', 'tea']);
      return applied;
    };
    await rollBack(h, 0);
    expect(await toldNext(h)).toContainEqual(TEA);
  });

  it('reports changes that undoing a rollback restored and the next rollback kept', async () => {
    const h = await takeResponses(['+eggs'], undefined, [says('Tea.')]);
    addByHand(h, 'tea');
    await rollBack(h, 0);
    await redo(h);
    expect(h.notes.page.notes).toEqual(['tea', 'milk', 'eggs']);
    await redo(h, KEEP);
    expect(h.notes.page.notes).toContain('tea');
    expect(await toldNext(h)).toContainEqual(TEA);
  });

  it('reports a removal by hand of what the chat’s calls had removed and added again since the checkpoint', async () => {
    const script = [says('Hello.'), responds('-milk'), responds('+milk +flour'), says('No milk.')];
    const h = await dryRunLoop(script, { roundsPerRun: 1 });
    for (const text of ['Hello', 'Remove milk', 'Add milk and flour']) await h.send(text);
    h.notes.editByHand([]);
    await rollBack(h, 0, KEEP);
    expect(h.notes.page.notes).toEqual([]);
    expect(await toldNext(h)).toEqual([MILK_GONE]);
  });

  it('reports kept and later changes at Continue, on the page at that time', async () => {
    const answers = [says('Both.'), says('Eggs.'), says('No tea.')];
    const h = await createLoopHarness([responds('+eggs'), responds('+flour'), ...answers]);
    await h.send('Add eggs, then flour');
    addByHand(h, 'tea');
    await rollBack(h, 1, KEEP);
    h.notes.editByHand(['milk', 'eggs', 'jam']);
    await h.loop.continueRun(h.chatId);
    await h.settled();
    const sent = h.requests.at(-1)?.messages.map(({ content }) => content ?? '') ?? [];
    expect(sent.filter((content) => content.includes('notes: ['))).toEqual([
      expect.stringContaining('notes: ["milk","eggs","jam"]'),
    ]);
    const lines = sent.at(-1)?.matchAll(/^\S+Z (.*)$/gm) ?? [];
    expect([...lines].map(([, line]) => line)).toEqual([
      'note_added {"note":"tea"}',
      'note_removed {"note":"tea"}',
      'note_added {"note":"jam"}',
    ]);
    expect(await toldNext(h)).toEqual([]);
  });

  it('gives the checkpoint’s state after an undo, without a question, and has no change to report', async () => {
    const h = await eggsAndFlour();
    await undo(h, 0);
    expect(h.notes.page.notes).toEqual(['milk', 'flour']);
    const { preview } = await rollBack(h, 1, KEEP);
    expect(preview).toMatchObject({ changedByHand: [], merge: null });
    expect(h.notes.page.notes).toEqual(['milk', 'eggs']);
    expect(await toldNext(h)).toEqual([]);
  });

  it.each<[string, (h: Harness) => unknown, told: object[]]>([
    ['nothing was changed by hand', () => undefined, []],
    ['only what is no part of the state was changed', (h) => h.notes.page.published.push('x'), []],
    [
      'what was changed is what goes anyway',
      (h) => h.notes.editByHand(['milk', 'eggs']),
      [{ type: 'note_removed', note: 'flour' }],
    ],
    [
      'the conversation never knew the page',
      (h) => {
        addByHand(h, 'tea');
        return h.db.contexts.clear();
      },
      [],
    ],
  ])('makes no offer, and lists no changes by hand, if %s', async (_, edit, told) => {
    const h = await eggsAndFlour();
    await edit(h);
    const { preview } = await rollBack(h, 1, KEEP);
    expect(preview).toMatchObject({ merge: null, changedByHand: [] });
    expect(h.notes.page.notes).toEqual(['milk', 'eggs']);
    expect(await toldNext(h)).toEqual(told);
  });

  it('makes no offer if the merged state is invalid, lists the changes that would be lost, and refuses that state', async () => {
    const h = await eggsAndFlour();
    h.notes.editByHand([1 as never, ...h.notes.page.notes]);
    const { id } = await checkpointAt(h, 1);
    const { merge, changedByHand } = await h.rollback.preview(h.chatId, id);
    expect(merge).toBeNull();
    expect(changedByHand).toHaveLength(1);
    await expect(rollWith(h, id, KEEP)).rejects.toMatchObject({
      code: 'state-refused',
      message: 'Both changes together give no state that the page can be in.',
      remedy: 'Choose “Roll back these changes too”, or change the page by hand first.',
      details: expect.stringMatching(/^notes\.0: /),
    });
  });

  it('is undone without conflicts, wherever the page inserts new items', async () => {
    const h = await eggsAndFlour();
    h.notes.editByHand([...h.notes.page.notes, 'tea']);
    await rollBack(h, 1, KEEP);
    expect(h.notes.page.notes).toEqual(['milk', 'eggs', 'tea']);
    const { preview } = await redo(h, KEEP);
    expect(preview).toMatchObject({
      differences: [{ kind: 'added', text: 'flour' }],
      merge: null,
      changedByHand: [],
    });
    expect(h.notes.page.notes).toEqual(['milk', 'eggs', 'flour', 'tea']);
  });
});

describe('a rollback that conflicts with changes made by hand', () => {
  const NO_EFFECT = { text: '', strip: null };

  /** The response replaced milk by eggs; by hand, eggs were replaced by tea. */
  async function inConflict(): Promise<Harness> {
    const h = await takeResponses(['-milk +eggs']);
    h.notes.editByHand(['tea', 'salt']);
    return h;
  }

  it('lists the conflicts, with both values and the changes if the checkpoint’s is taken, and is refused without a choice', async () => {
    const h = await inConflict();
    const { id } = await checkpointAt(h, 0);
    expect((await h.rollback.preview(h.chatId, id)).merge).toEqual({
      differences: [],
      effects: { page: NO_EFFECT, checkpoint: NO_EFFECT },
      conflicts: [
        {
          path: '/notes',
          page: '["tea","salt"]',
          checkpoint: '["milk"]',
          differences: [
            { kind: 'removed', text: 'tea' },
            { kind: 'removed', text: 'salt' },
            { kind: 'added', text: 'milk' },
          ],
        },
      ],
    });
    await expect(rollWith(h, id, KEEP)).rejects.toMatchObject({
      code: 'conflict',
      message: 'The rollback conflicts with changes made by hand.',
      remedy: 'Choose which of the conflicting changes to keep.',
      details: '/notes: page ["tea","salt"], checkpoint ["milk"]',
    });
    expect(h.notes.page.notes).toEqual(['tea', 'salt']);
  });

  it.each([
    ['page', ['tea', 'salt']],
    ['checkpoint', ['milk']],
  ] as const)('keeps the form of the %s', async (keep, notes) => {
    const h = await inConflict();
    await rollBack(h, 0, { strategy: 'merge', keep });
    expect(h.notes.page.notes).toEqual(notes);
  });
});

it('a rollback to a page that the model never saw → the next message reports the user’s changes up to then', async () => {
  const h = await dryRunLoop([responds('publish'), says('Published.'), says('I see.')]);
  await h.send('Publish');
  h.notes.editByHand(['tea']);
  await expect(h.decide('approve')).rejects.toMatchObject({ code: 'page-changed' });
  await h.decide('approve');
  await h.settled();
  // The page is again in the state that the model knows.
  h.notes.editByHand(['milk']);
  await rollBack(h, 0);
  expect(h.notes.page.notes).toEqual(['tea']);
  expect(await toldNext(h)).toMatchObject([MILK_GONE, TEA]);
});

it('a rollback undone before the model’s own calls were reported → the run’s next request reports them', async () => {
  const h = await dryRunLoop([responds('+a'), says('I see.')], { roundsPerRun: 1 });
  await h.send('Add a');
  await rollBack(h, 0);
  await redo(h);
  await h.loop.requestStatus(h.chatId, {
    state: 'waiting-for-system-input',
    outcome: null,
    requiredScope: null,
    interruptibleByUser: true,
  });
  await h.send('Go on');
  expect(h.requests.at(-1)?.messages.at(-1)?.content).toContain('{"note":"a","by":"the assistant"}');
});
