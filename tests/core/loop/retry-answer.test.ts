import { describe, expect, it } from 'vitest';
import { calls, createLoopHarness, fails, type LoopHarness, says } from '../../fakes/loop-harness';
import { add, COUNT } from './made-calls';
import { messageAt, previewRevision, REPLACE, reverse, reviseAt, rollBackTo } from './revise';

const spoken = async (h: LoopHarness) =>
  (await h.record()).conversation.flatMap((message) =>
    message.role === 'user' || message.role === 'assistant' ? [message.content] : [],
  );
const rows = async (h: LoopHarness) =>
  (await h.record()).conversation.flatMap((message) =>
    message.role === 'accounting' ? [message.reason] : [],
  );

describe('retrying an answer', () => {
  it('sets it aside and sends the same request again in the same run', async () => {
    const h = await createLoopHarness([says('One.'), says('Better.')]);
    const { run } = await h.send('First');
    const { preview, record } = await reviseAt(h, 'assistant', 0, null, 'keep');
    expect(preview).toMatchObject({ messagesSetAside: 1, page: { kind: 'unchanged' } });
    expect(await spoken(h)).toEqual(['First', 'Better.']);
    expect(h.requests[1]).toEqual(h.requests[0]);
    expect(record.run).toMatchObject({ id: run?.id, attempt: 2, status: { outcome: 'completed' } });
    expect(await rows(h)).toEqual(['Answer retried']);
    expect(record.messages.find(({ role }) => role === 'rollback')).toMatchObject({ kind: 'retry' });
  });

  const useUp = async (h: LoopHarness) => {
    const { settings } = (await h.record()).chat;
    await h.db.chats.update(h.chatId, { settings: { ...settings, tokenBudget: 100 } });
  };

  it.each<[string, string, string | null, (h: LoopHarness) => unknown]>([
    ['the budget is used up', 'budget-reached', null, useUp],
    ['the budget is used up, and so is an edit', 'budget-reached', 'Second', useUp],
    ['no model is chosen', 'model-missing', null, (h) => Object.assign(h.choice, { model: null })],
    [
      'no model is chosen, and so is an edit',
      'model-missing',
      'Second',
      (h) => Object.assign(h.choice, { model: null }),
    ],
    ['the page is closed', 'page-gone', null, (h) => h.notes.close()],
  ])('is refused if %s, and the answer stays', async (_, code, text, close) => {
    const counts = {
      promptTokens: 90,
      completionTokens: 10,
      cacheReadInputTokens: 0,
      cacheCreationInputTokens: 0,
    };
    const h = await createLoopHarness([[{ type: 'usage', counts, raw: {} }, ...says('One.')]]);
    await h.send('First');
    const { id: messageId } = await messageAt(h, text === null ? 'assistant' : 'user', 0);
    const target =
      text === null
        ? ({ kind: 'retry', messageId, strategy: null } as const)
        : ({ kind: 'edit', messageId, text, strategy: null } as const);
    const shown = await previewRevision(h, target.kind, messageId);
    await close(h);
    const before = await h.record();
    await expect(reverse(h, target, shown)).rejects.toMatchObject({ code });
    expect((await h.settled()).messages).toEqual(before.messages);
  });

  it('sets later runs aside too, and continues the answer’s own run', async () => {
    const h = await createLoopHarness([says('One.'), says('Two.'), says('Uno.')]);
    const { run } = await h.send('First');
    await h.send('Second');
    const { record } = await reviseAt(h, 'assistant', 0, null, 'keep');
    expect(await spoken(h)).toEqual(['First', 'Uno.']);
    expect(record.run?.id).toBe(run?.id);
  });

  it('reports the page as it is now, if the first answer changed it', async () => {
    const script = [calls(add('eggs')), says('Added.'), says('Nothing added.')];
    const h = await createLoopHarness(script, { hasDryRuns: true });
    await h.send('Add eggs');
    h.notes.editByHand(['milk', 'eggs', 'tea']);
    await reviseAt(h, 'assistant', 0, null, 'keep');
    const { conversation } = await h.record();
    expect(conversation.map(({ role }) => role)).toEqual([
      'user',
      'accounting',
      'rollback',
      'system',
      'assistant',
    ]);
    const changes = [
      { type: 'note_added', note: 'eggs', by: 'the assistant' },
      { type: 'note_added', note: 'tea' },
    ];
    expect(conversation[3]).toMatchObject({ news: { changes } });
    expect(h.requests[2]?.messages.at(-1)?.content).toContain('notes: ["milk","eggs","tea"]');
  });

  it('rolls the page back to before the answer’s changes', async () => {
    const script = [calls(add('eggs')), calls(add('flour')), says('Both.'), says('Only eggs.')];
    const h = await createLoopHarness(script, { hasDryRuns: true });
    await h.send('Add eggs, then flour');
    await reviseAt(h, 'assistant', 1, null, 'roll-back');
    expect(h.notes.page.notes).toEqual(['milk', 'eggs']);
    const { conversation } = await h.record();
    expect(conversation.at(-2)).toMatchObject({ role: 'system', scope: 'steward' });
    expect(h.requests[3]?.messages.at(-1)?.content).toContain('notes: ["milk","eggs"]');
    expect(conversation.at(-1)).toMatchObject({ content: 'Only eggs.' });
  });

  it('keeps the page, and an event reports what is different', async () => {
    const script = [calls(COUNT), calls(add('flour')), says('Added.'), says('Kept.')];
    const h = await createLoopHarness(script, { hasDryRuns: true });
    await h.send('Count, then add flour');
    await reviseAt(h, 'assistant', 1, null, 'keep');
    expect((await h.record()).conversation.at(-2)).toMatchObject({
      role: 'system',
      news: { changes: [{ type: 'note_added', note: 'flour', by: 'the assistant' }] },
    });
    expect(h.requests[3]?.messages.at(-1)?.content).toContain('notes: ["milk","flour"]');
  });

  it('writes “Retry after error” if the conversation ended with one', async () => {
    const h = await createLoopHarness([calls(COUNT), fails('auth'), says('One note.')]);
    await h.send('Count');
    expect((await h.record()).run?.error).not.toBeNull();
    const { record } = await reviseAt(h, 'assistant', 0, null, 'keep');
    expect(await rows(h)).toEqual(['Retry after error']);
    expect(record.run).toMatchObject({ error: null, status: { outcome: 'completed' } });
  });

  it('shows the page as it is also after an earlier retry of its run was undone', async () => {
    const script = [calls(add('eggs')), says('Added.'), says('None.'), says('Yes.')];
    const h = await createLoopHarness(script, { hasDryRuns: true });
    await h.send('Add eggs');
    h.notes.editByHand(['tea']);
    await reviseAt(h, 'assistant', 0, null, 'keep');
    const safety = (await h.checkpoints()).findLast(({ reason }) => reason === 'before-retry');
    await rollBackTo(h, safety, REPLACE);
    expect(await spoken(h)).toEqual(['Add eggs', '', 'Added.']);
    await reviseAt(h, 'assistant', 1, null, 'keep');
    expect(h.requests[3]?.messages.at(-1)?.content).toContain('notes: ["tea"]');
  });

  it('is refused for a plan, which Steward made', async () => {
    const script = [calls(add('eggs')), says('Planned.')];
    const h = await createLoopHarness(script, { hasDryRuns: true, settings: { planMode: true } });
    await h.send('Add eggs');
    await h.decide('reject');
    await h.loop.stop(h.chatId).catch(() => undefined);
    const plan = (await h.record()).messages.find((message) => message.role === 'assistant' && message.plan);
    expect(plan).toBeDefined();
    await expect(previewRevision(h, 'retry', plan?.id ?? '')).rejects.toMatchObject({
      code: 'not-found',
    });
  });
});

describe('retrying a failed request', () => {
  it('writes a row if the dropped answer may have used tokens, once', async () => {
    const cut = async function* () {
      yield { type: 'content' as const, text: 'Hal' };
      throw new Error('cut');
    };
    const h = await createLoopHarness([cut, fails('auth'), says('Hello.')]);
    await h.send('Hello');
    await h.loop.retry(h.chatId);
    await h.settled();
    await h.loop.retry(h.chatId);
    await h.settled();
    expect(await rows(h)).toEqual(['Retry after error']);
    expect((await h.record()).conversation.find(({ role }) => role === 'accounting')).toMatchObject({
      discardedMessages: 0,
    });
  });

  it('writes none if the endpoint refused the request', async () => {
    const h = await createLoopHarness([fails('auth'), says('Hello.')]);
    await h.send('Hello');
    await h.loop.retry(h.chatId);
    await h.settled();
    expect(await rows(h)).toEqual([]);
  });
});
