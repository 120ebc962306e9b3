import { describe, expect, it } from 'vitest';
import { StewardError } from '@/src/core/errors';
import type { AIStreamChunk } from '@/src/core/llm/ai-service';
import { calls, createLoopHarness, type Turn } from '../../fakes/loop-harness';

/** These chunks, and then the endpoint reports a failure. */
const failsAfter = (...chunks: AIStreamChunk[]): Turn =>
  async function* () {
    yield* chunks;
    throw new StewardError('server', 'The endpoint failed.', {
      remedy: 'Retry.',
      details: 'inside the answer',
    });
  };

const ADD = calls(['add_note', { text: 'eggs' }]);

describe('an answer that ends as an error', () => {
  it.each([
    ['after a whole call', ADD.slice(0, 1)],
    ['after its finish reason', ADD],
    ['after text and a call', [{ type: 'content', text: 'I add it.' } as const, ...ADD]],
  ])('%s → nothing of it is stored or executed', async (_, chunks) => {
    const h = await createLoopHarness([failsAfter(...chunks)]);
    await h.send('Add eggs');

    const { run, conversation } = await h.record();
    expect(run?.error?.code).toBe('server');
    expect(conversation.map(({ role }) => role)).toEqual(['user']);
    expect(await h.db.executions.count()).toBe(0);
    expect(h.requests).toHaveLength(1);
  });
});
