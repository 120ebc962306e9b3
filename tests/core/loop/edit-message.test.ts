import { describe, expect, it, vi } from 'vitest';
import { createUnsentTextStore } from '@/src/background/storage/unsent-text-store';
import { totalTokens } from '@/src/core/usage/cumulative-usage';
import { calls, createLoopHarness, fails, type LoopHarness, says, userSends } from '../../fakes/loop-harness';
import { dieInMidChange, KEEP, redo, spoken } from '../checkpoints/take-responses';
import { diesAfterWrite, restartBrowser } from './interruptions';
import { ASK, add, COUNT, USAGE } from './made-calls';
import { messageAt, previewRevision, revise, reviseAt } from './revise';

const lastRequest = (h: LoopHarness) => JSON.stringify(h.requests.at(-1)?.messages);

/** Two runs without changes of the page. */
async function talked() {
  const { h } = await userSends('First', [says('One.'), says('Two.'), says('New.'), says('Later.')]);
  await h.send('Second');
  return h;
}

/** A run that added eggs, and one after it. */
async function withEggs(more: Parameters<typeof createLoopHarness>[0] = []) {
  const script = [calls(add('eggs')), says('Added.'), says('Fine.'), ...more];
  const { h } = await userSends('Add eggs', script, { hasDryRuns: true });
  await h.send('Thanks');
  return h;
}

describe('editing a message', () => {
  it('sets it and the later messages aside, with two rows, and starts a run with the new text', async () => {
    const h = await talked();
    const second = await messageAt(h, 'user', 1);
    const { preview, record } = await revise(h, second.id, 'Second, better', 'keep');
    expect(preview).toMatchObject({ messagesSetAside: 2, page: { kind: 'unchanged' } });
    const [accounting, row, message, ...answer] = record.conversation.slice(2);
    expect(accounting).toMatchObject({ role: 'accounting', reason: 'Message edited', discardedMessages: 2 });
    expect(row).toMatchObject({ role: 'rollback', kind: 'edit', checkpointId: null, discardedMessages: 2 });
    expect(message).toMatchObject({ role: 'user', content: 'Second, better', editOf: second.id });
    expect(answer).toMatchObject([{ role: 'assistant', content: 'New.' }]);
    expect(await spoken(h)).toEqual(['First', 'One.', 'Second, better', 'New.']);
    const setAside = record.messages.filter(({ discardedBy }) => discardedBy !== null);
    expect(setAside).toMatchObject([
      { content: 'Second', discardedBy: row?.id },
      { content: 'Two.', discardedBy: row?.id },
    ]);
    expect(record.run).toMatchObject({ status: { outcome: 'completed' } });
    expect(lastRequest(h)).toContain('Second, better');
    expect(lastRequest(h)).not.toContain('Two.');
  });

  it('keeps the tokens used by what was set aside', async () => {
    const script = [[USAGE, ...says('One.')], [USAGE, ...says('Two.')], says('New.')];
    const { h } = await userSends('First', script);
    await h.send('Second');
    await reviseAt(h, 'user', 0, 'Anew', 'keep');
    expect((await h.record()).conversation[0]).toMatchObject({
      cumulativeTokens: totalTokens([USAGE.counts, USAGE.counts]),
    });
  });

  it.each([
    ['renames a chat whose title is its first message', {}, 'Block previews'],
    ['keeps a title that the user entered', { title: 'Mine', titleSource: 'user' } as const, 'Mine'],
  ])('%s', async (_, given, title) => {
    const h = await talked();
    await h.db.chats.update(h.chatId, given);
    await reviseAt(h, 'user', 0, 'Block previews', 'keep');
    expect((await h.record()).chat.title).toBe(title);
  });

  it('also replaces the message of a run that failed, and the error is gone', async () => {
    const { h } = await userSends('Helo', [fails('auth'), says('Hello.')]);
    const { record } = await reviseAt(h, 'user', 0, 'Hello', 'keep');
    expect(record.run).toMatchObject({ error: null, status: { outcome: 'completed' } });
    expect(await spoken(h)).toEqual(['Hello', 'Hello.']);
  });

  it('replaces an answer to a question, and ends the run that asked', async () => {
    const { h } = await userSends('Remove a note', [calls(ASK), says('That one.'), says('This one.')]);
    await h.send('That');
    const { record } = await reviseAt(h, 'user', 1, 'This', 'keep');
    expect(record.run?.openingMessageId).toBe((await messageAt(h, 'user', 1)).id);
    expect(await spoken(h)).toEqual(['Remove a note', '', 'This', 'This one.']);
    expect(await h.db.runs.toArray()).toHaveLength(2);
  });

  it('ends a run that waits for the user', async () => {
    const { h } = await userSends('Count', [calls(COUNT), says('Hm.'), says('Ok.')], {
      settings: { roundsPerRun: 1 },
    });
    expect((await h.record()).state).toBe('user (round-limit)');
    await reviseAt(h, 'user', 0, 'Say hm', 'keep');
    expect(await spoken(h)).toEqual(['Say hm', 'Hm.']);
  });

  it('sets a later summary aside too, and keeps an earlier one', async () => {
    const h = await talked();
    const summary = { role: 'summary', content: 'S', model: 'm', state: 'boundary' } as const;
    const { messages } = await h.record();
    const base = { chatId: h.chatId, runId: null, createdAtMs: 0, discardedBy: null };
    const position = messages.length;
    await h.db.messages.add({ ...base, ...summary, id: 'summary', position });
    await h.send('Third');
    await reviseAt(h, 'user', 2, 'Third, better', 'keep');
    expect((await h.record()).messages.find(({ id }) => id === 'summary')?.discardedBy).toBeNull();
  });
});

