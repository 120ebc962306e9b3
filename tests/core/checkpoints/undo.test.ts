import { describe, expect, it } from 'vitest';
import { say } from '@/src/schema/values/said';
import { says } from '../../fakes/loop-harness';
import {
  checkpointAt,
  type Harness,
  lastSafety,
  listedIds,
  type NoteCall,
  redo,
  rollTo,
  takeResponses,
  toldNext,
  undo,
} from './take-responses';

const ADD_ONE_BY_ONE: NoteCall[][] = [
  [['add_note', 'eggs']],
  [['add_note', 'flour']],
  [['add_note', 'salt']],
];

const spokenIds = async (h: Harness) =>
  (await h.record()).conversation
    .filter(({ role }) => role === 'user' || role === 'assistant')
    .map(({ id }) => id);

describe('undoing one response', () => {
  it.each([0, 1, 2])('reverts only the changes of response %i', async (index) => {
    const h = await takeResponses(ADD_ONE_BY_ONE);
    const before = await spokenIds(h);
    const preview = await undo(h, index);
    const gone = ['eggs', 'flour', 'salt'][index];
    expect(preview).toEqual({
      kind: 'undo',
      stateHash: expect.any(String),
      position: expect.any(Number),
      differences: [{ kind: 'removed', text: gone }],
      isExact: true,
      obstacles: [],
      savedNote: 'The published notes are not touched.',
    });
    expect(h.notes.page.notes).toEqual(['milk', 'eggs', 'flour', 'salt'].filter((note) => note !== gone));
    expect(await spokenIds(h)).toEqual(before);
  });

  it('adds one message and no accounting row, since it affects neither tokens nor messages, and a safety checkpoint', async () => {
    const h = await takeResponses(ADD_ONE_BY_ONE);
    const { id } = await checkpointAt(h, 1);
    await undo(h, 1);
    const row = (await h.record()).conversation.at(-1);
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
    expect((await h.record()).chat.updatedAtMs).toBe(row?.createdAtMs);
  });

  it('is reported to the model with the next message', async () => {
    const h = await takeResponses(ADD_ONE_BY_ONE, undefined, [says('Three notes.')]);
    await undo(h, 1);
    expect(await toldNext(h)).toMatchObject([{ type: 'note_removed', note: 'flour' }]);
  });

  it('can be undone, which sets later messages aside', async () => {
    const h = await takeResponses(ADD_ONE_BY_ONE, undefined, [says('Three notes.')]);
    const before = (await h.record()).conversation.map(({ id }) => id);
    await undo(h, 1);
    const safety = await lastSafety(h);
    await h.send('What is there?');
    const { preview } = await rollTo(h, safety.id);
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
    const h = await takeResponses(ADD_ONE_BY_ONE);
    const before = await spokenIds(h);
    await undo(h, 0);
    await undo(h, 1);
    expect(h.notes.page.notes).toEqual(['milk', 'salt']);
    await redo(h);
    expect(h.notes.page.notes).toEqual(['milk', 'flour', 'salt']);
    expect(await spokenIds(h)).toEqual(before);
    expect((await h.record()).conversation.filter(({ role }) => role === 'rollback')).toHaveLength(2);
  });

  it('keeps changes made by hand, whenever they were made', async () => {
    const h = await takeResponses(ADD_ONE_BY_ONE, (harness, index) => {
      harness.notes.editByHand([`hand${index}`, ...harness.notes.page.notes]);
    });
    const preview = await undo(h, 1);
    expect(preview).toMatchObject({ isExact: true, differences: [{ kind: 'removed', text: 'flour' }] });
    expect(h.notes.page.notes).toEqual(['hand2', 'hand1', 'hand0', 'milk', 'eggs', 'salt']);
  });
});

describe('if the state after the response isn’t stored', () => {
  async function forget(h: Harness) {
    await h.db.checkpoints.toCollection().modify({ after: null });
  }

  it('uses the next checkpoint, and says that changes by hand may be undone as well', async () => {
    const h = await takeResponses(ADD_ONE_BY_ONE, (harness, index) => {
      if (index === 1) harness.notes.editByHand(['hand', ...harness.notes.page.notes]);
    });
    await forget(h);
    expect(await undo(h, 1)).toMatchObject({
      isExact: false,
      differences: [
        { kind: 'removed', text: 'hand' },
        { kind: 'removed', text: 'flour' },
      ],
    });
  });

  it('uses the last known page after the last checkpoint', async () => {
    const h = await takeResponses(ADD_ONE_BY_ONE);
    await forget(h);
    h.notes.editByHand(['hand', ...h.notes.page.notes]);
    expect(await undo(h, 2)).toMatchObject({
      isExact: false,
      differences: [{ kind: 'removed', text: 'salt' }],
    });
    expect(h.notes.page.notes).toEqual(['hand', 'milk', 'eggs', 'flour']);
  });

  it('uses the present page if the conversation never knew it', async () => {
    const h = await takeResponses(ADD_ONE_BY_ONE);
    await forget(h);
    await h.db.contexts.clear();
    expect(await undo(h, 2)).toMatchObject({
      isExact: false,
      differences: [{ kind: 'removed', text: 'salt' }],
    });
  });
});

