import { describe, expect, it } from 'vitest';
import type { AdapterDefinition } from '@/src/core/adapter/adapter-definition';
import { say } from '@/src/schema/values/said';
import { calls, createLoopHarness, says } from '../../fakes/loop-harness';
import { notesAdapter } from '../../fakes/notes-adapter';
import { add } from '../loop/made-calls';
import { createSideHarness } from '../side-requests/side-harness';
import {
  addByHand,
  checkpointAt,
  type Harness,
  KEEP,
  lastSafety,
  listedIds,
  redo,
  rollTo,
  rollWith,
  takeResponses,
  toldNext,
  undo,
} from './take-responses';

/** A page to which three responses added a note each. The model has one more answer. */
const withThree = (between?: (h: Harness, index: number) => void) =>
  takeResponses(['+eggs', '+flour', '+salt'], between, [says('Three notes.')]);

/** The ids of the user's and the model's messages, in order. */
const spokenIds = async (h: Harness) =>
  (await h.record()).conversation
    .filter(({ role }) => role === 'user' || role === 'assistant')
    .map(({ id }) => id);

describe('undoing one response', () => {
  it.each([0, 1, 2])('reverts only the changes of response %i', async (index) => {
    const h = await withThree();
    const before = await spokenIds(h);
    const preview = await undo(h, index);
    const gone = ['eggs', 'flour', 'salt'][index];
    expect(preview).toEqual({
      kind: 'undo',
      stateHash: expect.any(String),
      position: expect.any(Number),
      differences: [{ kind: 'removed', text: gone }],
      isExact: true,
      blockers: [],
      effect: { text: '', strip: null },
      savedNote: 'The published notes are not touched.',
    });
    expect(h.notes.page.notes).toEqual(['milk', 'eggs', 'flour', 'salt'].filter((note) => note !== gone));
    expect(await spokenIds(h)).toEqual(before);
  });

  it('adds a safety checkpoint and one message, no accounting row, since it affects neither tokens nor messages, and is reported with the next message', async () => {
    const h = await withThree();
    const { id } = await checkpointAt(h, 1);
    await undo(h, 1);
    const { conversation, chat } = await h.record();
    const row = conversation.at(-1);
    expect(await h.roles()).not.toContain('accounting');
    const safety = await lastSafety(h);
    expect(row).toMatchObject({
      role: 'rollback',
      kind: 'undo',
      checkpointId: id,
      safetyCheckpointId: safety.id,
      description: 'add_note("flour")',
      stateHash: h.notes.hash(),
      discardedMessages: 0,
      savedNote: say('said.saving.unsaved', { note: 'The published copy differs.' }),
    });
    expect(safety).toMatchObject({
      reason: 'before-undo',
      runId: null,
      messageId: null,
      calls: [{ name: 'add_note', args: { text: 'flour' } }],
      after: { stateHash: h.notes.hash() },
    });
    expect(await listedIds(h)).toContain(safety.id);
    expect(chat.updatedAtMs).toBe(row?.createdAtMs);
    expect(await toldNext(h)).toEqual([{ type: 'note_removed', note: 'flour' }]);
  });

  it('can be undone, which sets later messages aside', async () => {
    const h = await withThree();
    const before = (await h.record()).conversation.map(({ id }) => id);
    await undo(h, 1);
    const { id } = await lastSafety(h);
    await h.send('What is there?');
    const { preview } = await rollTo(h, id);
    expect(preview).toMatchObject({ messagesSetAside: 2, messagesBroughtBack: 0 });
    expect(h.notes.page.notes).toEqual(['milk', 'eggs', 'flour', 'salt']);
    const after = (await h.record()).conversation;
    expect(after.slice(0, -2).map(({ id }) => id)).toEqual(before);
    expect(after.at(-1)).toMatchObject({
      kind: 'rollback',
      description: 'add_note("flour")',
      broughtBack: 0,
    });
  });

  it('can be undone at once, which sets only its own messages aside', async () => {
    const h = await withThree();
    const before = await spokenIds(h);
    await undo(h, 0);
    await undo(h, 1);
    expect(h.notes.page.notes).toEqual(['milk', 'salt']);
    await redo(h);
    expect(h.notes.page.notes).toEqual(['milk', 'flour', 'salt']);
    expect(await spokenIds(h)).toEqual(before);
    expect((await h.record()).conversation.filter(({ role }) => role === 'rollback')).toHaveLength(2);
  });

  it('counts as no change by others after a summary', async () => {
    const h = await createSideHarness([calls(add('eggs')), says('Done.'), says('A summary.')], {});
    await h.send('Add eggs');
    await undo(h, 0);
    await h.draft();
    const preview = await h.rollback.preview(h.chatId, (await lastSafety(h)).id);
    expect(preview).toMatchObject({ changedByHand: [], changedBy: [], merge: null });
  });

  it('counts as no change by others when it is undone, and changes by hand before and after it stay', async () => {
    const h = await withThree();
    addByHand(h, 'before');
    await undo(h, 1);
    const alone = await h.rollback.preview(h.chatId, (await lastSafety(h)).id);
    expect(alone).toMatchObject({ changedByHand: [], changedBy: [], merge: null });
    addByHand(h, 'after');
    const { preview } = await redo(h, KEEP);
    expect(preview).toMatchObject({
      changedByHand: [
        { kind: 'added', text: 'after' },
        { kind: 'added', text: 'before' },
      ],
      changedBy: [say('said.cause.you')],
      merge: { differences: [{ kind: 'added', text: 'flour' }], conflicts: [] },
    });
    expect(h.notes.page.notes).toEqual(['after', 'before', 'milk', 'eggs', 'flour', 'salt']);
  });

  it('counts as no change by others in a rollback to before it, which names those by hand', async () => {
    const h = await withThree();
    addByHand(h, 'hand');
    await undo(h, 1);
    const { preview } = await rollWith(h, (await checkpointAt(h, 2)).id, KEEP);
    expect(preview).toMatchObject({ changedByHand: [{ kind: 'added', text: 'hand' }] });
    expect(h.notes.page.notes).toEqual(['hand', 'milk', 'eggs', 'flour']);
    expect(await toldNext(h)).toEqual([{ type: 'note_added', note: 'hand' }]);
  });

  it('can’t be undone twice: a rollback that would change nothing is refused and adds no row', async () => {
    const h = await withThree();
    await undo(h, 1);
    const safety = await lastSafety(h);
    h.notes.editByHand(['milk', 'eggs', 'flour', 'salt']);
    const rows = (await h.record()).messages.length;
    await expect(rollTo(h, safety.id)).rejects.toMatchObject({ code: 'not-found' });
    expect((await h.record()).messages).toHaveLength(rows);
  });

  it('keeps changes made by hand, whenever they were made', async () => {
    const h = await withThree((harness, index) => {
      addByHand(harness, `hand${index}`);
    });
    const preview = await undo(h, 1);
    expect(preview).toMatchObject({ isExact: true, differences: [{ kind: 'removed', text: 'flour' }] });
    expect(h.notes.page.notes).toEqual(['hand2', 'hand1', 'hand0', 'milk', 'eggs', 'salt']);
  });
});

