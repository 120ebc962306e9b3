import { describe, expect, it } from 'vitest';
import { type LiveSummary, reduceSummary } from '@/src/core/records/live-summary';
import { SUMMARY_INSTRUCTION } from '@/src/core/side-requests/instructions';
import { calls, fails, hangs, heldBack, says, type Turn } from '../../fakes/loop-harness';
import { REPLACE, revise, rollBackTo } from '../loop/revise';
import { createSideHarness, type SideHarness } from './side-harness';

const ASKS = SUMMARY_INSTRUCTION.split('\n')[0];
const roles = (messages: readonly { role: string }[]) => messages.map(({ role }) => role);

/** A chat with one answered message. */
async function answered(...rest: Turn[]): Promise<SideHarness> {
  const h = await createSideHarness([says('Hello.'), ...rest], {});
  await h.send('Hi');
  return h;
}

/** The same, with an accepted summary. */
async function summarized(...rest: Turn[]): Promise<{ h: SideHarness; id: string }> {
  const h = await answered(says('They said hello.'), ...rest);
  const id = await h.draft();
  await h.sides.summaries.accept(h.chatId, id, 'They said hello.');
  return { h, id };
}

describe('a request for a summary', () => {
  it('continues the last request with an instruction, so that the endpoint’s cache applies, and calls nothing', async () => {
    const h = await answered(says('They said hello.'));
    await h.draft();
    const [first, request] = h.requests;
    expect(request?.messages.slice(0, 2)).toEqual(first?.messages);
    expect(h.lastSent().slice(1)).toEqual(['user: Hi', 'assistant: Hello.', `user: ${ASKS}`]);
    expect(request?.tools).toEqual(first?.tools);
    expect(request?.toolChoice).toBe('none');
  });

  it('keeps the cache mark where the last answer’s request had it', async () => {
    const texts = ['one', 'two', 'three', 'four'].map((word) => says(word));
    const h = await createSideHarness([...texts, says('All four.')], { settings: { cacheMode: 'cached' } });
    for (const word of ['1', '2', '3', '4']) await h.send(word);
    const { conversation } = await h.record();
    const mark = conversation.findLast((message) => message.role === 'assistant')?.cacheControlIndex;
    expect(mark).toBeGreaterThan(0);
    await h.draft();
    expect(h.requests.at(-1)?.cacheMarks.at(-1)).toBe(mark);
  });

  it('stores a draft with its request and its usage, and changes nothing that is sent', async () => {
    const h = await answered(says('They said hello.'), says('Fine.'));
    const id = await h.draft();
    const { conversation, chat } = await h.record();
    expect(roles(conversation)).toEqual(['user', 'assistant', 'system-summary', 'summary']);
    expect(conversation.at(-1)).toMatchObject({
      id,
      content: 'They said hello.',
      state: 'draft',
      runId: null,
    });
    expect(chat.titleSource).toBe('first-message');
    expect((await h.usage()).at(-1)).toMatchObject({
      kind: 'summary',
      runId: null,
      messageId: id,
      counts: null,
    });
    expect((await h.sent()).at(-1)).toMatchObject({ kind: 'summary', runId: null, messageId: id });
    await h.send('How are you?');
    expect(h.lastSent().slice(1)).toEqual(['user: Hi', 'assistant: Hello.', 'user: How are you?']);
  });

  it('is refused while a run isn’t over, without a request', async () => {
    const h = await createSideHarness([calls(['ask_user', { question: 'Which?', choices: ['a', 'b'] }])], {});
    await h.send('Hi');
    await expect(h.sides.summarize(h.chatId)).rejects.toMatchObject({ code: 'busy' });
    expect(h.requests).toHaveLength(1);
  });

  it('isn’t stored if the user edits a message meanwhile: it covers what was set aside', async () => {
    const held = heldBack([], says('They said hello.'));
    const h = await answered(held.turn, says('Good day.'));
    const writing = h.sides.summarize(h.chatId);
    await held.reached;
    const [message] = (await h.record()).conversation;
    const { deps, chatId } = h;
    await revise(h, message?.id ?? '', 'Good day', 'keep');
    held.release();
    await expect(writing).rejects.toMatchObject({ code: 'conflict' });
    expect(roles((await h.record()).conversation)).not.toContain('summary');
    expect((await deps.journal.usageFrom(chatId, 0)).map(({ kind }) => kind)).toContain('summary');
  });

  it('is refused while one is being written, and while a draft is open', async () => {
    const held = heldBack([], says('They said hello.'));
    const h = await answered(held.turn);
    const writing = h.sides.summarize(h.chatId);
    await held.reached;
    await expect(h.sides.summarize(h.chatId)).rejects.toMatchObject({ code: 'busy' });
    held.release();
    await writing;
    await expect(h.sides.summarize(h.chatId)).rejects.toMatchObject({ code: 'conflict' });
    expect(h.requests).toHaveLength(2);
  });

  it('is refused if there is nothing to summarize', async () => {
    const empty = await createSideHarness([], {});
    await expect(empty.sides.summarize(empty.chatId)).rejects.toMatchObject({ code: 'not-found' });
    const { h } = await summarized();
    await expect(h.sides.summarize(h.chatId)).rejects.toMatchObject({ code: 'not-found' });
  });

  it('can be cancelled: nothing is stored but that tokens may have been used', async () => {
    const h = await answered(hangs, says('They said hello.'));
    const writing = h.sides.summarize(h.chatId);
    while (h.requests.length < 2) await new Promise((resolve) => setTimeout(resolve, 1));
    expect(h.sides.isBusy()).toBe(true);
    h.sides.cancelSummary(h.chatId);
    expect(await writing).toBe(false);
    expect(h.summaryEvents.map(({ type }) => type)).toEqual(['started', 'ended']);
    expect(h.summaryEvents.at(-1)).toEqual({ type: 'ended', isStored: false });
    expect(roles((await h.record()).conversation)).toEqual(['user', 'assistant']);
    expect((await h.usage()).at(-1)).toMatchObject({ kind: 'summary', counts: null });
    await h.draft();
  });

  it('that fails shows its error, and leaves the conversation as it is', async () => {
    const h = await answered(fails('auth'));
    await expect(h.sides.summarize(h.chatId)).rejects.toMatchObject({ code: 'auth' });
    const { conversation, run } = await h.record();
    expect(roles(conversation)).toEqual(['user', 'assistant']);
    expect(run?.error).toBeNull();
    expect((await h.usage()).map(({ kind }) => kind)).toEqual(['response']);
  });

  it('is given up after ten minutes', async () => {
    const h = await answered(hangs);
    const writing = h.sides.summarize(h.chatId).catch((error: unknown) => error);
    while (h.requests.length < 2) await new Promise((resolve) => setTimeout(resolve, 1));
    await h.passSleep(600_000);
    expect(await writing).toMatchObject({ code: 'timeout' });
  });

  it('lets a message through meanwhile; the summary does not cover it, and takes nothing of it away', async () => {
    const held = heldBack([], says('They said hello.'));
    const h = await answered(held.turn, says('Fine.'), says('Good.'));
    const writing = h.sides.summarize(h.chatId);
    await held.reached;
    await h.loop.sendUserMessage(h.chatId, 'How are you?');
    await h.settled();
    held.release();
    await writing;
    const { conversation } = await h.record();
    expect(roles(conversation)).toEqual([
      'user',
      'assistant',
      'system-summary',
      'summary',
      'user',
      'assistant',
    ]);
    await h.sides.summaries.accept(h.chatId, conversation[3]?.id ?? '', 'They said hello.');
    await h.send('And now?');
    expect(h.lastSent().slice(1)).toEqual([
      'system: Previous Conversation Summary:',
      'user: How are you?',
      'assistant: Fine.',
      'user: And now?',
    ]);
  });

  it('is reported while it is written, with the ids and the place of the rows that it is stored as', async () => {
    const held = heldBack([{ type: 'content', text: 'They said ' }], says('hello.'));
    const h = await answered(held.turn);
    const writing = h.sides.summarize(h.chatId);
    await held.reached;
    expect(h.summaryEvents).toEqual([
      { type: 'started', requestId: expect.any(String), messageId: expect.any(String), after: 1 },
      { type: 'text', text: 'They said ' },
    ]);
    held.release();
    await writing;
    const [started, ...rest] = h.summaryEvents;
    expect(rest.slice(1)).toEqual([
      { type: 'text', text: 'hello.' },
      { type: 'ended', isStored: true },
    ]);
    const rows = (await h.record()).conversation.slice(-2);
    expect(started).toMatchObject({ requestId: rows[0]?.id, messageId: rows[1]?.id });
    expect(rows.every(({ position }) => position > 1 && position < 2)).toBe(true);
  });

  it.each<[string, Turn[]]>([
    [
      'the endpoint starts its answer again',
      [[{ type: 'content', text: 'Half' }, { type: 'restart' }, ...says('Whole.')]],
    ],
    [
      'a smaller request follows',
      [
        async function* (request, signal) {
          yield { type: 'content', text: 'Half' };
          const refuse = fails('context-too-long');
          if (typeof refuse === 'function') yield* refuse(request, signal);
        },
        says('Whole.'),
      ],
    ],
  ])('is reported from its beginning again if %s', async (_, turns) => {
    const long = (text: string) => says(`${text} ${'x'.repeat(8_000)}`);
    const h = await createSideHarness([long('one'), long('two'), ...turns], {});
    await h.send('First');
    await h.send('Second');
    await h.draft();
    const live = h.summaryEvents.reduce<LiveSummary | null>(reduceSummary, null);
    expect(live).toMatchObject({ text: 'Whole.', isWriting: false });
    expect(h.summaryEvents.map(({ type }) => type)).toEqual(['started', 'text', 'started', 'text', 'ended']);
  });

  it('leaves out the oldest messages if the conversation is too long for the model, and says so', async () => {
    const long = (text: string) => `${text} ${'x'.repeat(8_000)}`;
    const h = await createSideHarness(
      [says(long('one')), says(long('two')), fails('context-too-long'), says('Two only.')],
      {},
    );
    await h.send('First');
    await h.send('Second');
    const id = await h.draft();
    const [, , whole, smaller] = h.requests;
    expect(whole?.messages.map(({ content }) => content?.slice(0, 5))).toContain('First');
    expect(smaller?.messages.map(({ content }) => content?.slice(0, 5))).not.toContain('First');
    expect(smaller?.messages.at(-1)?.content).toContain(SUMMARY_INSTRUCTION);
    const { conversation } = await h.record();
    expect(conversation.find((message) => message.id === id)).toMatchObject({ leftOut: expect.any(Number) });
  });

  it('fails with the endpoint’s error if even a part of the conversation is too long', async () => {
    const h = await answered(...Array.from({ length: 5 }, () => fails('context-too-long')));
    await expect(h.sides.summarize(h.chatId)).rejects.toMatchObject({ code: 'context-too-long' });
  });
});

