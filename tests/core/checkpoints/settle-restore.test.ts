import { describe, expect, it } from 'vitest';
import type { RecalledExecution } from '@/src/core/ports/page-port';
import { FULL } from '../loop/interruptions';
import {
  audited,
  causes,
  composer,
  dieInMidChange,
  expectRemovedByUser,
  failToStore,
  type Harness,
  redo,
  rollBack,
  toldNext,
  undo,
  untilOver,
  WHOLE,
  withEggs,
} from './take-responses';

const REFUSED = { code: 'page-changed' as const, message: 'Changed.', remedy: 'Look.', details: null };

/** The content script's entry for a state that the page accepted. */
function remembered(stateHashAfter: string): RecalledExecution {
  const look = { document: 'document-1', order: 0 };
  const result = { success: true, message: 'Done.' };
  return { kind: 'done', outcome: { result, stateHashBefore: '', stateHashAfter, ...look } };
}

const takeUp = (h: Harness) => untilOver(h, h.loop.recover(h.chatId, false));

const openWrites = async (h: Harness) =>
  (await h.db.pages.toArray()).flatMap(({ writes }) => writes.filter(({ isOpen }) => isOpen));

async function expectSettled(h: Harness): Promise<void> {
  expect(await h.db.restores.count()).toBe(0);
  expect(await openWrites(h)).toEqual([]);
}

describe('a rollback whose worker stopped', () => {
  /** The page accepted the state, or didn't. */
  async function stopped(isTaken: boolean): Promise<Harness> {
    const h = await withEggs();
    await dieInMidChange(h, () => rollBack(h, 0), isTaken);
    return h;
  }

  /** The content script answers with this when it is asked for the outcome of the rollback. */
  async function recalled(h: Harness, answer: RecalledExecution): Promise<void> {
    const [restore] = await h.db.restores.toArray();
    h.deps.page.recall = async (_chat, id) => (id === restore?.executionId ? answer : { kind: 'unknown' });
  }

  it('is finished if the page accepted the state, and gives the message back', async () => {
    const h = await stopped(true);
    await takeUp(h);
    expect(await h.roles()).toEqual(['accounting', 'rollback']);
    expect(await audited(h)).toMatchObject([{ action: 'rollback', success: true }]);
    await expectSettled(h);
    expect(await composer(h)).toEqual(['Add eggs', []]);
    expect(await toldNext(h)).toEqual([]);
  });

  it('is finished before the next message, if the chat was not recovered', async () => {
    const h = await stopped(true);
    expect(await toldNext(h)).toEqual([]);
    expect(await h.roles()).toEqual(['accounting', 'rollback', 'user', 'assistant']);
  });

  it('can be undone afterwards, with page and conversation', async () => {
    const h = await stopped(true);
    await takeUp(h);
    await redo(h);
    expect(h.notes.page.notes).toEqual(['milk', 'eggs']);
    expect((await h.roles()).filter((role) => WHOLE.includes(role))).toEqual(WHOLE);
  });

  it('attributes the user’s later changes to the user', async () => {
    const h = await stopped(true);
    await recalled(h, remembered(h.notes.hash()));
    h.notes.editByHand(['milk', 'tea']);
    await takeUp(h);
    expect(await h.roles()).toEqual(['accounting', 'rollback']);
    await expectSettled(h);
    expect(await toldNext(h)).toEqual([{ type: 'note_added', note: 'tea' }]);
  });

  it.each<[string, (h: Harness) => Promise<void>]>([
    ['is as before', async () => undefined],
    ['reports that it refused', (h) => recalled(h, { kind: 'failed', error: REFUSED })],
  ])('is dropped if the page %s', async (_, meanwhile) => {
    const h = await stopped(false);
    await meanwhile(h);
    await takeUp(h);
    expect(await h.roles()).toEqual(WHOLE);
    expect(await audited(h)).toEqual([]);
    await expectSettled(h);
  });

  it('attributes the same change after a reload to the user', async () => {
    const h = await stopped(false);
    h.notes.reload(['milk', 'eggs']);
    await takeUp(h);
    await expectSettled(h);
    await expectRemovedByUser(h);
  });

  it.each<[string, (h: Harness) => unknown]>([
    ['shows something else', (h) => h.notes.editByHand(['tea'])],
    ['shows the state in another document', (h) => h.notes.reload(['milk'])],
    ['is gone', (h) => h.notes.close()],
    ['still works on it', (h) => recalled(h, { kind: 'running' })],
  ])('stays uncertain, also in the audit, if the page %s', async (_, meanwhile) => {
    const h = await stopped(false);
    await meanwhile(h);
    await takeUp(h);
    expect(await h.roles()).toEqual(WHOLE);
    expect(await audited(h)).toMatchObject([
      {
        action: 'rollback',
        subject: 'The page did not confirm the state, so it is uncertain whether it took it',
        success: false,
        errorCode: 'outcome_unknown',
      },
    ]);
    await expectSettled(h);
  });

  it.each<[string, (h: Harness) => Promise<unknown>]>([
    [
      'the conversation went on',
      async (h) => {
        const [restore] = await h.db.restores.toArray();
        const accounting = restore?.entry?.rows[0];
        if (accounting?.role !== 'accounting') throw new Error('nothing was journaled');
        await h.deps.journal.addAccounting({ ...accounting, id: 'since' });
      },
    ],
    ['a row is lost', (h) => h.db.checkpoints.filter(({ reason }) => reason === 'before-rollback').delete()],
  ])('is reported, and not finished, if %s', async (_, happens) => {
    const h = await stopped(true);
    await happens(h);
    await takeUp(h);
    expect((await h.roles()).slice(0, WHOLE.length)).toEqual(WHOLE);
    expect(await audited(h)).toMatchObject([{ success: false, errorCode: 'interrupted' }]);
    await expectSettled(h);
    expect(await toldNext(h)).toMatchObject([
      { type: 'page_taken_back' },
      { type: 'note_removed', note: 'eggs' },
    ]);
  });

  it('attributes no change to others if the previous state was restored before the worker stopped', async () => {
    const h = await withEggs();
    await new Promise<void>((resolve) => {
      let died: Promise<void> | null = null;
      failToStore(h, () => {
        died ??= dieInMidChange(h, async () => undefined, true);
        resolve(died);
      });
      void rollBack(h, 0);
    });
    const [restore] = await h.db.restores.toArray();
    h.deps.page.recall = async (_chat, id) =>
      remembered((id === restore?.executionId ? restore.after.stateHash : restore?.before.stateHash) ?? '');
    await takeUp(h);
    expect(h.notes.page.notes).toEqual(['milk', 'eggs']);
    expect(await h.roles()).toEqual(WHOLE);
    await expectSettled(h);
    expect(await causes(h)).toEqual(['execution', 'restore', 'restore']);
  });
});

