import { describe, expect, it } from 'vitest';
import { StewardError } from '@/src/core/errors';
import type { AIStreamChunk } from '@/src/core/llm/ai-service';
import { calls, says, type Turn, userSends } from '../../fakes/loop-harness';
import { add } from './made-calls';

/** Streams these chunks, then an error of the endpoint. */
const failsAfter = (...chunks: AIStreamChunk[]): Turn =>
  async function* () {
    yield* chunks;
    throw new StewardError('server', 'The endpoint failed.', {
      remedy: 'Retry.',
      details: 'inside the answer',
    });
  };

const ADD = calls(add('eggs'));

describe('a response that ends with an error', () => {
  it.each([
    ['after a whole call', ADD.slice(0, 1), []],
    ['after its finish reason', ADD, []],
    ['after text and a call', [{ type: 'content', text: 'I add it.' } as const, ...ADD], ['partial-answer']],
  ])('%s → none of its calls is stored or executed', async (_, chunks, kept) => {
    const { h, run } = await userSends('Add eggs', [failsAfter(...chunks)]);
    expect(run?.error?.code).toBe('server');
    expect(await h.roles()).toEqual(['user', ...kept]);
    expect(await h.db.executions.count()).toBe(0);
  });
});

describe('a response whose pieces contradict each other', () => {
  const half: AIStreamChunk[] = [{ type: 'content', text: 'I ad' }, ...ADD.slice(0, 1)];
  const unclear = (...chunks: AIStreamChunk[]): Turn =>
    async function* () {
      yield* chunks;
      throw new StewardError('answer-unclear', 'The pieces contradict each other.', { remedy: 'Retry.' });
    };
  const whole: AIStreamChunk[] = [{ type: 'content', text: 'I add it.' }, ...ADD];

  it('is requested again, with its text and calls dropped and its usage counted', async () => {
    const { h } = await userSends('Add eggs', [unclear(...half), whole, says('Done.')]);
    await h.pass(1_000);
    const { run, conversation } = await h.record();

    expect(run?.status).toMatchObject({ outcome: 'completed' });
    expect(conversation.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant']);
    expect(conversation[1]).toMatchObject({ content: 'I add it.' });
    expect(h.notes.page.notes).toEqual(['milk', 'eggs']);
    expect(await h.db.usage.count()).toBe(3);
    const shown = h.events.map(({ type }) => type);
    expect(shown.indexOf('response-restarted')).toBeGreaterThan(shown.indexOf('chunk-received'));
    expect(shown.indexOf('retry-scheduled')).toBeGreaterThan(shown.indexOf('response-restarted'));
  });

  it('fails the run after the last attempt, which keeps its text', async () => {
    const { h } = await userSends('Add eggs', [unclear(...half), unclear(...half), unclear(...half)]);
    await h.pass(1_000);
    await h.pass(2_000);
    const { run } = await h.record();

    expect(run?.error?.code).toBe('answer-unclear');
    expect(await h.roles()).toEqual(['user', 'partial-answer']);
    expect(await h.db.executions.count()).toBe(0);
    expect(await h.db.usage.count()).toBe(3);
  });

  it('keeps its text if the next attempt has none', async () => {
    const failed: Turn = () => {
      throw new StewardError('auth', 'The key was refused.', { remedy: 'Retry.' });
    };
    const { h } = await userSends('Add eggs', [unclear(...half), failed]);
    await h.pass(1_000);
    const { run } = await h.record();

    expect(run?.error?.code).toBe('auth');
    expect(await h.roles()).toEqual(['user', 'partial-answer']);
  });
});

describe('a response that turns out to be reasoning', () => {
  const RESTART: AIStreamChunk = { type: 'restart' };

  it('after text, reasoning and a whole call → only the last response is stored, and only its calls run, once', async () => {
    const half: AIStreamChunk[] = [
      { type: 'reasoning', text: 'Hm' },
      { type: 'content', text: 'I add' },
      ...calls(add('half')),
    ];
    const { h, conversation } = await userSends('Add eggs', [
      [...half, RESTART, { type: 'content', text: 'I add it.' }, ...ADD],
      says('Done.'),
    ]);
    expect(conversation[1]).toMatchObject({
      content: 'I add it.',
      reasoning: '',
      reasoningMs: 0,
      toolCalls: [{ name: 'add_note', argumentsText: '{"text":"eggs"}' }],
    });
    expect((await h.db.executions.toArray()).map(({ name }) => name)).toEqual(['add_note']);
    expect(h.notes.page.notes).toEqual(['milk', 'eggs']);
    const shown = h.events.map(({ type }) => type);
    expect(shown.indexOf('response-restarted')).toBeGreaterThan(shown.indexOf('chunk-received'));
  });
});