describe('a draft of a summary', () => {
  it('that the user accepts stands for all messages before it in the next request', async () => {
    const { h } = await summarized(says('Fine.'));
    const { conversation } = await h.record();
    expect(conversation.slice(-2)).toMatchObject([
      { role: 'summary', state: 'boundary' },
      { role: 'accounting', reason: 'Summarized', omittedMessages: 2, discardedMessages: 0, runId: null },
    ]);
    expect(conversation.at(-2)).not.toHaveProperty('original');
    await h.send('How are you?');
    expect(h.lastSent().slice(1)).toEqual(['system: Previous Conversation Summary:', 'user: How are you?']);
    expect(h.requests.at(-1)?.messages[1]?.content).toContain('They said hello.');
  });

  it('counts only the messages since the boundary before it', async () => {
    const { h } = await summarized(says('Fine.'), says('All is well.'));
    await h.send('How are you?');
    const id = await h.draft();
    await h.sides.summaries.accept(h.chatId, id, 'All is well.');
    const rows = (await h.record()).conversation.filter((message) => message.role === 'accounting');
    expect(rows.map(({ omittedMessages }) => omittedMessages)).toEqual([2, 2]);
  });

  it('keeps the user’s text, with the model’s beside it', async () => {
    const h = await answered(says('They said hello.'), says('Fine.'));
    const id = await h.draft();
    await h.sides.summaries.edit(h.chatId, id, 'A greeting.');
    await h.sides.summaries.accept(h.chatId, id, 'A kind greeting.');
    await h.send('How are you?');
    expect(h.requests.at(-1)?.messages[1]?.content).toMatch(/A kind greeting\.$/);
    const stored = (await h.record()).conversation.find((message) => message.id === id);
    expect(stored).toMatchObject({ content: 'A kind greeting.', original: 'They said hello.' });
  });

  it('that the user discards leaves the conversation with its request, and another can be requested', async () => {
    const h = await answered(says('They said hello.'), says('A greeting.'));
    const id = await h.draft();
    await h.sides.summaries.discard(h.chatId, id);
    const { conversation, messages } = await h.record();
    expect(roles(conversation)).toEqual(['user', 'assistant']);
    expect(roles(messages)).toEqual(['user', 'assistant', 'system-summary', 'summary']);
    await h.draft();
  });

  it('is decided on once: a second window gets a conflict', async () => {
    const { h, id } = await summarized();
    const { summaries } = h.sides;
    for (const late of [
      () => summaries.accept(h.chatId, id, 'x'),
      () => summaries.edit(h.chatId, id, 'x'),
      () => summaries.discard(h.chatId, id),
    ]) {
      await expect(late()).rejects.toMatchObject({ code: 'conflict' });
    }
    await expect(summaries.remove(h.chatId, 'other')).rejects.toMatchObject({ code: 'not-found' });
  });

  it('is neither accepted nor removed while a run isn’t over', async () => {
    const ask = calls(['ask_user', { question: 'Which?', choices: ['a', 'b'] }]);
    const h = await answered(says('They said hello.'), ask);
    const id = await h.draft();
    await h.send('How are you?');
    await expect(h.sides.summaries.accept(h.chatId, id, 'x')).rejects.toMatchObject({ code: 'busy' });
    const { h: other, id: boundary } = await summarized(ask);
    await other.send('How are you?');
    await expect(other.sides.summaries.remove(other.chatId, boundary)).rejects.toMatchObject({
      code: 'busy',
    });
  });
});

