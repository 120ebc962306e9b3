import { say } from '@/src/schema/values/said';
import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { createJournal } from '@/src/background/storage/journal';
import type { UserConsent } from '@/src/core/policy/user-consent';
import type { Json } from '@/src/schema/values/json';
import { says } from '../../fakes/loop-harness';
import { createRestoreUnsavedChanges } from '../../fakes/reversals';
import { type Harness, lastSafety, listedIds, type NoteCall, takeResponses } from './take-responses';

const ADD_TWO: NoteCall[][] = [
  [
    ['add_note', 'eggs'],
    ['add_note', 'flour'],
  ],
];
const RESTORE = {
  type: 'unsaved_changes_restored',
  timestamp: expect.any(String),
  reason: 'The page was reloaded and had lost them; the user restored them.',
};

/** A chat whose page was reloaded, so that it shows what was published last. */
async function reloaded(answer = says('Three notes.')) {
  const h = await takeResponses(ADD_TWO, undefined, [answer]);
  const known: Json = structuredClone(h.notes.page);
  h.notes.editByHand(h.notes.page.published);
  return { h, known, unsaved: unsavedOf(h) };
}

function unsavedOf(h: Pick<Harness, 'db' | 'clock' | 'deps'>) {
  return createRestoreUnsavedChanges({ ...h.deps, journal: createJournal(h.db, h.clock) });
}

async function restoreBefore({ h, known, unsaved }: Awaited<ReturnType<typeof reloaded>>) {
  const preview = await unsaved.preview(h.chatId, known);
  await unsaved.perform(h.chatId, known, preview?.stateHash ?? '', h.consents.give(h.chatId));
}

it('previews the lost changes without changing the page', async () => {
  const { h, known, unsaved } = await reloaded();
  expect(await unsaved.preview(h.chatId, known)).toEqual({
    kind: 'restore-unsaved',
    stateHash: h.notes.hash(),
    position: 5,
    differences: [
      { kind: 'added', text: 'eggs' },
      { kind: 'added', text: 'flour' },
    ],
  });
  expect(h.notes.page.notes).toEqual(['milk']);
  expect(await h.roles()).not.toContain('rollback');
});

it('restores the lost changes, and leaves the conversation unchanged', async () => {
  const chat = await reloaded();
  const { h } = chat;
  const before = (await h.record()).conversation.map(({ id }) => id);
  await restoreBefore(chat);
  expect(h.notes.page.notes).toEqual(['milk', 'eggs', 'flour']);
  const after = (await h.record()).conversation;
  expect(after.slice(0, -1).map(({ id }) => id)).toEqual(before);
  const safety = await lastSafety(h);
  const row = after.at(-1);
  expect(row).toMatchObject({
    role: 'rollback',
    kind: 'restore-unsaved',
    checkpointId: null,
    safetyCheckpointId: safety.id,
    description: 'eggs and 1 more',
    stateHash: h.notes.hash(),
    discardedMessages: 0,
    savedNote: say('said.saving.unsaved', { note: 'The published copy differs.' }),
  });
  expect(safety).toMatchObject({
    reason: 'before-restore-unsaved',
    runId: null,
    messageId: null,
    calls: [],
    after: { stateHash: h.notes.hash() },
  });
  expect(await listedIds(h)).toContain(safety.id);
  expect((await h.record()).chat).toMatchObject({ lastStateHash: h.notes.hash() });
});

it('describes a single change without a count', async () => {
  const h = await takeResponses([[['add_note', 'eggs']]]);
  const known: Json = structuredClone(h.notes.page);
  h.notes.editByHand(['milk']);
  await restoreBefore({ h, known, unsaved: unsavedOf(h) });
  expect((await h.record()).conversation.at(-1)).toMatchObject({ description: 'eggs' });
});

