import { say } from '@/src/schema/values/said';
import 'fake-indexeddb/auto';
import { describe, expect, it } from 'vitest';
import { createJournal } from '@/src/background/storage/journal';
import { StewardError } from '@/src/core/errors';
import type { UserConsent } from '@/src/core/policy/user-consent';
import { calls, createLoopHarness, hangs, says, type Turn } from '../../fakes/loop-harness';
import { createSavedOffers } from '../../fakes/reversals';
import { checkpointAt, type Harness, lastSafety, listedIds } from './take-responses';

type Made = [name: string, args: unknown];

const add = (text: string): Made => ['add_note', { text }];
const PUBLISH: Made = ['publish', {}];
const EGGS_OFFER = {
  kind: 'restore-saved',
  note: 'Readers still get the notes you published.',
  restore: null,
  canSave: true,
};

/** A chat with one run for each response, and these calls in the responses. */
async function chatAfter(responses: Made[][], ...more: Turn[]) {
  const script = responses.flatMap((made): Turn[] => [calls(...made), says('Done.')]);
  const h = await createLoopHarness([...script, ...more], {
    settings: { permissions: { publish: 'allow' } },
  });
  for (const index of responses.keys()) await h.send(`Message ${index}`);
  const offers = createSavedOffers({ ...h.deps, journal: createJournal(h.db, h.clock) });
  return { h, offers };
}

async function rollBackTo(h: Harness, checkpointId: string): Promise<void> {
  const { stateHash } = await h.rollback.preview(h.chatId, checkpointId);
  await h.rollback.perform(h.chatId, checkpointId, stateHash, { strategy: 'replace' });
}

/** Rolls back to before the response of that index. */
const rollBack = async (h: Harness, index: number) => rollBackTo(h, (await checkpointAt(h, index)).id);

async function newestRow(h: Harness) {
  const row = (await h.record()).conversation.findLast(({ role }) => role === 'rollback');
  if (row?.role !== 'rollback') throw new Error('no rollback');
  return row;
}

type Chat = Awaited<ReturnType<typeof chatAfter>>;

async function restore({ h, offers }: Chat, consent: UserConsent = h.consents.give(h.chatId)) {
  const offer = await offers.look(h.chatId);
  await offers.restore(h.chatId, offer?.stateHash ?? '', consent);
}

