import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AdapterDefinition } from '@/src/core/adapter/adapter-definition';
import { isListed } from '@/src/core/checkpoints/is-listed';
import { boundPage } from '@/src/core/records/record-access';
import { english } from '@/src/core/text/english';
import { messageImage } from '../../fakes/an-image';
import { guardedPage } from '../../fakes/guarded-page';
import { calls, createLoopHarness, fails, says, type Turn } from '../../fakes/loop-harness';
import { createNotesPage, notesAdapter } from '../../fakes/notes-adapter';
import { add, type Call } from '../loop/made-calls';
import { aRequest } from './a-checkpoint';
import {
  answerState,
  audited,
  checkpointAt,
  composer,
  failToStore,
  type Harness,
  lastSafety,
  newestRow,
  REPLACE,
  redo,
  responds,
  rollBack,
  rollTo,
  spoken,
  withEggs,
} from './take-responses';

const ADD = responds('+eggs');
const ASK: Call = ['ask_user', { question: 'Which one?', choices: ['a', 'b'], allow_other: false }];

/** A chat whose one run added eggs and then flour. The model has one more answer. */
async function eggsThenFlour(): Promise<Harness> {
  const h = await createLoopHarness([ADD, responds('+flour'), says('Both.'), says('Only eggs.')]);
  await h.send('Add eggs, then flour');
  return h;
}

describe('rolling back to before the first response of a run', () => {
  it('rolls back page and conversation, and sends nothing that it set aside', async () => {
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
    expect(await newestRow(h)).toMatchObject({
      savedNote: 'The published notes were not touched and equal the page.',
    });
    const { messages } = await h.send('Hello');
    expect(messages.filter((message) => message.discardedBy !== null)).toHaveLength(4);
    expect(messages).toContainEqual(expect.objectContaining({ role: 'accounting', reason: 'Rolled back' }));
    expect(JSON.stringify(h.requests.at(-1)?.messages)).not.toContain('Add eggs');
  });

  /** A chat on a page whose adapter has these fields, too. Its run added eggs; after that, the page has the notes `others`. */
  async function withAdapter(fields: object, others: string[]) {
    const adapter = { ...notesAdapter, ...fields } as unknown as AdapterDefinition;
    const { port, page } = createNotesPage({ notes: ['milk'], published: [] }, () => 1_000);
    const h = await createLoopHarness([ADD, says('Added.')], {
      site: { adapter, guardedBy: (tokens) => guardedPage(port, tokens) },
    });
    await h.send('Add eggs');
    const change = () => {
      page.notes = others;
    };
    return { h, page, change, id: (await checkpointAt(h, 0)).id };
  }

  it('leaves a page as it is that is never restored, also one that changes all the time', async () => {
    const { h, page, change, id } = await withAdapter({ isNeverRestored: true }, ['milk', 'eggs', 'ale']);
    const preview = await h.rollback.preview(h.chatId, id);
    expect(preview).toMatchObject({ differences: [], changedByHand: [], messagesSetAside: 3 });
    change();
    await h.rollback.perform(h.chatId, id, preview.stateHash, REPLACE);
    expect(page.notes).toEqual(['milk', 'eggs', 'ale']);
    expect(await spoken(h)).toEqual([]);
  });

  it('restores what the page can take, and says before what it can’t', async () => {
    type Notes = { notes: string[] };
    const takeable = ({ notes }: Notes, wanted: Notes, context: Notes) => ({
      state: { notes: [...wanted.notes, ...notes.filter((note) => note === 'fixed')] },
      left: [`“fixed” stays of ${context.notes.length}.`],
    });
    const { h, page, change, id } = await withAdapter({ takeable }, ['milk', 'eggs', 'fixed']);
    change();
    const { differences, savedNote } = (await rollTo(h, id)).preview;
    expect(differences).toEqual([{ kind: 'removed', text: 'eggs' }]);
    expect(english(savedNote)).toMatch(/ “fixed” stays of 3\.$/);
    expect(page.notes).toEqual(['milk', 'fixed']);
  });
});

it('a rollback into the middle of a run keeps the earlier responses and offers Continue', async () => {
  const h = await eggsThenFlour();
  const { composerText } = await rollBack(h, 1);
  expect(composerText).toBeNull();
  expect(h.notes.page.notes).toEqual(['milk', 'eggs']);
  expect((await h.record()).run?.status).toEqual({ state: 'waiting-for-user-input', reason: 'rolled-back' });
  await h.loop.continueRun(h.chatId);
  expect((await h.settled()).conversation.at(-1)).toMatchObject({ content: 'Only eggs.' });
  expect(h.requests.at(-1)?.messages.at(-1)?.content).toContain('notes: ["milk","eggs"]');
});

