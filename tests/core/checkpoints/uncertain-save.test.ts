import 'fake-indexeddb/auto';
import { describe, expect, it } from 'vitest';
import { createJournal } from '@/src/background/storage/journal';
import { StewardError } from '@/src/core/errors';
import { calls, createLoopHarness, says } from '../../fakes/loop-harness';
import { createSavedOffers } from '../../fakes/reversals';
import { checkpointAt, type Harness, lastSafety } from './take-responses';

const ADD_EGGS: [string, unknown] = ['add_note', { text: 'eggs' }];
const PUBLISH: [string, unknown] = ['publish', {}];

const nextTurn = () => new Promise((resolve) => setTimeout(resolve, 1));

const withSave = () =>
  createLoopHarness([calls(ADD_EGGS, PUBLISH), says('Done.'), says('I see.')], {
    hasDryRuns: true,
    settings: { permissions: { publish: 'allow' } },
  });

/** Advances the time until `work` ends. */
async function untilOver(h: Harness, work: Promise<unknown>): Promise<void> {
  let isOver = false;
  void work.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    await nextTurn();
    if (h.time.isWaited()) await h.time.pass(100);
  }
}

/** The page doesn't answer the save before the run is stopped. */
async function stopInSave(h: Harness): Promise<void> {
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
}

async function rollBack(h: Harness, checkpointId: string) {
  const offers = createSavedOffers({ ...h.deps, journal: createJournal(h.db, h.clock) });
  const { stateHash } = await h.rollback.preview(h.chatId, checkpointId);
  await h.rollback.perform(h.chatId, checkpointId, stateHash, { strategy: 'replace' });
  const row = (await h.record()).conversation.findLast(({ role }) => role === 'rollback');
  if (row?.role !== 'rollback') throw new Error('no rollback');
  return { savedSince: row.savedSince, offer: await offers.look(h.chatId) };
}

const rollBackPast = async (h: Harness) => rollBack(h, (await checkpointAt(h, 0)).id);

const saveOf = async (h: Harness) =>
  (await h.db.executions.toArray()).find(({ name }) => name === 'publish')?.id;

describe('a rollback past a save of unknown outcome', () => {
  it('says that it is in effect if it took effect after Stop', async () => {
    const h = await withSave();
    await stopInSave(h);
    h.notes.page.published = ['milk', 'eggs'];
    const { savedSince, offer } = await rollBackPast(h);
    expect(h.notes.page.notes).toEqual(['milk']);
    expect(savedSince).toEqual({ executionId: await saveOf(h), savedHash: expect.any(String) });
    expect(offer).toMatchObject({ note: 'Readers still get the notes you published.', canSave: true });
  });

  it.each([
    ['it never landed', ['milk']],
    ['something else was saved', ['bread']],
  ])('offers nothing if %s', async (_, published) => {
    const h = await withSave();
    await stopInSave(h);
    h.notes.page.published = published;
    expect(await rollBackPast(h)).toEqual({ savedSince: null, offer: null });
  });

  it('says that also after an undo of the response', async () => {
    const h = await withSave();
    await stopInSave(h);
    h.notes.page.published = ['milk', 'eggs'];
    const { id } = await checkpointAt(h, 0);
    const { stateHash } = await h.rollback.previewUndo(h.chatId, id);
    await h.rollback.undo(h.chatId, id, stateHash);
    expect((await h.record()).conversation.at(-1)).toMatchObject({
      kind: 'undo',
      savedSince: { executionId: await saveOf(h) },
    });
  });

  it('says that also if the save has no stored result', async () => {
    const h = await withSave();
    const { storeResult } = h.deps.journal;
    h.deps.journal.storeResult = async (entry) => {
      if (entry.message.name === 'publish') throw new StewardError('storage', 'Full.', { remedy: 'Wait.' });
      await storeResult(entry);
    };
    await h.send('Publish eggs');
    expect(h.notes.page.published).toEqual(['milk', 'eggs']);
    expect(await h.results()).toEqual(['ok: Added eggs.']);
    const { savedSince, offer } = await rollBackPast(h);
    expect(savedSince).toMatchObject({ executionId: await saveOf(h) });
    expect(offer).not.toBeNull();
  });

  it('says that also if the page was changed right after it', async () => {
    const h = await withSave();
    h.notes.hooks.afterExecute = async (tool) => {
      if (tool === 'publish') h.notes.editByHand(['milk', 'eggs', 'tea']);
    };
    await h.send('Publish eggs');
    expect((await h.results()).at(-1)).toMatch(/^ok: /);
    expect((await rollBackPast(h)).savedSince).toMatchObject({ executionId: await saveOf(h) });
  });

  it('offers nothing once the rollback is undone', async () => {
    const h = await withSave();
    await stopInSave(h);
    h.notes.page.published = ['milk', 'eggs'];
    await rollBackPast(h);
    const { id } = await lastSafety(h);
    expect(await rollBack(h, id)).toEqual({ savedSince: null, offer: null });
  });
});
