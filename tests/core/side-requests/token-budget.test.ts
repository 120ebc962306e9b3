import { describe, expect, it } from 'vitest';
import type { AIStreamChunk } from '@/src/core/llm/ai-service';
import { ownSettings } from '@/src/core/policy/under-policy';
import { fails, says } from '../../fakes/loop-harness';
import { createSideHarness, type SideHarness } from './side-harness';

/** 100 tokens. */
const USAGE = {
  type: 'usage' as const,
  counts: { promptTokens: 60, completionTokens: 20, cacheReadInputTokens: 15, cacheCreationInputTokens: 5 },
  raw: null,
} satisfies AIStreamChunk;

async function setBudget(h: SideHarness, tokenBudget: number | null): Promise<void> {
  const { settings } = (await h.record()).chat;
  await h.db.chats.update(h.chatId, { settings: { ...ownSettings(settings), tokenBudget } });
}

describe('the title of a chat that has reached its token budget', () => {
  it('is not requested: nothing is spent, the log says why, and the panel shows no error', async () => {
    const h = await createSideHarness([[USAGE, ...says('Hello.')]], {
      settings: { generatesTitle: true, tokenBudget: 100 },
    });
    const { chat, run } = await h.send('Hi');
    expect(h.requests).toHaveLength(1);
    expect(await h.sent()).toHaveLength(1);
    expect(chat).toMatchObject({ title: 'Hi', titleSource: 'first-message' });
    expect(run?.error).toBeNull();
    expect(h.logged.filter(({ topic }) => topic === 'chat.title')).toMatchObject([
      {
        level: 'info',
        message: expect.stringContaining('This chat has reached its token budget: 100 of 100.'),
      },
    ]);
  });

  it('is requested after the next run once the budget is raised', async () => {
    const h = await createSideHarness([[USAGE, ...says('Hello.')], says('Fine.'), says('Greeting')], {
      settings: { generatesTitle: true, tokenBudget: 100 },
    });
    await h.send('Hi');
    await setBudget(h, 1_000);
    expect((await h.send('How are you?')).chat.title).toBe('Greeting');
  });
});

describe('a summary of a chat that has reached its token budget', () => {
  it('is refused with a remedy that says where to raise the budget, and nothing is spent', async () => {
    const h = await createSideHarness([[USAGE, ...says('Hello.')], says('They said hello.')], {
      settings: { tokenBudget: 100 },
    });
    await h.send('Hi');
    await expect(h.sides.summarize(h.chatId)).rejects.toMatchObject({
      code: 'budget-reached',
      message: 'This chat has reached its token budget: 100 of 100.',
      remedy:
        'Raise or remove “Token budget” among the limits of this chat, then try again; or start a new chat.',
    });
    expect(h.requests).toHaveLength(1);
    await setBudget(h, null);
    expect(await h.sides.summarize(h.chatId)).toBe(true);
  });

  it('is not requested again in a smaller form if the budget is reached meanwhile', async () => {
    const tooLong = fails('context-too-long');
    const h = await createSideHarness([[USAGE, ...says('Hello.')], tooLong, says('They said hello.')], {
      settings: { tokenBudget: 150 },
    });
    await h.send('Hi');
    const { stream } = h.deps.ai;
    h.deps.ai.stream = async function* (...sent) {
      const used = {
        id: 'u',
        chatId: h.chatId,
        runId: null,
        kind: 'title',
        messageId: 'm',
        atMs: 0,
      } as const;
      await h.deps.journal.addUsage({ ...used, model: 'm', counts: USAGE.counts, raw: null });
      yield* stream(...sent);
    };
    await expect(h.sides.summarize(h.chatId)).rejects.toMatchObject({ code: 'budget-reached' });
    expect(h.requests).toHaveLength(2);
  });
});