describe('a rollback', () => {
  it('is refused while a run works or waits for an approval', async () => {
    const h = await createLoopHarness([ADD, responds('publish')]);
    await h.send('Add eggs and publish');
    await expect(rollBack(h, 0)).rejects.toMatchObject({
      code: 'busy',
      message: 'A run is under way in this chat.',
      remedy: 'Stop it, or decide on its approval request, then try again.',
    });
  });

  it('is refused for a checkpoint whose response is set aside, until that rollback is undone', async () => {
    const h = await eggsThenFlour();
    const { id } = await checkpointAt(h, 1);
    await rollBack(h, 0);
    const refusal = {
      code: 'not-found',
      message: 'A rollback set aside the part of the conversation that this checkpoint belongs to.',
      remedy: 'Undo that rollback first, or choose a checkpoint of the list.',
    };
    await expect(h.rollback.preview(h.chatId, id)).rejects.toMatchObject(refusal);
    await expect(h.rollback.perform(h.chatId, id, h.notes.hash(), REPLACE)).rejects.toMatchObject(refusal);
    expect(h.notes.page.notes).toEqual(['milk']);
    await redo(h);
    await rollTo(h, id);
    expect(h.notes.page.notes).toEqual(['milk', 'eggs']);
  });

  it.each([
    ['is not there', { id: 'renamed' }],
    ['is another chat’s', { chatId: 'other' }],
  ])('is refused for a checkpoint that %s', async (_, fields) => {
    const h = await withEggs();
    const checkpoint = await checkpointAt(h, 0);
    await h.db.checkpoints.delete(checkpoint.id);
    await h.db.checkpoints.add({ ...checkpoint, ...fields });
    await expect(h.rollback.preview(h.chatId, checkpoint.id)).rejects.toMatchObject({
      code: 'not-found',
      message: 'This checkpoint no longer exists.',
      remedy: 'Open the list again and choose another.',
    });
  });

  it('to the chat’s start sets everything aside, whatever run it was', async () => {
    const h = await createLoopHarness([ADD, says('Added.')]);
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
});

describe('a rollback after whose preview', () => {
  /** Rolls back to before eggs were added. `happens` is called after the preview. */
  async function disturbed(happens: (h: Harness) => void) {
    const h = await withEggs();
    const { id } = await checkpointAt(h, 0);
    const { stateHash } = await h.rollback.preview(h.chatId, id);
    happens(h);
    return {
      h,
      stateHash,
      before: h.notes.hash(),
      ended: h.rollback.perform(h.chatId, id, stateHash, REPLACE),
    };
  }

  it.each<[string, (h: Harness) => void, object]>([
    [
      'the user changes the page',
      (h) => h.notes.editByHand(['milk', 'eggs', 'tea']),
      {
        code: 'page-changed',
        message: 'The page has changed since the preview was made.',
        remedy: 'Check the preview again: it shows what would happen now.',
      },
    ],
    [
      'the page accepts the state only in part',
      (h) => answerState(h, (accept) => accept({ notes: ['milk', 'dust'] })),
      {
        code: 'state-refused',
        message: 'The page did not accept the state exactly, so its previous state was restored.',
      },
    ],
    ['the page is closed', (h) => h.notes.close(), { code: 'page-gone' }],
    ['the entry can’t be stored', (h) => failToStore(h), { code: 'storage' }],
  ])('%s is refused, and leaves page and conversation as they are', async (_, happens, error) => {
    const { h, before, ended } = await disturbed(happens);
    await expect(ended).rejects.toMatchObject(error);
    expect(h.notes.hash()).toBe(before);
    expect(await spoken(h)).toHaveLength(3);
  });

  it.each([
    ['the entry can’t be stored', 'messages', /The page is closed\./, [{ action: 'rollback' }]],
    ['nothing can be audited', 'audit', /The page is closed\. Not audited: /, []],
  ] as const)(
    '%s and the page goes away reports that it could not be restored',
    async (_, table, details, entries) => {
      const { h, stateHash, ended } = await disturbed(({ db, notes }) =>
        db.table(table).hook('creating', () => {
          notes.close();
          throw new Error('disk full');
        }),
      );
      await expect(ended).rejects.toMatchObject({
        code: 'state-refused',
        message: 'The page was changed, and could not be restored.',
        remedy: 'The conversation is unchanged. Look at the page and correct it by hand.',
        details: expect.stringMatching(details),
      });
      expect(await spoken(h)).toHaveLength(3);
      const failure = {
        decision: 'user',
        success: false,
        errorCode: 'state-refused',
        stateHashBefore: stateHash,
      };
      expect(await audited(h)).toMatchObject(entries.map((entry) => ({ ...entry, ...failure })));
    },
  );
});

describe('an undone rollback', () => {
  it.each<[string, Turn[]]>([
    ['waited for the answer to a question', [ADD, calls(ASK)]],
    ['failed', [ADD, fails('auth')]],
    ['was completed', [ADD, says('Done.')]],
    ['had an answer that was cut off', [ADD, says('Do').with(-1, { type: 'finish', reason: 'length' })]],
  ])('restores the run as it was if it %s', async (_, script) => {
    const h = await createLoopHarness(script);
    const { run } = await h.send('Add eggs');
    await rollBack(h, 0);
    await redo(h);
    expect((await h.record()).run).toEqual(run);
  });

  it('opens the question again, with its choices only', async () => {
    const h = await createLoopHarness([ADD, calls(ASK), says('I took a.')]);
    await h.send('Add eggs');
    await rollBack(h, 0);
    await redo(h);
    await expect(h.loop.continueRun(h.chatId)).rejects.toMatchObject({ code: 'illegal-transition' });
    await expect(h.loop.sendUserMessage(h.chatId, 'c')).rejects.toMatchObject({ code: 'invalid-message' });
    const { run } = await h.send('a');
    expect(run?.status).toMatchObject({ outcome: 'completed' });
    expect(JSON.stringify(h.requests.at(-1)?.messages)).not.toContain('took this conversation back');
  });

  it('says how many messages it brings back, and a rollback of it only what it sets aside', async () => {
    const h = await withEggs();
    await rollBack(h, 0);
    expect((await redo(h)).preview).toMatchObject({ isRedo: true, messagesBroughtBack: 3 });
    expect(await newestRow(h)).toMatchObject({ description: 'what was rolled back', broughtBack: 3 });
    expect((await redo(h)).preview).toMatchObject({ isRedo: false, messagesSetAside: 3 });
    const last = await newestRow(h);
    expect(last).toMatchObject({ description: 'Before rollback', discardedMessages: 3 });
    expect(last).not.toHaveProperty('broughtBack');
  });

  it('can be undone, with exactly the same page and conversation, and so on', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(), { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 1, max: 3 }),
        async (choices, runs) => {
          const names = Array.from({ length: runs }, (_, index) => `note${index}`);
          const h = await createLoopHarness(names.flatMap((name) => [calls(add(name)), says('Added.')]));
          for (const name of names) await h.send(`Add ${name}`);
          for (const choice of choices) {
            const pageBefore = h.notes.hash();
            const { conversation: said } = await h.record();
            const listed = (await h.checkpoints()).filter((candidate) => isListed(candidate, said));
            const target = listed[choice % listed.length];
            if (target === undefined) throw new Error('no checkpoint');
            await rollTo(h, target.id);
            expect(h.notes.hash()).toBe(target.stateHash);
            const safety = await lastSafety(h);
            await rollTo(h, safety.id);
            expect(h.notes.hash()).toBe(pageBefore);
            const words = (await h.record()).conversation.filter(
              ({ role, id }) =>
                !['rollback', 'accounting'].includes(role) || safety.conversation?.includes(id),
            );
            expect(words.map(({ id }) => id)).toEqual(said.map(({ id }) => id));
            await redo(h);
            expect(h.notes.hash()).toBe(target.stateHash);
          }
        },
      ),
      { numRuns: 15 },
    );
  }, 60_000);
});

