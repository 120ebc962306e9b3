import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AdapterDefinition } from '@/src/core/adapter/adapter-definition';
import { isListed } from '@/src/core/checkpoints/is-listed';
import { hashJson } from '@/src/core/hash';
import type { TokenChecker } from '@/src/core/policy/write-tokens';
import { boundPage } from '@/src/core/records/record-access';
import { english } from '@/src/core/text/english';
import { guardedPage } from '../../fakes/guarded-page';
import { calls, createLoopHarness, says } from '../../fakes/loop-harness';
import { createNotesPage, notesAdapter } from '../../fakes/notes-adapter';
import { aRequest } from './a-checkpoint';
import { checkpointAt, type Harness, lastSafety, redo, rollBack, rollTo, withEggs } from './take-responses';

const REPLACE = { strategy: 'replace' } as const;

/** A run that added eggs, its checkpoint, and the page as it left it. */
async function eggsAdded() {
  const h = await withEggs();
  return { h, id: (await checkpointAt(h, 0)).id, stateHash: h.notes.hash() };
}

/** The page goes away at the moment in which a table can't be written. */
function loseBoth({ notes }: Harness, table: Harness['db']['messages' | 'audit']): void {
  table.hook('creating', () => {
    notes.close();
    throw new Error('disk full');
  });
}

const spoken = async (h: Harness) =>
  (await h.record()).conversation.flatMap((message) =>
    message.role === 'user' || message.role === 'assistant' ? [message.content] : [],
  );

describe('rolling back to before the first response of a run', () => {
  it('rolls back page and conversation, and returns the message’s text for the composer', async () => {
    const h = await withEggs();
    const { preview, composerText } = await rollBack(h, 0);
    expect(preview).toMatchObject({
      differences: [{ kind: 'removed', text: 'eggs' }],
      changedByHand: [],
      messagesSetAside: 3,
      messagesBroughtBack: 0,
    });
    expect(h.notes.page.notes).toEqual(['milk']);
    expect(await spoken(h)).toEqual([]);
    expect(composerText).toBe('Add eggs');
  });

  it('leaves a page as it is that is never restored, also one that changes all the time', async () => {
    const adapter = { ...(notesAdapter as unknown as AdapterDefinition), isNeverRestored: true as const };
    const notes = createNotesPage({ notes: ['milk'], published: [] }, () => 1_000);
    const guardedBy = (tokens: TokenChecker) => guardedPage(notes.port, tokens);
    const script = [calls(['add_note', { text: 'eggs' }]), says('Added.')];
    const h = await createLoopHarness(script, { site: { adapter, guardedBy } });
    await h.send('Add eggs');
    const { id } = await checkpointAt(h, 0);
    const preview = await h.rollback.preview(h.chatId, id);
    expect(preview).toMatchObject({ differences: [], changedByHand: [], messagesSetAside: 3 });
    notes.page.notes = ['milk', 'eggs', 'ale'];
    await h.rollback.perform(h.chatId, id, preview.stateHash, REPLACE);
    expect(notes.page.notes).toEqual(['milk', 'eggs', 'ale']);
    expect(await spoken(h)).toEqual([]);
  });

  it('restores what the page can take, and says before what it can’t', async () => {
    const takeable = ({ notes }: { notes: string[] }, wanted: { notes: string[] }) => ({
      state: { notes: [...wanted.notes, ...notes.filter((note) => note === 'fixed')] },
      left: ['“fixed” stays.'],
    });
    const adapter = { ...notesAdapter, takeable } as unknown as AdapterDefinition;
    const notes = createNotesPage({ notes: ['milk'], published: [] }, () => 1_000);
    const guardedBy = (tokens: TokenChecker) => guardedPage(notes.port, tokens);
    const script = [calls(['add_note', { text: 'eggs' }]), says('Added.')];
    const h = await createLoopHarness(script, { site: { adapter, guardedBy } });
    await h.send('Add eggs');
    notes.page.notes = ['milk', 'eggs', 'fixed'];
    const { id } = await checkpointAt(h, 0);
    const { differences, savedNote, stateHash } = await h.rollback.preview(h.chatId, id);
    expect(differences).toEqual([{ kind: 'removed', text: 'eggs' }]);
    expect(english(savedNote)).toMatch(/ “fixed” stays\.$/);
    await h.rollback.perform(h.chatId, id, stateHash, REPLACE);
    expect(notes.page.notes).toEqual(['milk', 'fixed']);
  });

  it('keeps the messages that it set aside, adds an accounting message, and never sends them', async () => {
    const h = await withEggs();
    await rollBack(h, 0);
    await h.send('Hello');
    const { messages } = await h.record();
    expect(messages.filter((message) => message.discardedBy !== null)).toHaveLength(4);
    expect(
      messages.some((message) => message.role === 'accounting' && message.reason === 'Rolled back'),
    ).toBe(true);
    expect(JSON.stringify(h.requests.at(-1)?.messages)).not.toContain('Add eggs');
  });

  it('says that the saved copy equals the page if it does', async () => {
    const h = await withEggs();
    await rollBack(h, 0);
    expect((await h.record()).conversation.at(-1)).toMatchObject({
      savedNote: 'The published notes were not touched and equal the page.',
    });
  });
});

