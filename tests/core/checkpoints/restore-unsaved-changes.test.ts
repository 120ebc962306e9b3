import { expect, it } from 'vitest';
import { z } from 'zod';
import type { UserConsent } from '@/src/core/policy/user-consent';
import type { Json } from '@/src/schema/values/json';
import { say } from '@/src/schema/values/said';
import { says } from '../../fakes/loop-harness';
import { createRestoreUnsavedChanges } from '../../fakes/reversals';
import {
  audited,
  failToStore,
  type Harness,
  lastSafety,
  listedIds,
  newestRow,
  redo,
  takeResponses,
  toldNext,
} from './take-responses';

const RESTORE = {
  type: 'unsaved_changes_restored',
  reason: 'The page was reloaded and had lost them; the user restored them.',
};
const LOST = ['eggs', 'flour'].map((text) => ({ kind: 'added', text }));

/** A chat whose response added these notes, and whose page was then reloaded, so that it shows what was published last. */
async function reloaded(added = '+eggs +flour') {
  const h = await takeResponses([added], undefined, [says('Three notes.')]);
  const known: Json = structuredClone(h.notes.page);
  h.notes.editByHand(h.notes.page.published);
  const unsaved = createRestoreUnsavedChanges(h.deps);
  const { chatId, consents, notes } = h;
  return {
    h,
    preview: () => unsaved.preview(chatId, known),
    perform: (stateHash = notes.hash(), consent: UserConsent = consents.give(chatId), from: Json = known) =>
      unsaved.perform(chatId, from, stateHash, consent),
  };
}

/** A preview of the rollback to the chat's first checkpoint. */
async function previewOfStart(h: Harness) {
  const [start] = await h.checkpoints();
  return h.rollback.preview(h.chatId, start?.id ?? '');
}

it('previews the lost changes without changing the page', async () => {
  const { h, preview } = await reloaded();
  expect(await preview()).toEqual({
    kind: 'restore-unsaved',
    stateHash: h.notes.hash(),
    position: 5,
    differences: LOST,
  });
  expect(h.notes.page.notes).toEqual(['milk']);
  expect(await h.roles()).not.toContain('rollback');
});

it('restores the lost changes, leaves the conversation unchanged, and adds an audit entry', async () => {
  const { h, perform } = await reloaded();
  const { conversation } = await h.record();
  const lost = h.notes.hash();
  await perform();
  const stateHash = h.notes.hash();
  expect(h.notes.page.notes).toEqual(['milk', 'eggs', 'flour']);
  const after = await h.record();
  expect(after.conversation.slice(0, -1)).toEqual(conversation);
  const safety = await lastSafety(h);
  expect(after.conversation.at(-1)).toMatchObject({
    role: 'rollback',
    kind: 'restore-unsaved',
    checkpointId: null,
    safetyCheckpointId: safety.id,
    description: 'eggs and 1 more',
    stateHash,
    discardedMessages: 0,
    savedNote: say('said.saving.unsaved', { note: 'The published copy differs.' }),
  });
  expect(safety).toMatchObject({
    reason: 'before-restore-unsaved',
    runId: null,
    messageId: null,
    calls: [],
    after: { stateHash },
  });
  expect(await listedIds(h)).toContain(safety.id);
  expect(after.chat).toMatchObject({ lastStateHash: stateHash });
  const proposed = JSON.stringify({ changes: ['eggs', 'flour'] });
  expect(await audited(h)).toMatchObject([
    {
      action: 'restore-unsaved',
      subject: 'eggs and 1 more',
      decision: 'user',
      proposed,
      ran: proposed,
      success: true,
      stateHashBefore: lost,
      stateHashAfter: stateHash,
    },
  ]);
});

it('describes a single change without a count', async () => {
  const { h, perform } = await reloaded('+eggs');
  await perform();
  expect(await newestRow(h)).toMatchObject({ description: 'eggs' });
});

it('reports the restore once, and not as changes by hand', async () => {
  const { h, perform } = await reloaded();
  await perform();
  expect(await toldNext(h)).toEqual([RESTORE]);
  expect(await h.db.contexts.get(h.chatId)).toMatchObject({ carried: [] });
});

it('reports the return of changes whose loss was already reported', async () => {
  const { h, perform } = await reloaded();
  await h.send('What is there?');
  await perform();
  expect(await h.db.contexts.get(h.chatId)).toMatchObject({
    context: { notes: ['milk', 'eggs', 'flour'] },
    carried: [{ type: 'note_added', note: 'eggs' }, { type: 'note_added', note: 'flour' }, RESTORE],
  });
});

