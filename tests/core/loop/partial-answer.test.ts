import { describe, expect, it } from 'vitest';
import { StewardError } from '@/src/core/errors';
import type { AIStreamChunk } from '@/src/core/llm/ai-service';
import { MAX_TEXT_LENGTH } from '@/src/core/llm/answer-limits';
import { calls, createLoopHarness, fails, says, type Turn, userSends } from '../../fakes/loop-harness';
import { createSideHarness } from '../side-requests/side-harness';
import { diesAt } from './interruptions';

/** Streams a text and a call that isn't complete, then breaks off. */
const breaksOff = (text: string, ...more: AIStreamChunk[]): Turn =>
  async function* () {
    yield { type: 'reasoning', text: 'Hm.' };
    yield { type: 'content', text };
    yield* more;
    throw new StewardError('network', 'The answer broke off.', { remedy: 'Try again.' });
  };

const HALF = 'Once upon';
const OPEN_CALL: AIStreamChunk = {
  type: 'tool-call-part',
  index: 0,
  id: 'c',
  name: 'add_note',
  argumentsText: '{"te',
};
const REASON =
  '[event from steward] Your answer broke off. Go on exactly where it stopped, and repeat nothing.';

describe('an answer that breaks off', () => {
  it('is kept with the run’s error, without its calls, and nothing of it runs', async () => {
    const { h, run, conversation } = await userSends('Tell', [breaksOff(HALF, OPEN_CALL)]);
    expect(run?.error?.code).toBe('network');
    const half = conversation.at(-1);
    expect(half).toMatchObject({
      role: 'partial-answer',
      runId: run?.id,
      content: HALF,
      reasoning: 'Hm.',
      model: 'm',
    });
    expect(await h.db.executions.count()).toBe(0);
    expect((await h.db.usage.toArray()).map(({ messageId }) => messageId)).toEqual([half?.id]);
    // It is stored before the live answer ends, so that the panel always shows the text.
    expect(h.events.find(({ type }) => type === 'response-ended')).toMatchObject({ messageId: half?.id });
  });

  it.each<[string, Turn]>([
    ['it had no visible text', breaksOff(' \n')],
    ['it never began', fails('auth')],
    ['the endpoint restarted it before', breaksOff(HALF, { type: 'restart' })],
  ])('is not kept if %s', async (_, turn) => {
    const h = await createLoopHarness([turn]);
    expect((await h.send('Tell')).state).toBe('error');
    expect(await h.roles()).toEqual(['user']);
  });

  it('is kept if its stream was complete, and Steward refused it', async () => {
    const empty = { type: 'tool-call-part', index: 0, id: 'c', name: null, argumentsText: '' } as const;
    const { run, conversation } = await userSends('Tell', [
      [{ type: 'content', text: HALF }, empty, { type: 'finish', reason: 'stop' }],
    ]);
    expect(run?.error?.message).toEqual('The model called a tool without saying which one.');
    expect(conversation.at(-1)).toMatchObject({ role: 'partial-answer', content: HALF });
  });

  it('is kept up to the bound that it exceeds', async () => {
    const half = 'x'.repeat(MAX_TEXT_LENGTH);
    const { run, conversation } = await userSends('Tell', [
      [
        { type: 'content', text: half },
        { type: 'content', text: 'y' },
        { type: 'finish', reason: 'stop' },
      ],
    ]);
    expect(run?.error?.message).toEqual('The model’s answer is too large for Steward.');
    const kept = conversation.at(-1);
    // Compared outside of `expect`: a difference of two such texts takes minutes to print.
    expect(kept?.role === 'partial-answer' && kept.content === half).toBe(true);
  });

  it('is not sent with the next message, and stays in the conversation', async () => {
    const { h } = await userSends('Tell', [breaksOff(HALF), says('Hello.')]);
    await h.send('Hello');
    expect(JSON.stringify(h.requests[1])).not.toContain(HALF);
    expect(await h.roles()).toEqual(['user', 'partial-answer', 'user', 'assistant']);
  });
});