describe('rolling back into the middle of a run', () => {
  it('keeps the earlier responses and offers Continue', async () => {
    const h = await createLoopHarness([
      calls(['add_note', { text: 'eggs' }]),
      calls(['add_note', { text: 'flour' }]),
      says('Both.'),
      says('Only eggs.'),
    ]);
    await h.send('Add eggs, then flour');
    const { composerText } = await rollBack(h, 1);
    expect(composerText).toBeNull();
    expect(h.notes.page.notes).toEqual(['milk', 'eggs']);
    expect((await h.record()).run?.status).toEqual({
      state: 'waiting-for-user-input',
      reason: 'rolled-back',
    });
    await h.loop.continueRun(h.chatId);
    expect((await h.settled()).conversation.at(-1)).toMatchObject({ content: 'Only eggs.' });
    expect(h.requests.at(-1)?.messages.at(-1)?.content).toContain('notes: ["milk","eggs"]');
  });
});

describe('a rollback', () => {
  it('lists changes by hand, and refuses if the page changed after the preview', async () => {
    const { h, id } = await eggsAdded();
    h.notes.editByHand(['milk', 'eggs', 'tea']);
    const preview = await h.rollback.preview(h.chatId, id);
    expect(preview.changedByHand).toEqual([{ kind: 'added', text: 'tea' }]);
    h.notes.editByHand(['milk', 'eggs', 'tea', 'more']);
    await expect(h.rollback.perform(h.chatId, id, preview.stateHash, REPLACE)).rejects.toMatchObject({
      code: 'page-changed',
      message: 'The page has changed since the preview was made.',
      remedy: 'Check the preview again: it shows what would happen now.',
    });
    expect(h.notes.page.notes).toContain('more');
    expect(await spoken(h)).toHaveLength(3);
  });

  it('is refused while a run works or waits for an approval', async () => {
    const h = await createLoopHarness([calls(['add_note', { text: 'eggs' }]), calls(['publish', {}])]);
    await h.send('Add eggs and publish');
    const { id } = await checkpointAt(h, 0);
    await expect(h.rollback.perform(h.chatId, id, h.notes.hash(), REPLACE)).rejects.toMatchObject({
      code: 'busy',
      message: 'A run is under way in this chat.',
      remedy: 'Stop it, or decide on its approval request, then try again.',
    });
  });

  it('is refused for a checkpoint whose response is set aside, until that rollback is undone', async () => {
    const h = await createLoopHarness([
      calls(['add_note', { text: 'eggs' }]),
      calls(['add_note', { text: 'flour' }]),
      says('Both.'),
    ]);
    await h.send('Add eggs, then flour');
    const second = await checkpointAt(h, 1);
    await rollBack(h, 0);
    const refusal = {
      code: 'not-found',
      message: 'A rollback set aside the part of the conversation that this checkpoint belongs to.',
      remedy: 'Undo that rollback first, or choose a checkpoint of the list.',
    };
    await expect(h.rollback.preview(h.chatId, second.id)).rejects.toMatchObject(refusal);
    await expect(h.rollback.perform(h.chatId, second.id, h.notes.hash(), REPLACE)).rejects.toMatchObject(
      refusal,
    );
    expect(h.notes.page.notes).toEqual(['milk']);
    await redo(h);
    await rollTo(h, second.id);
    expect(h.notes.page.notes).toEqual(['milk', 'eggs']);
  });

  it.each([
    ['is not there', 'nowhere', 'chat'],
    ['is another chat’s', 'id', 'other'],
  ])('is refused for a checkpoint that %s', async (_, id, owner) => {
    const { h, id: own } = await eggsAdded();
    await h.db.checkpoints.update(own, { chatId: owner });
    await expect(h.rollback.preview(h.chatId, id === 'id' ? own : id)).rejects.toMatchObject({
      code: 'not-found',
      message: 'This checkpoint no longer exists.',
      remedy: 'Open the list again and choose another.',
    });
  });

  it('to the chat’s start sets everything aside, whatever run it was', async () => {
    const h = await createLoopHarness([calls(['add_note', { text: 'eggs' }]), says('Added.')]);
    const start = await h.deps.checkpoints.take(
      aRequest({
        chatId: h.chatId,
        page: boundPage((await h.record()).chat),
        reason: 'session-start',
        stateHash: h.notes.hash(),
        state: { notes: ['milk'] },
      }),
    );
    await h.send('Add eggs');
    const { composerText } = await rollTo(h, start.id);
    expect(composerText).toBeNull();
    expect(h.notes.page.notes).toEqual(['milk']);
    expect((await h.record()).run).toBeNull();
    expect(await spoken(h)).toEqual([]);
  });

  it('restores the previous state if the page accepts the new one only in part', async () => {
    const { h, id, stateHash } = await eggsAdded();
    const { applyState } = h.notes.port;
    let times = 0;
    h.notes.port.applyState = async (chat, request, signal) => {
      times += 1;
      const state = times === 1 ? { notes: ['milk', 'dust'] } : request.state;
      return applyState(chat, { ...request, state }, signal);
    };
    await expect(h.rollback.perform(h.chatId, id, stateHash, REPLACE)).rejects.toMatchObject({
      code: 'state-refused',
      message: 'The page did not accept the state exactly, so its previous state was restored.',
    });
    expect(h.notes.hash()).toBe(stateHash);
    expect(await spoken(h)).toHaveLength(3);
  });

  it('reports if the previous state can’t be restored either', async () => {
    const { h, id, stateHash } = await eggsAdded();
    loseBoth(h, h.db.messages);
    await expect(h.rollback.perform(h.chatId, id, stateHash, REPLACE)).rejects.toMatchObject({
      code: 'state-refused',
      message: 'The page was changed, and could not be restored.',
      remedy: 'Look at the page and set it right by hand; the conversation is as it was.',
      details: expect.stringContaining('The page is closed.'),
    });
    expect(await spoken(h)).toHaveLength(3);
    expect((await h.db.audit.toArray()).at(-1)).toMatchObject({
      action: 'rollback',
      decision: 'user',
      success: false,
      errorCode: 'state-refused',
      stateHashBefore: stateHash,
    });
  });

  it('reports that also if it can’t be audited', async () => {
    const { h, id, stateHash } = await eggsAdded();
    loseBoth(h, h.db.audit);
    await expect(h.rollback.perform(h.chatId, id, stateHash, REPLACE)).rejects.toMatchObject({
      code: 'state-refused',
      details: expect.stringMatching(/The page is closed\. Not audited: /),
    });
  });

  it('leaves page and messages unchanged if the page refuses the state', async () => {
    const { h, id, stateHash } = await eggsAdded();
    h.notes.close();
    await expect(h.rollback.perform(h.chatId, id, stateHash, REPLACE)).rejects.toMatchObject({
      code: 'page-gone',
    });
    h.notes.reopen();
    expect(h.notes.page.notes).toEqual(['milk', 'eggs']);
    expect(await spoken(h)).toHaveLength(3);
  });

  it('restores the previous state if the entry can’t be stored', async () => {
    const { h, id, stateHash } = await eggsAdded();
    h.db.messages.hook('creating', () => {
      throw new Error('disk full');
    });
    await expect(h.rollback.perform(h.chatId, id, stateHash, REPLACE)).rejects.toMatchObject({
      code: 'storage',
    });
    expect(h.notes.hash()).toBe(stateHash);
    expect(await spoken(h)).toHaveLength(3);
  });

  it('can be undone, and the undo can be undone, with exactly the same page and conversation', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(), { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 1, max: 3 }),
        async (choices, runs) => {
          const names = Array.from({ length: runs }, (_, index) => `note${index}`);
          const h = await createLoopHarness(
            names.flatMap((name) => [calls(['add_note', { text: name }]), says(`Added ${name}.`)]),
          );
          for (const name of names) await h.send(`Add ${name}`);
          for (const choice of choices) {
            const pageBefore = h.notes.hash();
            const wordsBefore = hashJson((await h.record()).conversation.map((message) => message.id));
            const { conversation: said } = await h.record();
            const listed = (await h.checkpoints()).filter((candidate) => isListed(candidate, said));
            const target = listed[choice % listed.length];
            if (target === undefined) throw new Error('no checkpoint');
            await rollTo(h, target.id);
            expect(h.notes.hash()).toBe(target.stateHash);
            const pageAfter = h.notes.hash();
            const safety = await lastSafety(h);
            await rollTo(h, safety.id);
            expect(h.notes.hash()).toBe(pageBefore);
            const words = (await h.record()).conversation.filter(
              (message) =>
                !['rollback', 'accounting'].includes(message.role) ||
                safety.conversation?.includes(message.id),
            );
            expect(hashJson(words.map((message) => message.id))).toBe(wordsBefore);
            await redo(h);
            expect(h.notes.hash()).toBe(pageAfter);
          }
        },
      ),
      { numRuns: 15 },
    );
  }, 60_000);
});