it('adds an audit entry', async () => {
  const chat = await reloaded();
  const { h } = chat;
  const lost = h.notes.hash();
  await restoreBefore(chat);
  const proposed = JSON.stringify({ changes: ['eggs', 'flour'] });
  expect((await h.db.audit.orderBy('[origin+sequence]').toArray()).at(-1)).toMatchObject({
    action: 'restore-unsaved',
    subject: 'eggs and 1 more',
    decision: 'user',
    proposed,
    ran: proposed,
    success: true,
    stateHashBefore: lost,
    stateHashAfter: h.notes.hash(),
  });
});

it('reports the restore once, and not as changes by hand', async () => {
  const chat = await reloaded();
  const { h } = chat;
  await restoreBefore(chat);
  const { conversation } = await h.send('What is there?');
  expect(conversation.findLast(({ role }) => role === 'user')).toMatchObject({ changes: [RESTORE] });
  expect(await h.db.contexts.get(h.chatId)).toMatchObject({ carried: [] });
});

it('reports the return of changes whose loss was already reported', async () => {
  const chat = await reloaded();
  const { h } = chat;
  await h.send('What is there?');
  await restoreBefore(chat);
  expect(await h.db.contexts.get(h.chatId)).toMatchObject({
    context: { notes: ['milk', 'eggs', 'flour'] },
    carried: [{ type: 'note_added', note: 'eggs' }, { type: 'note_added', note: 'flour' }, RESTORE],
  });
});

it('can be undone, which reports the loss to the model', async () => {
  const chat = await reloaded();
  const { h } = chat;
  const before = (await h.record()).conversation.map(({ id }) => id);
  await restoreBefore(chat);
  const safety = await lastSafety(h);
  const preview = await h.rollback.preview(h.chatId, safety.id);
  expect(preview).toMatchObject({ changedByHand: [], messagesSetAside: 0 });
  await h.rollback.perform(h.chatId, safety.id, preview.stateHash, { strategy: 'replace' });
  expect(h.notes.page.notes).toEqual(['milk']);
  const { conversation } = await h.record();
  expect(conversation.slice(0, -2).map(({ id }) => id)).toEqual(before);
  expect(conversation.at(-1)).toMatchObject({ description: 'Before unsaved changes were restored' });
  const message = (await h.send('What is there?')).conversation.findLast(({ role }) => role === 'user');
  expect(message).toMatchObject({
    changes: [
      { type: 'note_removed', note: 'eggs' },
      { type: 'note_removed', note: 'flour' },
    ],
  });
});

/** Restores, undoes that, and previews a rollback to the safety checkpoint. */
async function takenBack(chat: Awaited<ReturnType<typeof reloaded>>) {
  const { h } = chat;
  await restoreBefore(chat);
  const { id } = await lastSafety(h);
  await h.rollback.perform(h.chatId, id, h.notes.hash(), { strategy: 'replace' });
  return h.rollback.preview(h.chatId, (await lastSafety(h)).id);
}

it('can be repeated once undone: the loss doesn’t count as a change by hand', async () => {
  expect(await takenBack(await reloaded())).toMatchObject({
    differences: [
      { kind: 'added', text: 'eggs' },
      { kind: 'added', text: 'flour' },
    ],
    changedByHand: [],
    merge: null,
  });
});

it('can be repeated also if the conversation knows the present page', async () => {
  const chat = await reloaded();
  await chat.h.send('What is there?');
  expect(await takenBack(chat)).toMatchObject({ changedByHand: [], merge: null });
});

it('counts changes by hand from before the reload that still exist', async () => {
  const chat = await reloaded();
  const { h } = chat;
  h.notes.page.published = ['milk', 'hand'];
  h.notes.editByHand(['milk', 'hand']);
  const known: Json = { notes: ['milk', 'eggs', 'flour', 'hand'], published: ['milk', 'hand'] };
  await takenBack({ ...chat, known });
  const [start] = await h.checkpoints();
  expect(await h.rollback.preview(h.chatId, start?.id ?? '')).toMatchObject({
    changedByHand: [{ kind: 'added', text: 'hand' }],
  });
});