describe('Retry', () => {
  it('requests the answer again, and stores it in place of the partial one', async () => {
    const { h } = await userSends('Tell', [breaksOff(HALF), says('Once upon a time.')]);
    const { run, messages } = await h.control('retry');
    expect(h.requests[1]?.messages).toEqual(h.requests[0]?.messages);
    expect(run).toMatchObject({ status: { outcome: 'completed' }, error: null });
    expect(messages.map(({ role }) => role)).toEqual(['user', 'accounting', 'assistant']);
    // The request of the partial answer used tokens, too.
    expect(await h.db.usage.count()).toBe(2);
  });

  it.each<[string, Turn, string]>([
    ['the partial answer if the request fails again before any text', fails('auth'), HALF],
    ['only the newer partial answer if the answer breaks off again', breaksOff('There was'), 'There was'],
  ])('keeps %s', async (_, turn, kept) => {
    const { h } = await userSends('Tell', [breaksOff(HALF), turn]);
    const { state, conversation } = await h.control('retry');
    expect(state).toBe('error');
    const parts = conversation.filter(({ role }) => role === 'partial-answer');
    expect(parts).toMatchObject([{ content: kept }]);
  });

  it('keeps the partial answer of an earlier run', async () => {
    const { h } = await userSends('Tell', [breaksOff(HALF), fails('auth'), says('Hello.')]);
    await h.send('Hello');
    await h.control('retry');
    expect(await h.roles()).toEqual(['user', 'partial-answer', 'user', 'accounting', 'assistant']);
  });
});

describe('Continue from here', () => {
  it('sends the partial answer and an event that asks to continue it, and keeps both in the conversation', async () => {
    const { h, conversation: before } = await userSends('Tell', [breaksOff(HALF), says(' a time.')]);
    const { run, conversation } = await h.control('continueAnswer');
    expect(h.requests[1]?.messages.slice(-2)).toEqual([
      { role: 'assistant', content: HALF },
      { role: 'user', content: REASON },
    ]);
    expect(run).toMatchObject({ status: { outcome: 'completed' }, error: null, attempt: 2 });
    expect(await h.roles()).toEqual(['user', 'assistant', 'system', 'assistant']);
    expect(conversation[1]).toMatchObject({
      id: before.at(-1)?.id,
      content: HALF,
      finishReason: 'broken-off',
    });
    expect(conversation[3]).toMatchObject({ content: ' a time.' });
  });

  it('completes the answer before a queued message is sent, also if the request fails again', async () => {
    const h = await createLoopHarness([
      async function* (...request) {
        await h.write('Which is best?');
        const turn = breaksOff(HALF);
        if (typeof turn === 'function') yield* turn(...request);
      },
      breaksOff(' a'),
      says(' a time.'),
      says('The first.'),
    ]);
    await h.send('Tell');
    await h.control('continueAnswer');
    await h.control('retry');
    const sent = h.requests.slice(1).map(({ messages }) => messages.at(-1)?.content);
    expect(sent).toEqual([REASON, REASON, expect.stringContaining('Which is best?')]);
    expect((await h.roles()).filter((role) => role !== 'accounting')).toEqual([
      'user',
      'assistant',
      'system',
      'assistant',
      'user',
      'assistant',
    ]);
  });

  it('continues after calls of the same run', async () => {
    const { h } = await userSends('Add eggs', [
      calls(['add_note', { text: 'eggs' }]),
      breaksOff('Added'),
      says(' eggs.'),
    ]);
    await h.control('continueAnswer');
    expect(await h.roles()).toEqual(['user', 'assistant', 'tool', 'assistant', 'system', 'assistant']);
    expect(h.notes.page.notes).toEqual(['milk', 'eggs']);
  });

  it('sends the partial answer also if a summary was accepted after it', async () => {
    const h = await createSideHarness([breaksOff(HALF), says('They want a tale.'), says(' a time.')], {});
    await h.send('Tell');
    await h.sides.summaries.accept(h.chatId, await h.draft(), 'They want a tale.');
    await h.control('continueAnswer');
    expect(h.lastSent().slice(2)).toEqual(['user: Tell', `assistant: ${HALF}`, `user: ${REASON}`]);
  });

  it('lets Retry continue if the worker stops before the run’s status is stored', async () => {
    const { h } = await userSends('Tell', [breaksOff(HALF), says(' a time.')]);
    const died = diesAt(h, 'updateRun', 'before');
    void h.loop.continueAnswer(h.chatId);
    await died;
    await h.restart().retry(h.chatId);
    await h.settled();
    expect(await h.roles()).toEqual(['user', 'assistant', 'system', 'assistant']);
  });

  it.each<[string, Turn, string]>([
    ['there is no partial answer', fails('auth'), 'not-found'],
    ['the run did not fail', says('Hello.'), 'illegal-transition'],
  ])('is refused if %s, and nothing changes', async (_, turn, code) => {
    const { h } = await userSends('Tell', [turn]);
    const before = await h.record();
    await expect(h.loop.continueAnswer(h.chatId)).rejects.toMatchObject({ code });
    expect(await h.record()).toEqual(before);
  });
});