it('can be undone, which reports the loss to the model', async () => {
  const { h, perform } = await reloaded();
  const before = (await h.record()).conversation;
  await perform();
  const { preview } = await redo(h);
  expect(preview).toMatchObject({ changedByHand: [], messagesSetAside: 0 });
  expect(h.notes.page.notes).toEqual(['milk']);
  const { conversation } = await h.record();
  expect(conversation.slice(0, -2)).toEqual(before);
  expect(conversation.at(-1)).toMatchObject({ description: 'Before unsaved changes were restored' });
  expect(await toldNext(h)).toEqual([
    { type: 'note_removed', note: 'eggs' },
    { type: 'note_removed', note: 'flour' },
  ]);
});

it('can be repeated once undone: the loss doesn’t count as a change by hand', async () => {
  const { h, perform } = await reloaded();
  await perform();
  await redo(h);
  expect((await redo(h)).preview).toMatchObject({ differences: LOST, changedByHand: [], merge: null });
});

it('can be repeated also if the conversation knows the present page', async () => {
  const { h, perform } = await reloaded();
  await h.send('What is there?');
  await perform();
  await redo(h);
  expect((await redo(h)).preview).toMatchObject({ changedByHand: [], merge: null });
});

it('counts changes by hand from before the reload that still exist', async () => {
  const { h, perform } = await reloaded();
  h.notes.page.published = ['milk', 'hand'];
  h.notes.editByHand(['milk', 'hand']);
  const known = { notes: ['milk', 'eggs', 'flour', 'hand'], published: ['milk', 'hand'] };
  await perform(h.notes.hash(), h.consents.give(h.chatId), known);
  await redo(h);
  expect(await previewOfStart(h)).toMatchObject({ changedByHand: [{ kind: 'added', text: 'hand' }] });
});

it('counts the loss as a change by hand if the state without it is invalid', async () => {
  const { h, perform } = await reloaded();
  const { adapters } = h.deps;
  const { definitionOf } = adapters;
  adapters.definitionOf = (id) => ({ ...definitionOf(id), stateSchema: z.never() });
  await perform();
  adapters.definitionOf = definitionOf;
  await redo(h);
  expect((await redo(h)).preview).toMatchObject({
    changedByHand: LOST.map(({ text }) => ({ kind: 'removed', text })),
  });
});

it('distinguishes later changes by hand from the restore', async () => {
  const { h, perform } = await reloaded();
  await perform();
  h.notes.editByHand([...h.notes.page.notes, 'hand']);
  expect(await previewOfStart(h)).toMatchObject({ changedByHand: [{ kind: 'added', text: 'hand' }] });
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
  const { h, preview, perform } = await reloaded();
  change(h);
  const { notes } = structuredClone(h.notes.page);
  expect(await preview()).toBe(null);
  await expect(perform()).rejects.toMatchObject({
    code: 'not-found',
    message: 'There are no lost changes left to restore.',
  });
  expect(h.notes.page.notes).toEqual(notes);
});

type Perform = Awaited<ReturnType<typeof reloaded>>['perform'];

it.each<[string, string, (perform: Perform, h: Harness) => unknown]>([
  [
    'a click that was made up',
    'write-refused',
    (perform, h) => perform(h.notes.hash(), { subjects: [h.chatId] }),
  ],
  [
    'a click on another chat',
    'write-refused',
    (perform, h) => perform(h.notes.hash(), h.consents.give('other')),
  ],
  ['a preview of another page', 'page-changed', (perform) => perform('f'.repeat(64))],
  [
    'a chat whose run works',
    'busy',
    async (perform, h) => {
      const { run } = await h.record();
      await h.db.runs.update(run?.id ?? '', { status: { state: 'processing' } });
      await perform();
    },
  ],
  [
    'an entry that can’t be stored',
    'storage',
    (perform, h) => {
      failToStore(h);
      return perform();
    },
  ],
])('leaves page, messages and audit unchanged for %s', async (_, code, act) => {
  const { h, perform } = await reloaded();
  await expect(act(perform, h)).rejects.toMatchObject({ code });
  expect(h.notes.page.notes).toEqual(['milk']);
  expect(await h.roles()).not.toContain('rollback');
  expect(await audited(h)).toEqual([]);
});
