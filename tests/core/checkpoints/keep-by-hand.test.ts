import { describe, expect, it } from 'vitest';
import type { RollbackStrategy } from '@/src/core/checkpoints/rollback-strategy';
import { calls, createLoopHarness, says } from '../../fakes/loop-harness';
import { dryRunLoop } from '../loop/dry-run-loop';
import { note } from '../loop/page-notice';
import {
  checkpointAt,
  type Harness,
  lastSafety,
  type NoteCall,
  redo,
  rollWith,
  takeResponses,
  toldNext,
  undo,
} from './take-responses';

const REPLACE: RollbackStrategy = { strategy: 'replace' };
const KEEP: RollbackStrategy = { strategy: 'merge', keep: null };
const EGGS_AND_FLOUR: NoteCall[][] = [[['add_note', 'eggs']], [['add_note', 'flour']]];

/** A page to which two responses added eggs and flour, and the user tea in front. The model has two more answers. */
async function withTea() {
  const h = await takeResponses(EGGS_AND_FLOUR, undefined, [says('Fine.'), says('Fine.')]);
  h.notes.editByHand(['tea', ...h.notes.page.notes]);
  return h;
}

/** Rolls back to before the response of that index. */
const rollBack = async (h: Harness, index: number, strategy: RollbackStrategy) =>
  (await rollWith(h, (await checkpointAt(h, index)).id, strategy)).preview;

/** The changes of the page that the next message reported. */
const reportedChanges = async (h: Harness) =>
  (await toldNext(h))?.map(({ timestamp: _when, ...change }) => change);

