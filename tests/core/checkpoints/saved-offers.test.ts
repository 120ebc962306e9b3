import { describe, expect, it } from 'vitest';
import { StewardError } from '@/src/core/errors';
import type { UserConsent } from '@/src/core/policy/user-consent';
import { say } from '@/src/schema/values/said';
import { createLoopHarness, hangs, says, type Turn } from '../../fakes/loop-harness';
import { createSavedOffers } from '../../fakes/reversals';
import { FULL } from '../loop/interruptions';
import {
  audited,
  type Harness,
  lastSafety,
  listedIds,
  newestRow,
  redo,
  responds,
  rollBack,
  takeResponses,
  toldNext,
  undo,
  untilOver,
} from './take-responses';

const NOTE = 'Readers still get the notes you published.';
const EGGS_GONE = [{ kind: 'removed', text: 'eggs' }];

/** A chat whose one run added eggs and published them. */
const eggsPublished = () => takeResponses(['+eggs publish']);

/** The same chat, rolled back to before the eggs were added. */
async function rolledBack(): Promise<Harness> {
  const h = await eggsPublished();
  await rollBack(h, 0);
  return h;
}

/** A chat that was rolled back to the state after eggs were added, before two saves. */
async function pastTwo(...more: Turn[]): Promise<Harness> {
  const h = await takeResponses(['+eggs', 'publish', '+tea publish'], undefined, more);
  await rollBack(h, 1);
  return h;
}

const look = (h: Harness) => createSavedOffers(h.deps).look(h.chatId);

/** Restores what the last look offered. */
const restore = (h: Harness, stateHash = h.notes.hash(), consent?: UserConsent) =>
  createSavedOffers(h.deps).restore(h.chatId, stateHash, consent ?? h.consents.give(h.chatId));

/** Expects that the row of the rollback names no save that is still in effect, and that no restore is offered. */
async function expectNothingOffered(h: Harness): Promise<void> {
  expect((await newestRow(h)).savedSince).toBeNull();
  expect(await look(h)).toBeNull();
}