describe('if the state after the response isn’t stored', () => {
  async function forgotten(between?: (h: Harness, index: number) => void) {
    const h = await withThree(between);
    await h.db.checkpoints.toCollection().modify({ after: null });
    return h;
  }

  it('uses the next checkpoint, and says that changes by hand may be undone as well', async () => {
    const h = await forgotten((harness, index) => {
      if (index === 1) addByHand(harness, 'hand');
    });
    expect(await undo(h, 1)).toMatchObject({
      isExact: false,
      differences: [
        { kind: 'removed', text: 'hand' },
        { kind: 'removed', text: 'flour' },
      ],
    });
  });

  it.each<[string, (h: Harness) => unknown, string[]]>([
    [
      'the last known page after the last checkpoint',
      (h) => addByHand(h, 'hand'),
      ['hand', 'milk', 'eggs', 'flour'],
    ],
    [
      'the present page if the conversation never knew it',
      (h) => h.db.contexts.clear(),
      ['milk', 'eggs', 'flour'],
    ],
  ])('uses %s', async (_, happens, notes) => {
    const h = await forgotten();
    await happens(h);
    expect(await undo(h, 2)).toMatchObject({
      isExact: false,
      differences: [{ kind: 'removed', text: 'salt' }],
    });
    expect(h.notes.page.notes).toEqual(notes);
  });
});