describe('a summary that the user removes', () => {
  it('no longer stands for the messages before it, which are sent again', async () => {
    const { h, id } = await summarized(says('Fine.'), says('Good.'));
    await h.send('How are you?');
    await h.sides.summaries.remove(h.chatId, id);
    await h.send('And now?');
    expect(h.lastSent().slice(1)).toEqual([
      'user: Hi',
      'assistant: Hello.',
      'user: How are you?',
      'assistant: Fine.',
      'user: And now?',
    ]);
  });

  it('lets an earlier summary stand again', async () => {
    const { h } = await summarized(says('Fine.'), says('All is well.'), says('Good.'));
    await h.send('How are you?');
    const id = await h.draft();
    await h.sides.summaries.accept(h.chatId, id, 'All is well.');
    await h.sides.summaries.remove(h.chatId, id);
    await h.send('And now?');
    expect(h.lastSent().slice(1)).toEqual([
      'system: Previous Conversation Summary:',
      'user: How are you?',
      'assistant: Fine.',
      'user: And now?',
    ]);
    expect(h.requests.at(-1)?.messages[1]?.content).toContain('They said hello.');
  });
});

describe('a rollback to before a summary', () => {
  const add = (text: string) => [calls(['add_note', { text }]), says(`Added ${text}.`)];

  async function rolledBackAcross() {
    const h = await createSideHarness(
      [...add('eggs'), says('Eggs were added.'), ...add('tea'), says('Now.'), says('Again.')],
      {},
    );
    await h.send('Add eggs');
    const id = await h.draft();
    await h.sides.summaries.accept(h.chatId, id, 'Eggs were added.');
    await h.send('Add tea');
    const [eggs] = (await h.checkpoints()).filter(({ reason }) => reason !== 'session-start');
    await rollBackTo(h, eggs, REPLACE);
    return { h, id };
  }

  it('sets the summary aside with the messages after the cut, and those before it are sent again', async () => {
    const { h, id } = await rolledBackAcross();
    const { conversation, messages } = await h.record();
    expect(conversation.some((message) => message.id === id)).toBe(false);
    expect(messages.find((message) => message.id === id)?.discardedBy).not.toBeNull();
    await h.send('And now?');
    expect(JSON.stringify(h.requests.at(-1)?.messages)).not.toContain('Previous Conversation Summary');
  });

  it('that is undone brings the summary back as the boundary', async () => {
    const { h, id } = await rolledBackAcross();
    const safety = (await h.checkpoints()).findLast(({ conversation }) => conversation !== null);
    await rollBackTo(h, safety, REPLACE);
    const { conversation } = await h.record();
    expect(conversation.find((message) => message.id === id)).toMatchObject({ state: 'boundary' });
    await h.send('And now?');
    expect(h.lastSent()[1]).toBe('system: Previous Conversation Summary:');
    expect(JSON.stringify(h.requests.at(-1)?.messages)).not.toContain('Add eggs');
  });
});

describe('a run that failed because the conversation is too long', () => {
  it('is continued by Retry after its summary was accepted: with the summary, and with the user’s request', async () => {
    const h = await answered(fails('context-too-long'), says('They said hello.'), says('Fine.'));
    await h.send('How are you?');
    expect((await h.record()).run?.error?.code).toBe('context-too-long');
    const id = await h.draft();
    await h.sides.summaries.accept(h.chatId, id, 'They said hello.');
    await h.loop.retry(h.chatId);
    await h.settled();
    expect(h.lastSent().slice(1)).toEqual(['system: Previous Conversation Summary:', 'user: How are you?']);
    expect((await h.record()).run?.status).toMatchObject({ outcome: 'completed' });
  });
});