it('an undo whose worker stopped is finished if the page accepted the state', async () => {
  const h = await withEggs();
  await dieInMidChange(h, () => undo(h, 0), true);
  await takeUp(h);
  expect(await h.roles()).toEqual([...WHOLE, 'rollback']);
  expect(await audited(h)).toMatchObject([{ action: 'undo', success: true }]);
  await expectSettled(h);
});

describe('a rollback whose outcome can’t be stored', () => {
  /** No outcome can be stored until the returned function is called. */
  function diskFull({ deps: { journal, observer } }: Harness) {
    const { recordRollback } = journal;
    const { store } = observer;
    journal.recordRollback = async () => {
      throw FULL;
    };
    observer.store = async () => {
      throw FULL;
    };
    return () => {
      journal.recordRollback = recordRollback;
      observer.store = store;
    };
  }

  /** A rollback whose outcome could not be stored because the disk was full. The disk has space again. */
  async function failsToClose() {
    const h = await withEggs();
    const works = diskFull(h);
    await expect(rollBack(h, 0).finally(works)).rejects.toMatchObject({
      code: 'storage',
      message: 'The outcome of the change could not be stored.',
      details: 'The disk is full.',
    });
    return h;
  }

  it('is finished with the next message', async () => {
    const h = await failsToClose();
    expect(h.notes.page.notes).toEqual(['milk']);
    expect(await toldNext(h)).toEqual([]);
    expect(await h.roles()).toEqual(['accounting', 'rollback', 'user', 'assistant']);
    expect(await audited(h)).toMatchObject([{ action: 'rollback', success: true }]);
    await expectSettled(h);
  });

  it('is finished before another is made', async () => {
    const h = await failsToClose();
    expect(await h.loop.whileIdle(h.chatId, () => h.roles())).toEqual(['accounting', 'rollback']);
  });

  it('is finished by itself within half a minute, so that it doesn’t keep the page from other chats', async () => {
    const h = await withEggs();
    const works = diskFull(h);
    await expect(h.loop.whileIdle(h.chatId, () => rollBack(h, 0))).rejects.toMatchObject({ code: 'storage' });
    const passHalfMinute = async () => {
      await expect.poll(() => h.time.isWaited()).toBe(true);
      await h.pass(30_000);
    };
    await passHalfMinute();
    expect(await h.db.restores.count()).toBe(1);
    works();
    await passHalfMinute();
    await expect.poll(() => h.roles()).toEqual(['accounting', 'rollback']);
    await expectSettled(h);
  });

  it('stays uncertain if the page was reloaded before it could be settled', async () => {
    const h = await failsToClose();
    h.notes.reload(['milk', 'eggs', 'tea']);
    await takeUp(h);
    expect(await h.roles()).toEqual(WHOLE);
    expect(await audited(h)).toMatchObject([{ errorCode: 'outcome_unknown' }]);
    await expectSettled(h);
  });
});