it('counts the loss as a change by hand if the state without it is invalid', async () => {
  const chat = await reloaded();
  const { h } = chat;
  const adapter = h.deps.adapters.definitionOf('notes');
  const adapters = { definitionOf: () => ({ ...adapter, stateSchema: z.never() }) };
  const unsaved = unsavedOf({ ...h, deps: { ...h.deps, adapters } });
  expect(await takenBack({ ...chat, unsaved })).toMatchObject({
    changedByHand: [
      { kind: 'removed', text: 'eggs' },
      { kind: 'removed', text: 'flour' },
    ],
  });
});

it('distinguishes later changes by hand from the restore', async () => {
  const chat = await reloaded();
  const { h } = chat;
  await restoreBefore(chat);
  h.notes.editByHand([...h.notes.page.notes, 'hand']);
  const [start] = await h.checkpoints();
  expect(await h.rollback.preview(h.chatId, start?.id ?? '')).toMatchObject({
    changedByHand: [{ kind: 'added', text: 'hand' }],
  });
});

it.each<[string, (h: Harness) => void]>([
  ['it is there again', (h) => h.notes.editByHand(['milk', 'eggs', 'flour'])],
  ['something else was written since', (h) => h.notes.editByHand(['milk', 'hand'])],
  [
    'something else was published since',
    (h) => {
      h.notes.page.published = ['hand'];
      h.notes.editByHand(['hand']);
    },
  ],
])('restores nothing if %s', async (_, change) => {
  const { h, known, unsaved } = await reloaded();
  change(h);
  const { notes } = structuredClone(h.notes.page);
  expect(await unsaved.preview(h.chatId, known)).toBe(null);
  await expect(
    unsaved.perform(h.chatId, known, h.notes.hash(), h.consents.give(h.chatId)),
  ).rejects.toMatchObject({ code: 'not-found', message: 'There are no lost changes left to restore.' });
  expect(h.notes.page.notes).toEqual(notes);
});

it.each<[string, (h: Harness) => UserConsent]>([
  ['was made up', (h) => ({ subject: h.chatId })],
  ['is about another chat', (h) => h.consents.give('other')],
])('issues no token for a click that %s', async (_, consent) => {
  const { h, known, unsaved } = await reloaded();
  await expect(unsaved.perform(h.chatId, known, h.notes.hash(), consent(h))).rejects.toMatchObject({
    code: 'write-refused',
  });
  expect(h.notes.page.notes).toEqual(['milk']);
  expect(await h.roles()).not.toContain('rollback');
});

it('leaves a page unchanged that was changed since the preview', async () => {
  const { h, known, unsaved } = await reloaded();
  await expect(
    unsaved.perform(h.chatId, known, 'f'.repeat(64), h.consents.give(h.chatId)),
  ).rejects.toMatchObject({
    code: 'page-changed',
    message: 'The page has changed since the preview was made.',
  });
  expect(h.notes.page.notes).toEqual(['milk']);
});

it('restores nothing during a run', async () => {
  const { h, known, unsaved } = await reloaded();
  const { run } = await h.record();
  await h.db.runs.update(run?.id ?? '', { status: { state: 'processing' } });
  await expect(
    unsaved.perform(h.chatId, known, h.notes.hash(), h.consents.give(h.chatId)),
  ).rejects.toMatchObject({ code: 'busy' });
  expect(h.notes.page.notes).toEqual(['milk']);
});

it('leaves page and messages unchanged if the entry can’t be stored', async () => {
  const chat = await reloaded();
  const { h } = chat;
  h.db.messages.hook('creating', () => {
    throw new Error('disk full');
  });
  await expect(restoreBefore(chat)).rejects.toMatchObject({ code: 'storage' });
  expect(h.notes.page.notes).toEqual(['milk']);
  expect((await h.db.audit.toArray()).map(({ action }) => action)).not.toContain('restore-unsaved');
});