describe('after a rollback past a save', () => {
  it('says that the saved state is still in effect, and offers to save the page, which differs', async () => {
    const { h, offers } = await chatAfter([[add('eggs'), PUBLISH]]);
    expect(await offers.look(h.chatId)).toBeNull();
    await rollBack(h, 0);
    expect(h.notes.page).toEqual({ notes: ['milk'], published: ['milk', 'eggs'] });
    const row = await newestRow(h);
    expect(row.savedSince).toEqual({ executionId: expect.any(String), savedHash: expect.any(String) });
    // The page is already in the earlier saved state, so there is nothing to restore.
    expect(await offers.look(h.chatId)).toEqual({
      ...EGGS_OFFER,
      stateHash: h.notes.hash(),
      position: 7,
    });
  });

  it('offers to restore the state that was saved before the first of the saves', async () => {
    const chat = await chatAfter([[add('eggs')], [PUBLISH], [add('tea'), PUBLISH]]);
    const { h, offers } = chat;
    await rollBack(h, 1);
    expect(h.notes.page.notes).toEqual(['milk', 'eggs']);
    expect(await offers.look(h.chatId)).toMatchObject({
      restore: {
        label: 'Restore the earlier published notes',
        differences: [{ kind: 'removed', text: 'eggs' }],
      },
    });
    const before = h.notes.hash();
    await restore(chat);
    expect(h.notes.page).toEqual({ notes: ['milk'], published: ['milk', 'eggs', 'tea'] });
    const row = await newestRow(h);
    const safety = await lastSafety(h);
    expect(row).toMatchObject({
      kind: 'restore-saved',
      checkpointId: null,
      safetyCheckpointId: safety.id,
      description: 'eggs',
      discardedMessages: 0,
      savedSince: null,
      savedNote: say('said.saving.unsaved', { note: 'The published copy differs.' }),
    });
    expect(safety).toMatchObject({ reason: 'before-restore-saved', after: { stateHash: h.notes.hash() } });
    expect(await listedIds(h)).toContain(safety.id);
    expect((await h.db.audit.orderBy('[origin+sequence]').toArray()).at(-1)).toMatchObject({
      action: 'restore-saved',
      subject: 'eggs',
      decision: 'user',
      success: true,
      stateHashBefore: before,
      stateHashAfter: h.notes.hash(),
    });
    // The restore is done; the page can still be saved.
    expect(await offers.look(h.chatId)).toMatchObject({ restore: null, canSave: true });
    await expect(offers.restore(h.chatId, h.notes.hash(), h.consents.give(h.chatId))).rejects.toMatchObject({
      code: 'not-found',
    });
  });

  it('the restore can be undone, and is reported to the model as the user’s change', async () => {
    const chat = await chatAfter([[add('eggs')], [PUBLISH], [add('tea'), PUBLISH]], says('I see.'));
    const { h } = chat;
    await rollBack(h, 1);
    await restore(chat);
    const { conversation } = await h.send('What now?');
    expect(conversation.findLast(({ role }) => role === 'user')).toMatchObject({
      changes: [{ type: 'note_removed', note: 'eggs' }],
    });
    await rollBackTo(h, (await lastSafety(h)).id);
    expect(h.notes.page.notes).toEqual(['milk', 'eggs']);
  });

  it('offers the same after an undo of the response that saved', async () => {
    const { h, offers } = await chatAfter([[add('eggs'), PUBLISH], [add('tea')]]);
    const checkpoint = await checkpointAt(h, 0);
    const { stateHash } = await h.rollback.previewUndo(h.chatId, checkpoint.id);
    await h.rollback.undo(h.chatId, checkpoint.id, stateHash);
    expect(h.notes.page.notes).toEqual(['milk', 'tea']);
    expect(await offers.look(h.chatId)).toMatchObject({
      restore: { differences: [{ kind: 'removed', text: 'tea' }] },
    });
  });

  it('keeps the offer after a rollback past the first one, with the state that was saved before all saves', async () => {
    const { h, offers } = await chatAfter([[add('eggs')], [PUBLISH], [add('tea')]]);
    await rollBack(h, 1);
    await rollBack(h, 0);
    expect(h.notes.page.notes).toEqual(['milk']);
    expect((await newestRow(h)).savedSince).not.toBeNull();
    expect(await offers.look(h.chatId)).toMatchObject({ restore: null, canSave: true });
  });

  it('ends when the rollback is undone', async () => {
    const { h, offers } = await chatAfter([[add('eggs'), PUBLISH]]);
    await rollBack(h, 0);
    await rollBackTo(h, (await lastSafety(h)).id);
    expect(h.notes.page.notes).toEqual(['milk', 'eggs']);
    expect((await newestRow(h)).savedSince).toBeNull();
    expect(await offers.look(h.chatId)).toBeNull();
  });

  it('ends when the undo is undone', async () => {
    const { h, offers } = await chatAfter([[add('eggs'), PUBLISH]]);
    const { id } = await checkpointAt(h, 0);
    const { stateHash } = await h.rollback.previewUndo(h.chatId, id);
    await h.rollback.undo(h.chatId, id, stateHash);
    await rollBackTo(h, (await lastSafety(h)).id);
    expect(h.notes.page.notes).toEqual(['milk', 'eggs']);
    expect((await newestRow(h)).savedSince).toBeNull();
    expect(await offers.look(h.chatId)).toBeNull();
  });

  it('ends when the assistant saves the earlier state again, even after further rollbacks', async () => {
    const again = calls(['remove_note', { text: 'tea' }], PUBLISH);
    const { h } = await chatAfter([[add('tea')], [add('eggs'), PUBLISH]], again, says('Published.'));
    await rollBack(h, 1);
    await h.send('Publish it without tea');
    expect(h.notes.page.published).toEqual(['milk']);
    await rollBack(h, 0);
    expect((await newestRow(h)).savedSince).toBeNull();
  });

  it.each([
    ['something else is saved', ['bread']],
    ['what was saved before is saved again', ['milk']],
  ])('ends when %s', async (_, published) => {
    const { h, offers } = await chatAfter([[add('eggs'), PUBLISH]]);
    await rollBack(h, 0);
    h.notes.page.published = published;
    expect(await offers.look(h.chatId)).toBeNull();
    await expect(offers.restore(h.chatId, h.notes.hash(), h.consents.give(h.chatId))).rejects.toMatchObject({
      code: 'not-found',
    });
  });

  it('offers no save for a page that equals the saved state', async () => {
    const { h, offers } = await chatAfter([[add('eggs'), PUBLISH]]);
    await rollBack(h, 0);
    h.notes.editByHand(['milk', 'eggs']);
    expect(await offers.look(h.chatId)).toMatchObject({
      canSave: false,
      restore: { differences: [{ kind: 'removed', text: 'eggs' }] },
    });
  });

  it('names the tool that saves the page', async () => {
    const { h, offers } = await chatAfter([]);
    expect(await offers.saveTool(h.chatId)).toBe('publish');
    const { saving: _, ...others } = h.deps.adapters.definitionOf('notes');
    const adapters = { definitionOf: () => others };
    const plain = createSavedOffers({ ...h.deps, adapters, journal: createJournal(h.db, h.clock) });
    await expect(plain.saveTool(h.chatId)).rejects.toMatchObject({ code: 'not-found' });
  });
});