describe('an edit that can’t be made', () => {
  it('is refused if another panel sent a message after the preview', async () => {
    const h = await talked();
    const { id } = await messageAt(h, 'user', 0);
    await expect(revise(h, id, 'x', 'keep', () => h.send('From the other panel'))).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(await spoken(h)).toHaveLength(6);
  });

  it('is refused for a message that an edit in another panel has set aside', async () => {
    const h = await talked();
    const { id } = await messageAt(h, 'user', 1);
    await reviseAt(h, 'user', 0, 'Anew', 'keep');
    await expect(previewRevision(h, 'edit', id)).rejects.toMatchObject({ code: 'not-found' });
  });

  it('is refused for an answer, and a retry for a message of the user', async () => {
    const h = await talked();
    const rejected = { code: 'not-found' };
    await expect(reviseAt(h, 'assistant', 0, 'x', 'keep')).rejects.toMatchObject(rejected);
    await expect(reviseAt(h, 'user', 0, null, 'keep')).rejects.toMatchObject(rejected);
  });
});

it('an edited message whose request can’t begin any more waits in the queue, and is not given back as well', async () => {
  const h = await talked();
  const { id } = await messageAt(h, 'user', 0);
  const full = () => {
    throw new Error('disk full');
  };
  h.db.runs.hook('creating', full);
  await expect(revise(h, id, 'Anew', 'keep')).rejects.toMatchObject({ code: 'storage' });
  expect(await spoken(h)).toEqual([]);
  const { chat } = await h.record();
  expect(chat.pendingMessage).toMatchObject({ text: 'Anew', editOf: id });
  // The panel gives back the text of an edit that failed.
  expect(await createUnsentTextStore(h.db, h.clock).giveBack(h.chatId, ['Anew'])).toBeNull();
  expect((await h.record()).chat.setAside).toBeUndefined();
  h.db.runs.hook('creating').unsubscribe(full);
  await h.control('sendQueued');
  expect(await spoken(h)).toEqual(['Anew', 'New.']);
  expect(await messageAt(h, 'user', 0)).toMatchObject({ editOf: id });
});

it('an edited message that an event precedes is unsent text, and is not given back as well', async () => {
  const h = await talked();
  const { id } = await messageAt(h, 'user', 0);
  const { sendQueued } = h.loop;
  vi.spyOn(h.loop, 'sendQueued').mockImplementation(async (chatId) => {
    await h.loop.addSystemMessage(chatId, { scope: 'chat', text: 'A chat reports.' });
    await sendQueued(chatId);
  });
  await expect(revise(h, id, 'Anew', 'keep')).rejects.toMatchObject({ code: 'busy' });
  await h.settled();
  expect((await h.record()).chat).toMatchObject({ pendingMessage: null, setAside: { text: 'Anew' } });
  expect(await createUnsentTextStore(h.db, h.clock).giveBack(h.chatId, ['Anew'])).toBeNull();
  expect((await h.record()).chat.setAside?.text).toBe('Anew');
});

