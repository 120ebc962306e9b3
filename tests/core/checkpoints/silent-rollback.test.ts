import 'fake-indexeddb/auto';
import { describe, expect, it } from 'vitest';
import { createJournal } from '@/src/background/storage/journal';
import { createRestoreUnsavedChanges } from '@/src/core/checkpoints/restore-unsaved-changes';
import { createSavedOffers } from '@/src/core/checkpoints/saved-offers';
import { StewardError } from '@/src/core/errors';
import type { AuditEntry } from '@/src/core/records/audit-entry';
import { calls, createLoopHarness, says } from '../../fakes/loop-harness';
import { checkpointAt, type Harness } from './take-responses';

const REPLACE = { strategy: 'replace' } as const;
const AGAIN = 'The conversation is as it was. Look at the page, then choose the checkpoint again.';
const timeout = () =>
  new StewardError('timeout', 'The page did not answer within 30 s.', { remedy: 'Wait.' });

async function withEggs() {
  const add: [string, unknown] = ['add_note', { text: 'eggs' }];
  const h = await createLoopHarness([calls(add, ['publish', {}]), says('Done.'), says('Fine.')], {
    settings: { permissions: { publish: 'allow' } },
  });
  await h.send('Publish eggs');
  return h;
}

/** The page accepts the next state, or doesn't, and stops responding. Returns a function that ends that. */
function fallSilent({ notes, deps }: Harness, answer: 'taken' | 'lost' | 'never arrived'): () => void {
  const { applyState, readContext, recall } = notes.port;
  const reads = { readContext: deps.page.readContext, recall: deps.page.recall };
  const silent = async () => {
    throw timeout();
  };
  notes.port.applyState = async (...request) => {
    Object.assign(deps.page, { readContext: silent, recall: silent });
    notes.port.applyState = silent;
    const taken = answer === 'never arrived' ? null : await applyState(...request);
    if (answer === 'taken' && taken !== null) return taken;
    throw timeout();
  };
  return () => {
    Object.assign(notes.port, { applyState, readContext, recall });
    Object.assign(deps.page, reads);
  };
}

async function rollBack(h: Harness): Promise<void> {
  const { id } = await checkpointAt(h, 0);
  const { stateHash } = await h.rollback.preview(h.chatId, id);
  await h.rollback.perform(h.chatId, id, stateHash, REPLACE);
}

const lastEntry = async (h: Harness): Promise<AuditEntry | undefined> =>
  (await h.db.audit.orderBy('[origin+sequence]').toArray()).at(-1);