describe('nothing is offered', () => {
  it.each<[string, Made[][], number, string[] | null]>([
    ['if nothing was saved', [[add('eggs')]], 0, null],
    ['if the save is earlier than the checkpoint', [[add('eggs'), PUBLISH], [add('tea')]], 1, null],
    ['if the save changed nothing', [[PUBLISH]], 0, null],
    ['if the earlier state was saved again', [[add('eggs'), PUBLISH]], 0, ['milk']],
  ])('%s', async (_, responses, index, published) => {
    const { h, offers } = await chatAfter(responses);
    if (published !== null) h.notes.page.published = published;
    await rollBack(h, index);
    expect((await newestRow(h)).savedSince).toBeNull();
    expect(await offers.look(h.chatId)).toBeNull();
  });

  it('if the save was refused, whatever the user saved since', async () => {
    const { h, offers } = await chatAfter([], calls(add('eggs'), PUBLISH), says('Not published.'));
    h.notes.hooks.beforeExecute = async (tool) => {
      if (tool !== 'publish') return;
      throw new StewardError('page-changed', 'Changed.', { remedy: 'Look again.' });
    };
    await h.send('Publish');
    h.notes.page.published = ['bread'];
    await rollBack(h, 0);
    expect((await newestRow(h)).savedSince).toBeNull();
    expect(await offers.look(h.chatId)).toBeNull();
  });
});

describe('restoring is refused', () => {
  async function offered(...more: Turn[]) {
    const chat = await chatAfter([[add('eggs')], [PUBLISH], [add('tea'), PUBLISH]], ...more);
    await rollBack(chat.h, 1);
    return chat;
  }

  it('if the page changed since', async () => {
    const { h, offers } = await offered();
    const offer = await offers.look(h.chatId);
    h.notes.editByHand(['by hand']);
    await expect(
      offers.restore(h.chatId, offer?.stateHash ?? '', h.consents.give(h.chatId)),
    ).rejects.toMatchObject({ code: 'page-changed' });
    expect(h.notes.page.notes).toEqual(['by hand']);
  });

  it('during a run', async () => {
    const chat = await offered(hangs);
    await chat.h.loop.sendUserMessage(chat.h.chatId, 'Wait');
    await expect(restore(chat)).rejects.toMatchObject({ code: 'busy' });
    await chat.h.loop.stop(chat.h.chatId);
  });

  it('without the user’s click', async () => {
    const chat = await offered();
    const { h } = chat;
    const before = structuredClone(h.notes.page);
    await expect(restore(chat, { subject: h.chatId })).rejects.toMatchObject({ code: 'write-refused' });
    expect(h.notes.page).toEqual(before);
    expect((await newestRow(h)).kind).toBe('rollback');
  });
});
