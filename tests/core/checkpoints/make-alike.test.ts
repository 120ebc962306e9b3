import { describe, expect, it } from 'vitest';
import { createReversals } from '@/src/core/checkpoints/reversals';
import type { UserConsent } from '@/src/core/policy/user-consent';
import { english } from '@/src/core/text/english';
import type { Json } from '@/src/schema/values/json';
import { createLoopHarness, hangs, says } from '../../fakes/loop-harness';
import { audited, type Harness, newestRow, redo, toldNext } from './take-responses';

const OTHER = 'other';

type Notes = { notes: string[] };
/** Takes all notes but those that begin with “own”, which each page keeps for itself. */
const portableState = (from: Notes, now: Notes) => {
  const isOwn = (note: string) => note.startsWith('own');
  return {
    state: { notes: [...now.notes.filter(isOwn), ...from.notes.filter((note) => !isOwn(note))] },
    left: from.notes.filter(isOwn),
  };
};

/** Two members of a chat about several sites: the notes page with milk, and another page with these notes. */
async function twoSites(notes: string[], changes: object = { portableState }) {
  const h = await createLoopHarness([says('I see.'), hangs]);
  Object.assign(h.deps.adapters.definitionOf('notes'), { portableState: undefined }, changes);
  await h.addChat(OTHER, 'Other', 'other-site');
  await h.db.chats.toCollection().modify({ memberOf: 'leading' });
  const other = { notes };
  const { readContext } = h.deps.page;
  h.deps.page.readContext = async (chat, signal) => {
    const reading = await readContext(chat, signal);
    return chat.id === OTHER
      ? { ...reading, context: { notes: other.notes, published: [] } as Json }
      : reading;
  };
  return { h, other };
}

const TARGET = { kind: 'make-alike', fromChatId: OTHER } as const;
const look = (h: Harness) => createReversals(h.deps).preview(h.chatId, TARGET);

/** Makes the page alike as the preview shows. */
async function makeAlike(
  h: Harness,
  preview?: Awaited<ReturnType<typeof look>>,
  consent: UserConsent = h.consents.give(h.chatId),
) {
  const { wantedHash, stateHash, position } = preview ?? (await look(h));
  const shown = { stateHash, position };
  await createReversals(h.deps).perform(h.chatId, { ...TARGET, wantedHash }, shown, consent);
}

describe('a page that is made like another site’s', () => {
  it('shows before what changes, what it means, and what is left out', async () => {
    const { h } = await twoSites(['eggs', 'own tea']);
    const { differences, note } = await look(h);
    expect(differences).toEqual([
      { kind: 'removed', text: 'milk' },
      { kind: 'added', text: 'eggs' },
    ]);
    expect(english(note)).toBe(
      'The published notes are not touched. Left out, since this site doesn’t have them: own tea.',
    );
  });

  it('has it as unsaved changes, with a row, an entry that names the other site, and a way back', async () => {
    const { h } = await twoSites(['eggs']);
    h.notes.editByHand(['milk', 'own ale']);
    await makeAlike(h);
    expect(h.notes.page).toEqual({ notes: ['own ale', 'eggs'], published: ['milk'] });
    expect(await newestRow(h)).toMatchObject({ kind: 'make-alike', checkpointId: null, savedSince: null });
    const entry = (await audited(h)).at(-1);
    expect(entry).toMatchObject({ action: 'make-alike', decision: 'user', success: true });
    expect(JSON.parse(entry?.proposed ?? '')).toEqual({
      like: 'http://notes.test',
      changes: ['milk', 'eggs'],
    });
    expect((await look(h)).differences).toEqual([]);
    await redo(h);
    expect(h.notes.page.notes).toEqual(['milk', 'own ale']);
  });

  it('has the change reported to the model with the next message', async () => {
    const { h } = await twoSites(['eggs']);
    await makeAlike(h);
    expect(await toldNext(h)).toEqual([
      { type: 'note_removed', note: 'milk' },
      { type: 'note_added', note: 'eggs' },
    ]);
  });
});

describe('it is refused', () => {
  const refusals: [string, (two: Awaited<ReturnType<typeof twoSites>>) => unknown, string][] = [
    ['if this page changed since the preview', ({ h }) => h.notes.editByHand(['by hand']), 'page-changed'],
    ['if the other page changed since', ({ other }) => other.notes.push('tea'), 'page-changed'],
    ['for a chat of another chat', ({ h }) => h.db.chats.update(OTHER, { memberOf: 'else' }), 'not-found'],
    [
      'for chats that are no members',
      ({ h }) =>
        h.db.chats.toCollection().modify((chat) => {
          delete chat.memberOf;
        }),
      'not-found',
    ],
    [
      'for a page of another kind',
      ({ h }) =>
        h.db.chats.update(OTHER, {
          binding: { adapterId: 'other', origin: 'http://other.test', instanceId: 'i', title: 'Other' },
        }),
      'not-found',
    ],
    [
      'if the adapter takes nothing from other sites',
      ({ h }) => Object.assign(h.deps.adapters.definitionOf('notes'), { portableState: undefined }),
      'not-found',
    ],
    [
      'during a run',
      async ({ h }) => {
        await h.send('One');
        await h.write('Two');
      },
      'busy',
    ],
  ];
  it.each(refusals)('%s', async (_, change, code) => {
    const two = await twoSites(['eggs']);
    const { h } = two;
    const preview = await look(h);
    await change(two);
    const before = [...h.notes.page.notes];
    await expect(makeAlike(h, preview)).rejects.toMatchObject({ code });
    expect(h.notes.page.notes).toEqual(before);
    if (code === 'busy') await h.loop.stop(h.chatId);
  });

  it('without the user’s click', async () => {
    const { h } = await twoSites(['eggs']);
    const madeUp = { subjects: [h.chatId] };
    await expect(makeAlike(h, undefined, madeUp)).rejects.toMatchObject({ code: 'write-refused' });
    expect(h.notes.page.notes).toEqual(['milk']);
  });
});
