import { describe, expect, it } from 'vitest';
import { boundPage } from '@/src/core/records/record-access';
import { says } from '../../fakes/loop-harness';
import { createSavedOffers } from '../../fakes/reversals';
import { messageAt, previewRevision, revise } from '../loop/revise';
import { checkpointAt, type Harness, lastSafety, rollBack, takeResponses } from './take-responses';

/** The chat is bound to another page of the same kind, which the fake shows from then on. */
async function bindElsewhere(h: Harness): Promise<void> {
  const binding = boundPage((await h.record()).chat);
  await h.db.chats.update(h.chatId, { binding: { ...binding, origin: 'http://elsewhere.test' } });
}

describe('a checkpoint of another page than the one that the chat is bound to', () => {
  it.each([
    ['a rollback', 'preview'],
    ['an undo', 'previewUndo'],
  ] as const)('is refused for %s, until the chat is bound to its page again', async (_, preview) => {
    const h = await takeResponses(['+eggs']);
    const { id, page } = await checkpointAt(h, 0);
    await bindElsewhere(h);
    await expect(h.rollback[preview](h.chatId, id)).rejects.toMatchObject({
      code: 'not-found',
      message: 'This checkpoint is of another page: “Notes” at http://notes.test.',
    });
    await h.db.chats.update(h.chatId, { binding: page });
    expect((await h.rollback[preview](h.chatId, id)).differences).toEqual([
      { kind: 'removed', text: 'eggs' },
    ]);
  });

  it('offers no rollback of the page to an edit of a message before it', async () => {
    const h = await takeResponses(['+eggs']);
    const { id } = await messageAt(h, 'user', 0);
    await bindElsewhere(h);
    expect((await previewRevision(h, 'edit', id)).page).toEqual({
      kind: 'kept',
      why: 'These changes were made on another page, which stays as it is.',
    });
  });

  it('leaves an edit of a message before it the rollback of the chat’s page, if later answers changed that', async () => {
    const h = await takeResponses(['+eggs', '+flour'], () => undefined, [says('Fine.')]);
    const first = await checkpointAt(h, 0);
    await h.db.checkpoints.update(first.id, { page: { ...first.page, origin: 'http://elsewhere.test' } });
    const { id } = await messageAt(h, 'user', 0);
    const { preview } = await revise(h, id, 'Add rice', 'roll-back');
    expect(preview.page).toMatchObject({
      kind: 'choice',
      rollback: { differences: [{ kind: 'removed', text: 'flour' }] },
    });
    expect(h.notes.page.notes).toEqual(['milk', 'eggs']);
  });

  it('is no base for an inexact undo on the chat’s page', async () => {
    const h = await takeResponses(['+eggs', '+flour']);
    const [first, second] = [await checkpointAt(h, 0), await checkpointAt(h, 1)];
    await h.db.checkpoints.update(first.id, { after: null });
    await h.db.checkpoints.update(second.id, { page: { ...second.page, instanceId: 'other' } });
    const { differences } = await h.rollback.previewUndo(h.chatId, first.id);
    // From the page as last known, which the later response had changed, too.
    expect(differences).toEqual([
      { kind: 'removed', text: 'eggs' },
      { kind: 'removed', text: 'flour' },
    ]);
  });

  it('is no basis for what others changed on the chat’s page, also right after a rollback to it', async () => {
    const h = await takeResponses(['+eggs']);
    await rollBack(h, 0);
    await bindElsewhere(h);
    const safety = await lastSafety(h);
    await h.db.checkpoints.update(safety.id, { page: boundPage((await h.record()).chat) });
    // The conversation knows the other page as it is.
    h.notes.editByHand(['milk', 'tea']);
    await h.db.contexts.update(h.chatId, { context: { notes: ['milk', 'tea'], published: ['milk'] } });
    expect(await h.rollback.preview(h.chatId, safety.id)).toMatchObject({
      changedByHand: [],
      merge: null,
    });
  });

  it('ends the offer to restore what a save overwrote, even if both pages have the same saved', async () => {
    const h = await takeResponses(['+eggs publish']);
    await rollBack(h, 0);
    const offers = createSavedOffers(h.deps);
    expect(await offers.look(h.chatId)).not.toBeNull();
    await bindElsewhere(h);
    expect(await offers.look(h.chatId)).toBeNull();
  });
});