describe('the message that a rollback gives back', () => {
  const image = messageImage('image');

  /** A chat whose one message had an image, and whose composer has this text. */
  async function withImage(typed: string): Promise<Harness> {
    const h = await createLoopHarness([ADD, says('Done.')]);
    await h.loop.sendUserMessage(h.chatId, 'Add eggs', [image]);
    await h.settled();
    if (typed !== '') await h.db.composerTexts.put({ chatId: h.chatId, text: typed, imageIds: [] });
    return h;
  }

  it('is in the composer once the rollback is stored, and leaves it when that is undone', async () => {
    const h = await withImage('');
    expect((await rollBack(h, 0)).composerText).toBe('Add eggs');
    expect(await composer(h)).toEqual(['Add eggs', ['image']]);
    await redo(h);
    expect(await composer(h)).toEqual(['', []]);
  });

  it('stays there if the user has edited it', async () => {
    const h = await withImage('');
    await rollBack(h, 0);
    await h.db.composerTexts.put({ chatId: h.chatId, text: 'Add eggs and milk', imageIds: ['image'] });
    await redo(h);
    expect(await composer(h)).toEqual(['Add eggs and milk', ['image']]);
  });

  it('is set aside while the composer has another text', async () => {
    const h = await withImage('Typed');
    expect((await rollBack(h, 0)).composerText).toBeNull();
    expect(await composer(h)).toEqual(['Typed', []]);
    expect((await h.record()).chat.setAside).toMatchObject({ text: 'Add eggs', images: [image] });
  });
});
