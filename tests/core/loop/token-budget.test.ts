import { describe, expect, it } from 'vitest';
import type { AIStreamChunk } from '@/src/core/llm/ai-service';
import { say } from '@/src/schema/values/said';
import { calls, createLoopHarness, says, userSends } from '../../fakes/loop-harness';
import { COUNT } from './made-calls';

/** 100 tokens. */
const USAGE: AIStreamChunk = {
  type: 'usage',
  counts: { promptTokens: 60, completionTokens: 20, cacheReadInputTokens: 15, cacheCreationInputTokens: 5 },
  raw: null,
};

describe('a chat with a token budget', () => {
  it('sends requests while less is used', async () => {
    const h = await createLoopHarness([[USAGE, ...calls(COUNT)], says('One.')], {
      settings: { tokenBudget: 101 },
    });
    expect((await h.send('Count')).state).toBe('completed');
    expect(h.requests).toHaveLength(2);
  });

  it('sends none once it is used up, says where to raise it, and continues after Retry', async () => {
    const { h, run, chat } = await userSends('Count', [[USAGE, ...calls(COUNT)], says('One.')], {
      settings: { tokenBudget: 100 },
    });
    expect(run?.error).toEqual({
      code: 'budget-reached',
      message: 'This chat has reached its token budget: 100 of 100.',
      remedy: say('error.usage.budgetReachedRemedy'),
      details: null,
    });
    expect(h.requests).toHaveLength(1);
    expect((await h.control('retry')).run?.error?.code).toBe('budget-reached');
    await h.db.chats.update(h.chatId, { settings: { ...chat.settings, tokenBudget: 1_000 } });
    expect((await h.control('retry')).state).toBe('completed');
    expect(h.requests).toHaveLength(2);
  });
});
