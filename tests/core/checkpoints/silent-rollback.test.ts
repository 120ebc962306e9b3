import { describe, expect, it, vi } from 'vitest';
import { StewardError } from '@/src/core/errors';
import { boundPage } from '@/src/core/records/record-access';
import type { AuditEntry } from '@/src/schema/audit';
import { calls, createLoopHarness, says } from '../../fakes/loop-harness';
import { createRestoreUnsavedChanges, createSavedOffers } from '../../fakes/reversals';
import { type Harness, rollBack, undo, untilOver } from './take-responses';

const LATER =
  'The conversation is as it was. Steward checks the page once it answers, and completes this if it took effect.';
const timeout = () =>
  new StewardError('timeout', 'The page did not answer within 30 s.', { remedy: 'Wait.' });

async function withEggs() {
  const add: [string, unknown] = ['add_note', { text: 'eggs' }];
  const h = await createLoopHarness(
    [calls(add, ['publish', {}]), says('Done.'), says('Fine.'), says('Fine.')],
    {
      settings: { permissions: { publish: 'allow' } },
    },
  );
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

/** The page reports that it may have changed, and is read. */
async function noticeOf(h: Harness): Promise<void> {
  const reading = await h.deps.page.readContext((await h.record()).chat, new AbortController().signal);
  await untilOver(h, h.loop.notePage(h.chatId, { kind: 'changed', reading }));
}

/** True if a change of the page waits for a reading that decides its outcome. */
const isOpen = async (h: Harness) => (await h.db.restores.count()) === 1;

const lastEntry = async (h: Harness): Promise<AuditEntry | undefined> =>
  (await h.db.audit.orderBy('[origin+sequence]').toArray()).at(-1);

describe('a rollback on a page that stops responding', () => {
  it('reports an unknown outcome, which is left open', async () => {
    const h = await withEggs();
    fallSilent(h, 'lost');
    const message = 'The page did not answer, so it is uncertain whether the change took effect.';
    await expect(rollBack(h, 0)).rejects.toMatchObject({
      code: 'timeout',
      message,
      remedy: LATER,
      details: 'The page did not answer within 30 s.',
    });
    expect(await h.roles()).toEqual(['user', 'assistant', 'tool', 'tool', 'assistant']);
    expect(await isOpen(h)).toBe(true);
  });

  it('reports the page’s answer if only its reading fails', async () => {
    const h = await withEggs();
    fallSilent(h, 'taken');
    const message = 'The page answered that the change took effect, but could not be read since.';
    await expect(rollBack(h, 0)).rejects.toMatchObject({
      code: 'timeout',
      message,
      remedy: LATER,
    });
    expect(await isOpen(h)).toBe(true);
  });

  it('reports that it is unknown whether the previous state was restored, if the entry can’t be stored either', async () => {
    const h = await withEggs();
    h.db.messages.hook('creating', () => {
      fallSilent(h, 'lost');
      throw new Error('disk full');
    });
    const message = 'The page was changed, and it is uncertain whether it could be restored.';
    await expect(rollBack(h, 0)).rejects.toMatchObject({
      code: 'timeout',
      message,
      remedy: LATER,
      details: expect.stringContaining('The page did not answer within 30 s.'),
    });
    expect(await isOpen(h)).toBe(true);
  });

  it.each<[string, (h: Harness) => Promise<unknown>]>([
    ['the next message', (h) => h.send('And now?')],
    ['another change', (h) => h.loop.whileIdle(h.chatId, async () => undefined)],
    ['a notice of the page', (h) => noticeOf(h)],
  ])('is completed at %s if it took effect, and gives the message back', async (_, look) => {
    const h = await withEggs();
    const answerAgain = fallSilent(h, 'lost');
    await expect(rollBack(h, 0)).rejects.toMatchObject({ code: 'timeout' });
    // The page is still silent.
    await h.loop.whileIdle(h.chatId, async () => undefined);
    expect(await isOpen(h)).toBe(true);
    answerAgain();
    await look(h);
    expect(await isOpen(h)).toBe(false);
    expect((await h.roles()).slice(0, 2)).toEqual(['accounting', 'rollback']);
    expect(await h.db.composerTexts.toArray()).toEqual([
      { chatId: h.chatId, text: 'Publish eggs', imageIds: [] },
    ]);
    expect(await h.db.audit.filter(({ action }) => action === 'rollback').toArray()).toMatchObject([
      { success: true },
    ]);
    const { conversation } = await h.send('Anything else?');
    expect(conversation.findLast(({ role }) => role === 'user')).toMatchObject({ changes: [] });
  });

  it('can be chosen again if it never arrived', async () => {
    const h = await withEggs();
    const answerAgain = fallSilent(h, 'never arrived');
    await expect(rollBack(h, 0)).rejects.toMatchObject({ code: 'timeout' });
    answerAgain();
    await noticeOf(h);
    expect(await h.roles()).toEqual(['user', 'assistant', 'tool', 'tool', 'assistant']);
    await rollBack(h, 0);
    expect(h.notes.page.notes).toEqual(['milk']);
    expect(await lastEntry(h)).toMatchObject({ action: 'rollback', success: true });
  });
});

describe('closing a chat’s run, as before the chat is bound to another page', () => {
  it('is refused while the page is there and doesn’t answer', async () => {
    const h = await withEggs();
    fallSilent(h, 'lost');
    await expect(rollBack(h, 0)).rejects.toMatchObject({ code: 'timeout' });
    const task = vi.fn();
    await expect(h.loop.closeRun(h.chatId, task)).rejects.toMatchObject({ code: 'conflict' });
    expect(task).not.toHaveBeenCalled();
    expect(await isOpen(h)).toBe(true);
  });

  it('ends a rollback whose page is gone with an unknown outcome, so that no other page settles it', async () => {
    const h = await withEggs();
    fallSilent(h, 'lost');
    await expect(rollBack(h, 0)).rejects.toMatchObject({ code: 'timeout' });
    const gone = async () => {
      throw new StewardError('page-gone', 'The tab was closed.', { remedy: 'Open it again.' });
    };
    Object.assign(h.deps.page, { readContext: gone, recall: gone });
    const { origin } = boundPage((await h.record()).chat);
    await h.loop.closeRun(h.chatId, async () => undefined);
    expect(await isOpen(h)).toBe(false);
    expect(await lastEntry(h)).toMatchObject({ action: 'rollback', origin, errorCode: 'outcome_unknown' });
    expect(
      (await h.db.pages.toArray()).flatMap(({ writes }) => writes.filter((write) => write.isOpen)),
    ).toEqual([]);
  });
});

describe('an unknown outcome has its own texts', () => {
  it('for an undo', async () => {
    const h = await withEggs();
    fallSilent(h, 'lost');
    await expect(undo(h, 0)).rejects.toMatchObject({
      message: 'The page did not answer, so it is uncertain whether the change took effect.',
      remedy: LATER,
    });
    expect(await isOpen(h)).toBe(true);
  });

  it('for restored unsaved changes', async () => {
    const h = await withEggs();
    const unsaved = createRestoreUnsavedChanges(h.deps);
    const known = { notes: ['milk', 'eggs', 'tea'], published: ['milk', 'eggs'] };
    fallSilent(h, 'lost');
    await expect(
      unsaved.perform(h.chatId, known, h.notes.hash(), h.consents.give(h.chatId)),
    ).rejects.toMatchObject({
      message: 'The page did not answer, so it is uncertain whether the change took effect.',
      remedy: LATER,
    });
    expect(await isOpen(h)).toBe(true);
  });

  it('for a restored earlier save', async () => {
    const h = await withEggs();
    h.notes.editByHand(['milk', 'eggs', 'tea']);
    await rollBack(h, 0);
    h.notes.editByHand(['milk', 'tea']);
    const offers = createSavedOffers(h.deps);
    fallSilent(h, 'lost');
    await expect(offers.restore(h.chatId, h.notes.hash(), h.consents.give(h.chatId))).rejects.toMatchObject({
      message: 'The page did not answer, so it is uncertain whether the change took effect.',
      remedy: LATER,
    });
    expect(await isOpen(h)).toBe(true);
  });
});