describe('a rollback on a page that was changed by hand', () => {
  it('offers to keep the changes, and keeps them', async () => {
    const h = await withTea();
    const preview = await rollBack(h, 1, KEEP);
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
    expect((await h.record()).conversation.at(-1)).toMatchObject({
      role: 'rollback',
      kind: 'rollback',
      stateHash: h.notes.hash(),
    });
  });

  it('reverts everything if the user chooses so', async () => {
    const h = await withTea();
    await rollBack(h, 1, REPLACE);
    expect(h.notes.page.notes).toEqual(['milk', 'eggs']);
    expect(await reportedChanges(h)).toEqual([]);
  });

  it('reports the kept changes with the next message, with the time at which they were first seen', async () => {
    const h = await withTea();
    await note(h, 'changed');
    const seen = (await h.db.pageSteps.toArray()).flatMap(({ changes }) => changes).at(-1);
    h.clock.pass(60_000);
    await rollBack(h, 1, KEEP);
    const known = await h.db.contexts.get(h.chatId);
    expect(seen).toMatchObject({ note: 'tea' });
    expect(known).toMatchObject({ context: { notes: ['tea', 'milk', 'eggs'] }, carried: [seen] });
    expect(await reportedChanges(h)).toEqual([{ type: 'note_added', note: 'tea' }]);
    expect(await reportedChanges(h)).toEqual([]);
  });

  it.each([
    ['replaced', REPLACE],
    ['kept', KEEP],
  ])(
    'reports changes again that only a message which is now set aside had reported (%s)',
    async (_, strategy) => {
      const h = await createLoopHarness(
        [calls(['add_note', { text: 'eggs' }]), says('Done.'), says('Tea.')],
        {
          hasDryRuns: true,
        },
      );
      h.notes.editByHand(['tea', 'milk']);
      await h.send('Add eggs');
      await rollBack(h, 0, strategy);
      expect(h.notes.page.notes).toEqual(['tea', 'milk']);
      expect(await reportedChanges(h)).toEqual([{ type: 'note_added', note: 'tea' }]);
    },
  );

  it('reports changes by hand before the reading of a rollback without changes', async () => {
    const h = await takeResponses([[['add_note', 'eggs']]], undefined, [says('Milk and tea.')]);
    h.notes.editByHand(['milk']);
    const { applyState } = h.deps.page;
    h.deps.page.applyState = async (...request) => {
      const applied = await applyState(...request);
      h.notes.editByHand(['milk', 'tea']);
      return applied;
    };
    await rollBack(h, 0, REPLACE);
    expect(await reportedChanges(h)).toContainEqual({ type: 'note_added', note: 'tea' });
  });

  it('reports changes that undoing a rollback restored and the next rollback kept', async () => {
    const h = await takeResponses([[['add_note', 'eggs']]], undefined, [says('Tea.')]);
    h.notes.editByHand(['tea', ...h.notes.page.notes]);
    await rollBack(h, 0, REPLACE);
    await redo(h);
    expect(h.notes.page.notes).toEqual(['tea', 'milk', 'eggs']);
    await rollWith(h, (await lastSafety(h)).id, KEEP);
    expect(h.notes.page.notes).toContain('tea');
    expect(await reportedChanges(h)).toContainEqual({ type: 'note_added', note: 'tea' });
  });

  it('also reports changes that an earlier rollback kept', async () => {
    const h = await withTea();
    await rollBack(h, 1, KEEP);
    h.notes.editByHand(['jam', ...h.notes.page.notes]);
    await rollBack(h, 0, KEEP);
    expect(h.notes.page.notes).toEqual(['jam', 'tea', 'milk']);
    expect(await reportedChanges(h)).toEqual([
      { type: 'note_added', note: 'tea' },
      { type: 'note_added', note: 'jam' },
    ]);
  });

  it('reports a removal by hand of what the chat’s calls had removed and added again since the checkpoint', async () => {
    const script = [
      says('Hello.'),
      calls(['remove_note', { text: 'milk' }]),
      calls(['add_note', { text: 'milk' }], ['add_note', { text: 'flour' }]),
      says('No milk.'),
    ];
    const h = await dryRunLoop(script, { roundsPerRun: 1 });
    for (const text of ['Hello', 'Remove milk', 'Add milk and flour']) await h.send(text);
    h.notes.editByHand([]);
    await rollBack(h, 0, KEEP);
    expect(h.notes.page.notes).toEqual([]);
    expect(await reportedChanges(h)).toEqual([{ type: 'note_removed', note: 'milk' }]);
  });

  it('doesn’t report changes that a later rollback reverted', async () => {
    const h = await withTea();
    await rollBack(h, 1, KEEP);
    await rollBack(h, 0, REPLACE);
    expect(h.notes.page.notes).toEqual(['milk']);
    expect(await reportedChanges(h)).toEqual([]);
  });

  it.each([KEEP, REPLACE])('reports unreported changes once it is undone (%j)', async (strategy) => {
    const h = await withTea();
    await rollBack(h, 1, strategy);
    await redo(h);
    expect(h.notes.page.notes).toEqual(['tea', 'milk', 'eggs', 'flour']);
    expect(await reportedChanges(h)).toEqual([{ type: 'note_added', note: 'tea' }]);
  });

  it('reports unreported changes once if it follows an undo that is undone', async () => {
    const h = await withTea();
    await undo(h, 1);
    await redo(h);
    expect(h.notes.page.notes).toEqual(['tea', 'milk', 'eggs', 'flour']);
    expect(await reportedChanges(h)).toEqual([{ type: 'note_added', note: 'tea' }]);
  });

  it('also reports changes that were made since and kept, once it is undone', async () => {
    const h = await withTea();
    await rollBack(h, 1, KEEP);
    h.notes.editByHand(['jam', ...h.notes.page.notes]);
    await rollWith(h, (await lastSafety(h)).id, KEEP);
    expect(h.notes.page.notes).toEqual(['jam', 'tea', 'milk', 'eggs', 'flour']);
    expect(await reportedChanges(h)).toEqual([
      { type: 'note_added', note: 'tea' },
      { type: 'note_added', note: 'jam' },
    ]);
  });

  it('reports kept and later changes at Continue, on the page at that time', async () => {
    const h = await createLoopHarness([
      calls(['add_note', { text: 'eggs' }]),
      calls(['add_note', { text: 'flour' }]),
      says('Both.'),
      says('Eggs.'),
      says('No tea.'),
    ]);
    await h.send('Add eggs, then flour');
    h.notes.editByHand(['tea', ...h.notes.page.notes]);
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
    expect(await reportedChanges(h)).toEqual([]);
  });

  it('treats an undo that the model doesn’t know like a change by hand', async () => {
    const h = await takeResponses(EGGS_AND_FLOUR);
    await undo(h, 0);
    expect(h.notes.page.notes).toEqual(['milk', 'flour']);
    const preview = await rollBack(h, 1, KEEP);
    expect(preview).toMatchObject({
      changedByHand: [{ kind: 'removed', text: 'eggs' }],
      merge: { differences: [{ kind: 'removed', text: 'flour' }] },
    });
    expect(h.notes.page.notes).toEqual(['milk']);
  });

  it.each([
    ['nothing was changed by hand', () => undefined],
    ['only what is no part of the state was changed', (h: Harness) => void h.notes.page.published.push('x')],
    ['what was changed is what goes anyway', (h: Harness) => h.notes.editByHand(['milk', 'eggs'])],
  ])('makes no offer, and lists no changes that would be lost, if %s', async (_, edit) => {
    const h = await takeResponses(EGGS_AND_FLOUR);
    edit(h);
    const { id } = await checkpointAt(h, 1);
    expect(await h.rollback.preview(h.chatId, id)).toMatchObject({ merge: null, changedByHand: [] });
  });

  it('makes no offer if the merged state is invalid, and lists the changes that would be lost', async () => {
    const h = await takeResponses(EGGS_AND_FLOUR);
    h.notes.editByHand([...h.notes.page.notes, 1 as never]);
    const { id } = await checkpointAt(h, 1);
    const { merge, changedByHand } = await h.rollback.preview(h.chatId, id);
    expect(merge).toBeNull();
    expect(changedByHand).toHaveLength(1);
  });

  it('is undone without conflicts, wherever the page inserts new items', async () => {
    const h = await takeResponses(EGGS_AND_FLOUR);
    h.notes.editByHand([...h.notes.page.notes, 'tea']);
    await rollBack(h, 1, KEEP);
    expect(h.notes.page.notes).toEqual(['milk', 'eggs', 'tea']);
    const { preview } = await rollWith(h, (await lastSafety(h)).id, KEEP);
    expect(preview).toMatchObject({
      differences: [{ kind: 'added', text: 'flour' }],
      merge: null,
      changedByHand: [],
    });
    expect(h.notes.page.notes).toEqual(['milk', 'eggs', 'flour', 'tea']);
  });

  it('makes no offer, and lists no changes by hand, if the conversation never knew the page', async () => {
    const h = await withTea();
    await h.db.contexts.clear();
    expect(await rollBack(h, 1, KEEP)).toMatchObject({ merge: null, changedByHand: [] });
    expect(h.notes.page.notes).toEqual(['milk', 'eggs']);
    expect(await reportedChanges(h)).toEqual([]);
  });

  it('refuses an invalid merged state', async () => {
    const h = await takeResponses(EGGS_AND_FLOUR);
    h.notes.editByHand([1 as never, ...h.notes.page.notes]);
    const { id } = await checkpointAt(h, 1);
    await expect(h.rollback.perform(h.chatId, id, h.notes.hash(), KEEP)).rejects.toMatchObject({
      code: 'state-refused',
      message: 'Both changes together give no state that the page can be in.',
      remedy: 'Choose “Roll back these changes too”, or change the page by hand first.',
      details: expect.stringMatching(/^notes\.0: /),
    });
  });
});

describe('a rollback that conflicts with changes made by hand', () => {
  /** The response replaced milk by eggs; by hand, eggs were replaced by tea. */
  async function inConflict() {
    const h = await takeResponses([
      [
        ['remove_note', 'milk'],
        ['add_note', 'eggs'],
      ],
    ]);
    h.notes.editByHand(['tea', 'salt']);
    return { h, id: (await checkpointAt(h, 0)).id };
  }

  it('lists the conflicts, with both values and the changes if the checkpoint’s is taken', async () => {
    const { h, id } = await inConflict();
    expect((await h.rollback.preview(h.chatId, id)).merge).toEqual({
      differences: [],
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
  });

  it('is refused until the user chooses the side to keep', async () => {
    const { h, id } = await inConflict();
    await expect(h.rollback.perform(h.chatId, id, h.notes.hash(), KEEP)).rejects.toMatchObject({
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
    const { h, id } = await inConflict();
    await rollWith(h, id, { strategy: 'merge', keep });
    expect(h.notes.page.notes).toEqual(notes);
  });
});