describe('an undo that a later change blocks', () => {
  async function refused(h: Harness, index: number) {
    const { id } = await checkpointAt(h, index);
    const page = h.notes.page.notes;
    const preview = await h.rollback.previewUndo(h.chatId, id);
    await expect(h.rollback.undo(h.chatId, id, preview.stateHash)).rejects.toMatchObject({
      code: 'conflict',
      message: 'A later change blocks this undo.',
      remedy: 'Undo the later change first, or roll back to before both.',
    });
    expect(h.notes.page.notes).toEqual(page);
    expect(preview.differences).toEqual([]);
    return preview;
  }

  it('is refused, and names that change with its time', async () => {
    const h = await takeResponses([
      [['add_note', 'eggs']],
      [['remove_note', 'eggs']],
      [['add_note', 'salt']],
      [['add_note', 'flour']],
      [['remove_note', 'salt']],
    ]);
    const later = await checkpointAt(h, 2);
    const preview = await refused(h, 1);
    expect(preview.obstacles).toEqual([
      {
        path: '/notes',
        page: '["flour"]',
        wanted: '["eggs"]',
        change: { label: 'add_note("salt")', atMs: later.createdAtMs },
      },
    ]);
    const { id } = await checkpointAt(h, 1);
    await expect(h.rollback.undo(h.chatId, id, preview.stateHash)).rejects.toMatchObject({
      details: '/notes: page ["flour"], wanted ["eggs"]; changed by add_note("salt")',
    });
  });

  it.each([
    ['between two responses', 2],
    ['after the last response', 3],
  ])('names no response if the change was made by hand %s', async (_, edited) => {
    const h = await takeResponses(
      [
        [['add_note', 'eggs']],
        [['remove_note', 'eggs']],
        [['remove_note', 'nothing']],
        [['remove_note', 'nothing']],
      ],
      (harness, index) => {
        if (index === edited) harness.notes.editByHand(['milk', 'by hand']);
      },
    );
    const preview = await refused(h, 1);
    expect(preview.obstacles).toEqual([
      { path: '/notes', page: '["by hand"]', wanted: '["eggs"]', change: null },
    ]);
    const { id } = await checkpointAt(h, 1);
    await expect(h.rollback.undo(h.chatId, id, preview.stateHash)).rejects.toMatchObject({
      details: '/notes: page ["by hand"], wanted ["eggs"]; changed by hand',
    });
  });

  it('names no response if the change was made by hand right after it', async () => {
    const h = await takeResponses([[['remove_note', 'milk']]], (harness) =>
      harness.notes.editByHand(['by hand']),
    );
    expect((await refused(h, 0)).obstacles).toMatchObject([{ change: null }]);
  });

  it('names the response if the state after it isn’t stored', async () => {
    const h = await takeResponses(
      [[['remove_note', 'milk']], [['remove_note', 'nothing']]],
      (harness, index) => {
        if (index === 1) harness.notes.editByHand(['by hand']);
      },
    );
    await h.db.checkpoints.update((await checkpointAt(h, 1)).id, { after: null });
    expect((await refused(h, 0)).obstacles).toMatchObject([{ change: { label: 'remove_note("nothing")' } }]);
  });

  it('also names a rollback or an undo', async () => {
    const h = await takeResponses([
      [['add_note', 'salt']],
      [['remove_note', 'salt']],
      [['remove_note', 'milk']],
    ]);
    await undo(h, 1);
    const safety = await lastSafety(h);
    const preview = await h.rollback.previewUndo(h.chatId, (await checkpointAt(h, 2)).id);
    expect(preview.obstacles).toMatchObject([
      { change: { label: 'undoing: remove_note("salt")', atMs: safety.createdAtMs } },
    ]);
  });

  it('finds the change among many', async () => {
    const many = Array.from({ length: 24 }, (_, index): NoteCall[] => [['add_note', `note${index}`]]);
    const h = await takeResponses([
      [['remove_note', 'milk']],
      ...many.slice(0, 17).map((): NoteCall[] => [['remove_note', 'nothing']]),
      ...many.slice(17),
    ]);
    expect((await refused(h, 0)).obstacles).toMatchObject([{ change: { label: 'add_note("note17")' } }]);
  });

  it('rejects with not-found if a checkpoint is deleted meanwhile', async () => {
    const h = await takeResponses([[['remove_note', 'milk']], [['add_note', 'salt']]]);
    const { id } = await checkpointAt(h, 0);
    h.deps.checkpointStore.laterIds = async () => ['gone'];
    await expect(h.rollback.previewUndo(h.chatId, id)).rejects.toMatchObject({ code: 'not-found' });
  });
});

describe('an undo is refused', () => {
  it('if none of the response’s changes is left', async () => {
    const h = await takeResponses(ADD_ONE_BY_ONE);
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

  it('at a checkpoint without a response', async () => {
    const h = await takeResponses(ADD_ONE_BY_ONE);
    await undo(h, 1);
    const { id } = await lastSafety(h);
    await expect(h.rollback.previewUndo(h.chatId, id)).rejects.toMatchObject({
      code: 'not-found',
      message: 'This checkpoint doesn’t precede a response whose changes could be undone.',
      remedy: 'Roll back to it instead.',
    });
  });

  it('if the page was changed after the preview', async () => {
    const h = await takeResponses(ADD_ONE_BY_ONE);
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