describe('an undo that a later change blocks', () => {
  async function refused(h: Harness, index: number, details: unknown = expect.any(String)) {
    const { id } = await checkpointAt(h, index);
    const page = h.notes.page.notes;
    const preview = await h.rollback.previewUndo(h.chatId, id);
    await expect(h.rollback.undo(h.chatId, id, preview.stateHash)).rejects.toMatchObject({
      code: 'conflict',
      message: 'A later change blocks this undo.',
      remedy: 'Undo the later change first, or roll back to before both.',
      details,
    });
    expect(h.notes.page.notes).toEqual(page);
    expect(preview.differences).toEqual([]);
    return preview.blockers;
  }

  it('is refused, and names that change with its time', async () => {
    const h = await takeResponses(['+eggs', '-eggs', '+salt', '+flour', '-salt']);
    const later = await checkpointAt(h, 2);
    expect(
      await refused(h, 1, '/notes: page ["flour"], wanted ["eggs"]; changed by add_note("salt")'),
    ).toEqual([
      {
        path: '/notes',
        page: '["flour"]',
        wanted: '["eggs"]',
        change: { label: 'add_note("salt")', atMs: later.createdAtMs },
      },
    ]);
  });

  it.each([
    ['right after it', 1, []],
    ['between two responses', 2, ['-nothing', '-nothing']],
    ['after the last response', 3, ['-nothing', '-nothing']],
  ])('names no response if the change was made by hand %s', async (_, edited, later) => {
    const h = await takeResponses(['+eggs', '-eggs', ...later], (harness, index) => {
      if (index === edited) harness.notes.editByHand(['milk', 'by hand']);
    });
    expect(await refused(h, 1, '/notes: page ["by hand"], wanted ["eggs"]; changed by hand')).toEqual([
      { path: '/notes', page: '["by hand"]', wanted: '["eggs"]', change: null },
    ]);
  });

  it('names the response if the state after it isn’t stored', async () => {
    const h = await takeResponses(['-milk', '-nothing'], (harness, index) => {
      if (index === 1) harness.notes.editByHand(['by hand']);
    });
    await h.db.checkpoints.update((await checkpointAt(h, 1)).id, { after: null });
    expect(await refused(h, 0)).toMatchObject([{ change: { label: 'remove_note("nothing")' } }]);
  });

  it('also names a rollback or an undo', async () => {
    const h = await takeResponses(['+salt', '-salt', '-milk']);
    await undo(h, 1);
    const { createdAtMs } = await lastSafety(h);
    expect(await refused(h, 2)).toMatchObject([
      { change: { label: 'undoing: remove_note("salt")', atMs: createdAtMs } },
    ]);
  });

  it('finds the change among many', async () => {
    const many = Array.from({ length: 24 }, (_, index) => (index < 17 ? '-nothing' : `+note${index}`));
    const h = await takeResponses(['-milk', ...many]);
    expect(await refused(h, 0)).toMatchObject([{ change: { label: 'add_note("note17")' } }]);
  });

  it('rejects with not-found if a checkpoint is deleted meanwhile', async () => {
    const h = await takeResponses(['-milk', '+salt']);
    h.deps.checkpointStore.laterIds = async () => ['gone'];
    await expect(undo(h, 0)).rejects.toMatchObject({ code: 'not-found' });
  });
});

it('an undo reverts a call that failed after the page had made a part of its change', async () => {
  const h = await createLoopHarness([calls(add('eggs')), says('Only in part.')], { hasDryRuns: true });
  const { execute } = h.deps.page;
  h.deps.page.execute = async (...sent) => {
    const outcome = await execute(...sent);
    h.notes.page.notes = ['milk', 'egg'];
    const result = { success: false, message: 'The page shows “egg”.', error_code: 'not_applied' };
    return { ...outcome, result, stateHashAfter: h.notes.hash() };
  };
  await h.send('Add eggs');
  expect((await checkpointAt(h, 0)).calls).toMatchObject([{ success: false, isPartial: true }]);
  expect(await undo(h, 0)).toMatchObject({ differences: [{ kind: 'removed', text: 'egg' }], blockers: [] });
  expect(h.notes.page.notes).toEqual(['milk']);
});

describe('an undo is refused', () => {
  it('if none of the response’s changes is left', async () => {
    const h = await withThree();
    await undo(h, 1);
    const { id } = await checkpointAt(h, 1);
    const refusal = {
      code: 'not-found',
      message: 'The page contains none of this response’s changes any more.',
      remedy: 'There is nothing to undo here.',
    };
    await expect(h.rollback.previewUndo(h.chatId, id)).rejects.toMatchObject(refusal);
    await expect(h.rollback.undo(h.chatId, id, h.notes.hash())).rejects.toMatchObject(refusal);
  });

  it('with the adapter’s reason if the page can’t take the earlier state now', async () => {
    const h = await withThree();
    const { id } = await checkpointAt(h, 1);
    h.deps.adapters.definitionOf = () => ({
      ...(notesAdapter as unknown as AdapterDefinition),
      takeable: (now) => ({ state: now, left: ['“flour” is in use.'] }),
    });
    const refusal = { code: 'state-refused', message: '“flour” is in use.' };
    await expect(h.rollback.previewUndo(h.chatId, id)).rejects.toMatchObject(refusal);
  });

  it('at a checkpoint without a response', async () => {
    const h = await withThree();
    await undo(h, 1);
    const { id } = await lastSafety(h);
    await expect(h.rollback.previewUndo(h.chatId, id)).rejects.toMatchObject({
      code: 'not-found',
      message: 'This checkpoint doesn’t precede a response whose changes could be undone.',
      remedy: 'Roll back to it instead.',
    });
  });

  it('if the page was changed after the preview', async () => {
    const h = await withThree();
    const { id } = await checkpointAt(h, 0);
    const { stateHash } = await h.rollback.previewUndo(h.chatId, id);
    h.notes.editByHand(['other']);
    await expect(h.rollback.undo(h.chatId, id, stateHash)).rejects.toMatchObject({
      code: 'page-changed',
      message: 'The page has changed since the preview was made.',
      remedy: 'Check the preview again: it shows what would happen now.',
    });
    expect(h.notes.page.notes).toEqual(['other']);
  });
});