describe('editing a message whose answers changed the page', () => {
  it('offers no choice for a message after them, nor if the page is as it was', async () => {
    const h = await withEggs();
    const pageOf = async (place: number) =>
      (await previewRevision(h, 'edit', (await messageAt(h, 'user', place)).id)).page;
    expect(await pageOf(1)).toEqual({ kind: 'unchanged' });
    h.notes.editByHand(['milk']);
    // The removal by hand is a change of others that a rollback would keep anyway.
    expect(await pageOf(0)).toMatchObject({ kind: 'unchanged' });
  });

  it('offers to roll the page back, with the differences, audits that, and the run starts from the earlier page', async () => {
    const h = await withEggs([calls(add('flour')), says('Flour.')]);
    const { preview } = await reviseAt(h, 'user', 0, 'Add flour', 'roll-back');
    expect(preview.page).toMatchObject({
      kind: 'choice',
      rollback: { differences: [{ kind: 'removed', text: 'eggs' }], savedNote: expect.any(String) },
    });
    expect(h.notes.page.notes).toEqual(['milk', 'flour']);
    const { conversation } = await h.record();
    expect(conversation[1]).toMatchObject({
      kind: 'edit',
      description: 'Page rolled back · Before: Add eggs',
    });
    expect(conversation[2]).toMatchObject({ content: 'Add flour', changes: [] });
    expect(JSON.stringify(h.requests[3]?.messages)).toContain('notes: [\\"milk\\"]');
    // The audit outlives the chat, so it doesn't quote the message.
    expect((await h.db.audit.toArray()).map(({ subject }) => subject)).toEqual([
      'add_note',
      'Before: add_note("eggs")',
      'add_note',
    ]);
  });

  it('keeps the page on request, and the message reports what is different', async () => {
    const h = await withEggs([says('As it is.')]);
    await reviseAt(h, 'user', 0, 'What is there?', 'keep');
    expect(h.notes.page.notes).toEqual(['milk', 'eggs']);
    expect((await h.record()).conversation[2]).toMatchObject({
      changes: [{ type: 'note_added', note: 'eggs', by: 'the assistant' }],
    });
    expect(lastRequest(h)).toContain('notes: [\\"milk\\",\\"eggs\\"]');
    expect((await h.db.audit.toArray()).map(({ action }) => action)).toEqual(['call']);
  });

  it('is refused if the page was changed after the preview', async () => {
    const h = await withEggs();
    const { id } = await messageAt(h, 'user', 0);
    const edit = () => h.notes.editByHand(['milk', 'eggs', 'tea']);
    await expect(revise(h, id, 'x', 'roll-back', edit)).rejects.toMatchObject({ code: 'page-changed' });
    expect(h.notes.page.notes).toEqual(['milk', 'eggs', 'tea']);
  });

  it('keeps changes by hand if the user chose that', async () => {
    const h = await withEggs([says('Ok.')]);
    h.notes.editByHand(['milk', 'eggs', 'tea']);
    await reviseAt(h, 'user', 0, 'Never mind', KEEP);
    expect(h.notes.page.notes).toEqual(['milk', 'tea']);
    expect((await h.record()).conversation[2]).toMatchObject({
      changes: [{ type: 'note_added', note: 'tea' }],
    });
  });

  it('keeps the page with a reason if the checkpoint was deleted', async () => {
    const h = await withEggs([says('Ok.')]);
    await h.db.checkpoints.clear();
    const { preview } = await reviseAt(h, 'user', 0, 'Again', 'keep');
    expect(preview.page).toEqual({
      kind: 'kept',
      why: 'The checkpoint before these changes was deleted, so the page stays as it is.',
    });
  });

  it.each(['roll-back', 'keep'] as const)('is undone by its safety checkpoint (%s)', async (choice) => {
    const h = await withEggs([says('Other.')]);
    const before = await h.record();
    await reviseAt(h, 'user', 0, 'Anew', choice);
    await redo(h);
    const after = await h.record();
    expect(h.notes.page.notes).toEqual(['milk', 'eggs']);
    const ids = after.conversation.map(({ id }) => id);
    expect(ids.slice(0, before.conversation.length)).toEqual(before.conversation.map(({ id }) => id));
    expect(after.run).toMatchObject({ id: before.run?.id, status: { outcome: 'completed' } });
  });
});

it('a write that an earlier worker left started is audited before its answer is set aside', async () => {
  const h = await createLoopHarness([calls(add('eggs')), says('Nothing.')], { hasDryRuns: true });
  await diesAfterWrite(h, () => h.write('Add eggs'));
  await restartBrowser(h);
  await reviseAt(h, 'user', 0, 'Do nothing', 'roll-back');
  expect(await h.db.audit.toArray()).toMatchObject([
    { action: 'call', success: true },
    { action: 'rollback' },
  ]);
  expect(h.notes.page.notes).toEqual(['milk']);
  expect(await spoken(h)).toEqual(['Do nothing', 'Nothing.']);
});

it('an edit whose worker stopped while the page was rolled back leaves the new text to be sent', async () => {
  const h = await withEggs([says('New.')]);
  await dieInMidChange(h, () => reviseAt(h, 'user', 0, 'Anew', 'roll-back'), true);
  await h.loop.recover(h.chatId, false);
  expect(await spoken(h)).toEqual([]);
  expect(h.notes.page.notes).toEqual(['milk']);
  expect(await h.db.restores.count()).toBe(0);
  await h.control('sendQueued');
  expect(await spoken(h)).toEqual(['Anew', 'New.']);
});
