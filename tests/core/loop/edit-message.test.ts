import { describe, expect, it } from 'vitest';
import { calls, createLoopHarness, fails, hangs, type LoopHarness, says } from '../../fakes/loop-harness';
import { diesAfterWrite, restartBrowser } from './interruptions';
import { add, COUNT } from './made-calls';
import { messageAt, REPLACE, revise, reviseAt, rollBackTo } from './revise';

const spoken = async (h: LoopHarness) =>
  (await h.record()).conversation.flatMap((message) =>
    message.role === 'user' || message.role === 'assistant' ? [message.content] : [],
  );
const lastRequest = (h: LoopHarness) => JSON.stringify(h.requests.at(-1)?.messages);

/** Two runs without changes of the page. */
async function talked() {
  const h = await createLoopHarness([says('One.'), says('Two.'), says('New.'), says('Later.')]);
  await h.send('First');
  await h.send('Second');
  return h;
}

/** A run that added eggs, and one after it. */
async function withEggs(more: Parameters<typeof createLoopHarness>[0] = []) {
  const script = [calls(add('eggs')), says('Added.'), says('Fine.'), ...more];
  const h = await createLoopHarness(script, { hasDryRuns: true });
  await h.send('Add eggs');
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
    const usage = {
      promptTokens: 10,
      completionTokens: 2,
      cacheReadInputTokens: 3,
      cacheCreationInputTokens: 1,
    };
    const paid = (text: string) => [
      { type: 'content' as const, text },
      { type: 'usage' as const, counts: usage, raw: {} },
      { type: 'finish' as const, reason: 'stop' as const },
    ];
    const h = await createLoopHarness([paid('One.'), paid('Two.'), says('New.')]);
    await h.send('First');
    await h.send('Second');
    await reviseAt(h, 'user', 0, 'Anew', 'keep');
    expect((await h.record()).conversation[0]).toMatchObject({
      cumulativeTokens: { inputTokens: 20, outputTokens: 4, cacheReadTokens: 6, cacheCreationTokens: 2 },
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
    const h = await createLoopHarness([fails('auth'), says('Hello.')]);
    await h.send('Helo');
    const { record } = await reviseAt(h, 'user', 0, 'Hello', 'keep');
    expect(record.run).toMatchObject({ error: null, status: { outcome: 'completed' } });
    expect(await spoken(h)).toEqual(['Hello', 'Hello.']);
  });

  it('replaces an answer to a question, and ends the run that asked', async () => {
    const ask = calls(['ask_user', { question: 'Which?', choices: [], allow_other: true }]);
    const h = await createLoopHarness([ask, says('That one.'), says('This one.')]);
    await h.send('Remove a note');
    await h.send('That');
    const { record } = await reviseAt(h, 'user', 1, 'This', 'keep');
    expect(record.run?.openingMessageId).toBe((await messageAt(h, 'user', 1)).id);
    expect(await spoken(h)).toEqual(['Remove a note', '', 'This', 'This one.']);
    expect(await h.db.runs.toArray()).toHaveLength(2);
  });

  it('ends a run that waits for the user', async () => {
    const h = await createLoopHarness([calls(COUNT), says('Hm.'), says('Ok.')], {
      settings: { roundsPerRun: 1 },
    });
    await h.send('Count');
    expect((await h.record()).run?.status).toMatchObject({ reason: 'round-limit' });
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
  it('is refused during a run, and nothing is changed', async () => {
    const h = await createLoopHarness([says('One.'), hangs]);
    await h.send('First');
    await h.loop.sendUserMessage(h.chatId, 'Second');
    const { id } = await messageAt(h, 'user', 0);
    await expect(h.loop.previewRevision(h.chatId, id)).rejects.toMatchObject({ code: 'busy' });
    const shown = { stateHash: '', position: 3 };
    const revision = { messageId: id, text: 'x', shown, page: { kind: 'keep' } as const };
    await expect(h.loop.revise(h.chatId, revision, h.consents.give(h.chatId))).rejects.toMatchObject({
      code: 'busy',
      remedy: 'Wait until it is done, or stop it.',
    });
    await h.loop.stop(h.chatId);
    expect((await h.record()).messages.every(({ discardedBy }) => discardedBy === null)).toBe(true);
  });

  it('is refused if another panel sent a message after the preview', async () => {
    const h = await talked();
    const { id } = await messageAt(h, 'user', 0);
    const shown = await h.loop.previewRevision(h.chatId, id);
    await h.send('From the other panel');
    const revision = { messageId: id, text: 'x', shown, page: { kind: 'keep' } as const };
    await expect(h.loop.revise(h.chatId, revision, h.consents.give(h.chatId))).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(await spoken(h)).toHaveLength(6);
  });

  it('is refused for a message that an edit in another panel has set aside', async () => {
    const h = await talked();
    const { id } = await messageAt(h, 'user', 1);
    await reviseAt(h, 'user', 0, 'Anew', 'keep');
    await expect(h.loop.previewRevision(h.chatId, id)).rejects.toMatchObject({ code: 'not-found' });
  });

  it('is refused for an answer, and a retry for a message of the user', async () => {
    const h = await talked();
    const rejected = { code: 'invalid-message' };
    await expect(reviseAt(h, 'assistant', 0, 'x', 'keep')).rejects.toMatchObject(rejected);
    await expect(reviseAt(h, 'user', 0, null, 'keep')).rejects.toMatchObject(rejected);
  });

  it('changes nothing if it can’t be stored', async () => {
    const h = await withEggs();
    const before = await h.record();
    const left = h.notes.hash();
    const full = () => {
      throw new Error('disk full');
    };
    h.db.runs.hook('creating', full);
    const { id } = await messageAt(h, 'user', 0);
    await expect(revise(h, id, 'Add flour', 'roll-back')).rejects.toMatchObject({ code: 'storage' });
    expect((await h.record()).messages).toEqual(before.messages);
    expect(h.notes.hash()).toBe(left);
    expect(await h.db.restores.count()).toBe(0);
  });
});

describe('editing a message whose answers changed the page', () => {
  it('offers to roll the page back to before them, with the differences', async () => {
    const h = await withEggs();
    const { page } = await h.loop.previewRevision(h.chatId, (await messageAt(h, 'user', 0)).id);
    expect(page).toMatchObject({
      kind: 'choice',
      rollback: { differences: [{ kind: 'removed', text: 'eggs' }], savedNote: expect.any(String) },
    });
  });

  it('offers no choice for a message after them, nor if the page is as it was', async () => {
    const h = await withEggs();
    const later = await messageAt(h, 'user', 1);
    expect((await h.loop.previewRevision(h.chatId, later.id)).page).toEqual({ kind: 'unchanged' });
    h.notes.editByHand(['milk']);
    const first = await messageAt(h, 'user', 0);
    const { page } = await h.loop.previewRevision(h.chatId, first.id);
    // The removal by hand is a change of others that a rollback would keep anyway.
    expect(page.kind).toBe('unchanged');
  });

  it('rolls the page back, audits that, and the run starts from the earlier page', async () => {
    const h = await withEggs([calls(add('flour')), says('Flour.')]);
    await reviseAt(h, 'user', 0, 'Add flour', 'roll-back');
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
    const shown = await h.loop.previewRevision(h.chatId, id);
    h.notes.editByHand(['milk', 'eggs', 'tea']);
    const page = { kind: 'roll-back', strategy: { strategy: 'replace' } } as const;
    const revision = { messageId: id, text: 'x', shown, page };
    await expect(h.loop.revise(h.chatId, revision, h.consents.give(h.chatId))).rejects.toMatchObject({
      code: 'page-changed',
    });
    expect(h.notes.page.notes).toEqual(['milk', 'eggs', 'tea']);
  });

  it('keeps changes by hand if the user chose that', async () => {
    const h = await withEggs([says('Ok.')]);
    h.notes.editByHand(['milk', 'eggs', 'tea']);
    const merge = { strategy: 'merge', keep: null } as const;
    await reviseAt(h, 'user', 0, 'Never mind', merge);
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
    const safety = (await h.checkpoints()).findLast(({ reason }) => reason === 'before-edit');
    await rollBackTo(h, safety, REPLACE);
    const after = await h.record();
    expect(h.notes.page.notes).toEqual(['milk', 'eggs']);
    const ids = after.conversation.map(({ id }) => id);
    expect(ids.slice(0, before.conversation.length)).toEqual(before.conversation.map(({ id }) => id));
    expect(after.run).toMatchObject({ id: before.run?.id, status: { outcome: 'completed' } });
  });
});

describe('a write that an earlier worker left started is audited before its answer is set aside', () => {
  async function interrupted() {
    const h = await createLoopHarness([calls(add('eggs')), says('Nothing.')], {
      hasDryRuns: true,
    });
    await diesAfterWrite(h, () => h.loop.sendUserMessage(h.chatId, 'Add eggs'));
    await restartBrowser(h);
    return h;
  }

  it('by an edit', async () => {
    const h = await interrupted();
    await reviseAt(h, 'user', 0, 'Do nothing', 'keep');
    expect(await h.db.audit.toArray()).toMatchObject([{ action: 'call', success: true }]);
    expect(await spoken(h)).toEqual(['Do nothing', 'Nothing.']);
  });

  it('by a rollback', async () => {
    const h = await interrupted();
    const [checkpoint] = (await h.checkpoints()).filter(({ reason }) => reason === 'before-changes');
    await h.loop.whileIdle(h.chatId, () => rollBackTo(h, checkpoint, REPLACE));
    expect(await h.db.audit.toArray()).toMatchObject([
      { action: 'call', success: true },
      { action: 'rollback' },
    ]);
    expect(h.notes.page.notes).toEqual(['milk']);
  });
});

describe('an edit whose worker stopped while the page was rolled back', () => {
  async function died(isTaken: boolean) {
    const h = await withEggs([says('New.')]);
    const { applyState } = h.notes.port;
    const reached = new Promise<void>((resolve) => {
      h.notes.port.applyState = async (...request) => {
        h.notes.port.applyState = applyState;
        if (isTaken) await applyState(...request);
        resolve();
        return new Promise(() => undefined);
      };
    });
    void reviseAt(h, 'user', 0, 'Anew', 'roll-back');
    await reached;
    h.restart();
    let isOver = false;
    const recovered = h.loop.recover(h.chatId, false).finally(() => {
      isOver = true;
    });
    while (!isOver) {
      await new Promise((resolve) => setTimeout(resolve, 1));
      if (h.time.isWaited()) await h.time.pass(4_000);
    }
    await recovered;
    await h.settled();
    return h;
  }

  it('is finished if the page accepted the state, and its run answers', async () => {
    const h = await died(true);
    expect(await spoken(h)).toEqual(['Anew', 'New.']);
    expect(h.notes.page.notes).toEqual(['milk']);
    expect(await h.db.restores.count()).toBe(0);
  });

  it('has not happened if the page did not', async () => {
    const h = await died(false);
    expect(await spoken(h)).toEqual(['Add eggs', '', 'Added.', 'Thanks', 'Fine.']);
    expect(h.notes.page.notes).toEqual(['milk', 'eggs']);
    expect(await h.db.restores.count()).toBe(0);
  });
});