describe('a rollback on a page that stops responding', () => {
  it('reports an unknown outcome, also in the audit', async () => {
    const h = await withEggs();
    const before = h.notes.hash();
    fallSilent(h, 'lost');
    const message = 'The page did not answer, so it is uncertain whether it is rolled back';
    await expect(rollBack(h)).rejects.toMatchObject({
      code: 'timeout',
      message: `${message}.`,
      remedy: AGAIN,
      details: 'The page did not answer within 30 s.',
    });
    expect(await h.roles()).toEqual(['user', 'assistant', 'tool', 'tool', 'assistant']);
    expect(await lastEntry(h)).toMatchObject({
      action: 'rollback',
      subject: message,
      decision: 'user',
      // The audit contains the attempt.
      ran: expect.any(String),
      success: false,
      errorCode: 'outcome_unknown',
      stateHashBefore: before,
      stateHashAfter: null,
    });
  });

  it('reports the page’s answer if only its reading fails', async () => {
    const h = await withEggs();
    fallSilent(h, 'taken');
    const message = 'The page answered that it is rolled back, but could not be read since';
    await expect(rollBack(h)).rejects.toMatchObject({
      code: 'timeout',
      message: `${message}.`,
      remedy: AGAIN,
    });
    expect(await lastEntry(h)).toMatchObject({ subject: message, errorCode: 'outcome_unknown' });
  });

  it('reports that it is unknown whether the previous state was restored, if the entry can’t be stored either', async () => {
    const h = await withEggs();
    h.db.messages.hook('creating', () => {
      fallSilent(h, 'lost');
      throw new Error('disk full');
    });
    const message = 'The page was changed, and it is uncertain whether it could be restored';
    await expect(rollBack(h)).rejects.toMatchObject({
      code: 'timeout',
      message: `${message}.`,
      remedy: AGAIN,
      details: expect.stringContaining('The page did not answer within 30 s.'),
    });
    expect(await lastEntry(h)).toMatchObject({ subject: message, errorCode: 'outcome_unknown' });
  });

  it.each(['lost', 'never arrived'] as const)(
    'can be chosen again once the page answers, and takes the conversation back (%s)',
    async (answer) => {
      const h = await withEggs();
      const answerAgain = fallSilent(h, answer);
      await expect(rollBack(h)).rejects.toMatchObject({ code: 'timeout' });
      answerAgain();
      const { id } = await checkpointAt(h, 0);
      expect(await h.rollback.preview(h.chatId, id)).toMatchObject({
        // If the page accepted the state, nothing changes on it, and nothing counts as a change by hand.
        differences: answer === 'lost' ? [] : [{ kind: 'removed', text: 'eggs' }],
        changedByHand: [],
        messagesSetAside: 3,
      });
      await rollBack(h);
      expect(h.notes.page.notes).toEqual(['milk']);
      expect(await h.roles()).toEqual(['accounting', 'rollback']);
      expect(await lastEntry(h)).toMatchObject({ action: 'rollback', success: true });
      const { conversation } = await h.send('And now?');
      expect(conversation.findLast(({ role }) => role === 'user')).toMatchObject({ changes: [] });
    },
  );
});

describe('an unknown outcome has its own texts', () => {
  it('for an undo', async () => {
    const h = await withEggs();
    const { id } = await checkpointAt(h, 0);
    const { stateHash } = await h.rollback.previewUndo(h.chatId, id);
    fallSilent(h, 'lost');
    await expect(h.rollback.undo(h.chatId, id, stateHash)).rejects.toMatchObject({
      message: 'The page did not answer, so it is uncertain whether the change is undone.',
      remedy: AGAIN,
    });
    expect(await lastEntry(h)).toMatchObject({ action: 'undo', errorCode: 'outcome_unknown' });
  });

  it('for restored unsaved changes', async () => {
    const h = await withEggs();
    const drafts = createRestoreUnsavedChanges({ ...h.deps, journal: createJournal(h.db, h.clock) });
    const known = { notes: ['milk', 'eggs', 'tea'], published: ['milk', 'eggs'] };
    fallSilent(h, 'lost');
    await expect(
      drafts.perform(h.chatId, known, h.notes.hash(), h.consents.give(h.chatId)),
    ).rejects.toMatchObject({
      message: 'The page did not answer, so it is uncertain whether the unsaved changes are back.',
      remedy:
        'The conversation is as it was. Look at the page, then restore them again if they are still missing.',
    });
    expect(await lastEntry(h)).toMatchObject({ action: 'restore-unsaved', errorCode: 'outcome_unknown' });
  });

  it('for a restored earlier save', async () => {
    const h = await withEggs();
    h.notes.editByHand(['milk', 'eggs', 'tea']);
    await rollBack(h);
    h.notes.editByHand(['milk', 'tea']);
    const offers = createSavedOffers({ ...h.deps, journal: createJournal(h.db, h.clock) });
    fallSilent(h, 'lost');
    await expect(offers.restore(h.chatId, h.notes.hash(), h.consents.give(h.chatId))).rejects.toMatchObject({
      message: 'The page did not answer, so it is uncertain whether the earlier save is restored.',
      remedy: 'The conversation is as it was. Look at the page, then restore it again if it is still wanted.',
    });
    expect(await lastEntry(h)).toMatchObject({ action: 'restore-saved', errorCode: 'outcome_unknown' });
  });
});