describe('after a rollback past a save', () => {
  it('says that the saved state is still in effect, and offers to save the page, which differs', async () => {
    const h = await eggsPublished();
    expect(await look(h)).toBeNull();
    await rollBack(h, 0);
    expect(h.notes.page).toEqual({ notes: ['milk'], published: ['milk', 'eggs'] });
    const { savedSince } = await newestRow(h);
    expect(savedSince).toEqual({ executionId: expect.any(String), savedHash: expect.any(String) });
    // The page is already in the earlier saved state, so there is nothing to restore.
    expect(await look(h)).toEqual({
      kind: 'restore-saved',
      note: NOTE,
      restore: null,
      canSave: true,
      stateHash: h.notes.hash(),
      position: 7,
    });
  });

  it('offers to restore the state that was saved before the first of the saves', async () => {
    const h = await pastTwo();
    expect(h.notes.page.notes).toEqual(['milk', 'eggs']);
    expect(await look(h)).toMatchObject({
      restore: { label: 'Restore the earlier published notes', differences: EGGS_GONE },
    });
    const before = h.notes.hash();
    await restore(h);
    expect(h.notes.page).toEqual({ notes: ['milk'], published: ['milk', 'eggs', 'tea'] });
    const safety = await lastSafety(h);
    expect(await newestRow(h)).toMatchObject({
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
    expect((await audited(h)).at(-1)).toMatchObject({
      action: 'restore-saved',
      subject: 'eggs',
      decision: 'user',
      success: true,
      stateHashBefore: before,
      stateHashAfter: h.notes.hash(),
    });
    // The restore is done; the page can still be saved.
    expect(await look(h)).toMatchObject({ restore: null, canSave: true });
    await expect(restore(h)).rejects.toMatchObject({ code: 'not-found' });
  });

  it('the restore can be undone, and is reported to the model as the user’s change', async () => {
    const h = await pastTwo(says('I see.'));
    await restore(h);
    expect(await toldNext(h)).toEqual([{ type: 'note_removed', note: 'eggs' }]);
    await redo(h);
    expect(h.notes.page.notes).toEqual(['milk', 'eggs']);
  });

  it('offers the same after an undo of the response that saved', async () => {
    const h = await takeResponses(['+eggs publish', '+tea']);
    await undo(h, 0);
    expect(h.notes.page.notes).toEqual(['milk', 'tea']);
    expect(await look(h)).toMatchObject({ restore: { differences: [{ kind: 'removed', text: 'tea' }] } });
  });

  it('keeps the offer after a rollback past the first one, with the state that was saved before all saves', async () => {
    const h = await takeResponses(['+eggs', 'publish', '+tea']);
    await rollBack(h, 1);
    await rollBack(h, 0);
    expect(h.notes.page.notes).toEqual(['milk']);
    expect((await newestRow(h)).savedSince).not.toBeNull();
    expect(await look(h)).toMatchObject({ restore: null, canSave: true });
  });

  it.each([
    ['rollback', rollBack],
    ['undo', undo],
  ])('ends when the %s is undone', async (_, reverse) => {
    const h = await eggsPublished();
    await reverse(h, 0);
    await redo(h);
    expect(h.notes.page.notes).toEqual(['milk', 'eggs']);
    await expectNothingOffered(h);
  });

  it('ends when the assistant saves the earlier state again, even after further rollbacks', async () => {
    const again = [responds('-tea publish'), says('Published.')];
    const h = await takeResponses(['+tea', '+eggs publish'], undefined, again);
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
    const h = await rolledBack();
    h.notes.page.published = published;
    expect(await look(h)).toBeNull();
    await expect(restore(h)).rejects.toMatchObject({ code: 'not-found' });
  });

  it('offers no save for a page that equals the saved state', async () => {
    const h = await rolledBack();
    h.notes.editByHand(['milk', 'eggs']);
    expect(await look(h)).toMatchObject({ canSave: false, restore: { differences: EGGS_GONE } });
  });

  it('names the tool that saves the page', async () => {
    const h = await createLoopHarness([]);
    expect(await createSavedOffers(h.deps).saveTool(h.chatId)).toBe('publish');
    const plain = await createLoopHarness([], { isWithoutSave: true });
    await expect(createSavedOffers(plain.deps).saveTool(plain.chatId)).rejects.toMatchObject({
      code: 'not-found',
    });
  });
});

describe('nothing is offered', () => {
  it.each<[string, string[], number, string[] | null]>([
    ['if nothing was saved', ['+eggs'], 0, null],
    ['if the save is earlier than the checkpoint', ['+eggs publish', '+tea'], 1, null],
    ['if the save changed nothing', ['publish'], 0, null],
    ['if the earlier state was saved again', ['+eggs publish'], 0, ['milk']],
  ])('%s', async (_, responses, index, published) => {
    const h = await takeResponses(responses);
    if (published !== null) h.notes.page.published = published;
    await rollBack(h, index);
    await expectNothingOffered(h);
  });

  it('if the save was refused, whatever the user saved since', async () => {
    const h = await takeResponses([], undefined, [responds('+eggs publish'), says('Not published.')]);
    h.notes.hooks.beforeExecute = async (tool) => {
      if (tool !== 'publish') return;
      throw new StewardError('page-changed', 'Changed.', { remedy: 'Look again.' });
    };
    await h.send('Publish');
    h.notes.page.published = ['bread'];
    await rollBack(h, 0);
    await expectNothingOffered(h);
  });
});

describe('restoring is refused', () => {
  it('if the page changed since', async () => {
    const h = await pastTwo();
    const offer = await look(h);
    h.notes.editByHand(['by hand']);
    await expect(restore(h, offer?.stateHash)).rejects.toMatchObject({ code: 'page-changed' });
    expect(h.notes.page.notes).toEqual(['by hand']);
  });

  it('during a run', async () => {
    const h = await pastTwo(hangs);
    await h.loop.sendUserMessage(h.chatId, 'Wait');
    await expect(restore(h)).rejects.toMatchObject({ code: 'busy' });
    await h.loop.stop(h.chatId);
  });

  it('without the user’s click', async () => {
    const h = await pastTwo();
    const before = structuredClone(h.notes.page);
    const madeUp = { subjects: [h.chatId] };
    await expect(restore(h, h.notes.hash(), madeUp)).rejects.toMatchObject({ code: 'write-refused' });
    expect(h.notes.page).toEqual(before);
    expect((await newestRow(h)).kind).toBe('rollback');
  });
});

describe('after a rollback past a save of unknown outcome', () => {
  const withSave = () =>
    createLoopHarness([responds('+eggs publish'), says('Done.'), says('I see.')], {
      hasDryRuns: true,
      settings: { permissions: { publish: 'allow' } },
    });

  /** The page doesn't answer the save before the run is stopped. It has published this by then. */
  async function stoppedInSave(published: string[]): Promise<Harness> {
    const h = await withSave();
    const { execute } = h.deps.page;
    let isSent = false;
    h.deps.page.execute = async (...request) => {
      if (request[1].tool !== 'publish') return execute(...request);
      isSent = true;
      return new Promise((_resolve, reject) => {
        request[2].addEventListener('abort', () => reject(request[2].reason));
      });
    };
    h.deps.page.recall = async () => ({ kind: 'running' });
    await h.loop.sendUserMessage(h.chatId, 'Publish eggs');
    await expect.poll(() => isSent).toBe(true);
    await untilOver(h, h.loop.stop(h.chatId));
    expect((await h.results()).at(-1)).toMatch(/^outcome_unknown: /);
    h.notes.page.published = published;
    return h;
  }

  const saveOf = async (h: Harness) =>
    (await h.db.executions.toArray()).find(({ name }) => name === 'publish')?.id;

  it.each([
    ['a rollback', rollBack],
    ['an undo of the response', undo],
  ])('says after %s that it is in effect if it took effect after Stop', async (_, reverse) => {
    const h = await stoppedInSave(['milk', 'eggs']);
    await reverse(h, 0);
    expect(h.notes.page.notes).toEqual(['milk']);
    expect((await newestRow(h)).savedSince).toEqual({
      executionId: await saveOf(h),
      savedHash: expect.any(String),
    });
    expect(await look(h)).toMatchObject({ note: NOTE, canSave: true });
  });

  it.each([
    ['it never landed', ['milk']],
    ['something else was saved', ['bread']],
  ])('offers nothing if %s', async (_, published) => {
    const h = await stoppedInSave(published);
    await rollBack(h, 0);
    await expectNothingOffered(h);
  });

  it('says that also if the save has no stored result', async () => {
    const h = await withSave();
    const { storeResult } = h.deps.journal;
    h.deps.journal.storeResult = async (entry) => {
      if (entry.message.name === 'publish') throw FULL;
      await storeResult(entry);
    };
    await h.send('Publish eggs');
    expect(h.notes.page.published).toEqual(['milk', 'eggs']);
    expect(await h.results()).toEqual(['ok: Added eggs.']);
    await rollBack(h, 0);
    expect((await newestRow(h)).savedSince).toMatchObject({ executionId: await saveOf(h) });
    expect(await look(h)).not.toBeNull();
  });

  it('says that also if the page was changed right after it', async () => {
    const h = await withSave();
    h.notes.hooks.afterExecute = async (tool) => {
      if (tool === 'publish') h.notes.editByHand(['milk', 'eggs', 'tea']);
    };
    await h.send('Publish eggs');
    expect((await h.results()).at(-1)).toMatch(/^ok: /);
    await rollBack(h, 0);
    expect((await newestRow(h)).savedSince).toMatchObject({ executionId: await saveOf(h) });
  });

  it('offers nothing once the rollback is undone', async () => {
    const h = await stoppedInSave(['milk', 'eggs']);
    await rollBack(h, 0);
    await redo(h);
    await expectNothingOffered(h);
  });
});
