import { describe, expect, it } from 'vitest';
import { StewardError } from '@/src/core/errors';
import type { AIStreamChunk } from '@/src/core/llm/ai-service';
import { say } from '@/src/schema/values/said';
import { keptRequests } from '../../fakes/kept-requests';
import {
  calls,
  createLoopHarness,
  type LoopHarness,
  says,
  type Turn,
  userSends,
} from '../../fakes/loop-harness';
import { COUNT } from './made-calls';

const REFUSAL: AIStreamChunk = { type: 'cache-marks-refused', reason: 'HTTP 400: unknown cache_control' };

async function prunedRows(h: LoopHarness) {
  const { conversation } = await h.record();
  return conversation.flatMap((entry) =>
    entry.role === 'accounting'
      ? [[entry.reason, entry.prunedBy, entry.discardedMessages, entry.omittedMessages]]
      : [],
  );
}

const turns = (count: number): Turn[] =>
  Array.from({ length: count }, () => [calls(COUNT), says('Counted.')]).flat();

describe('a row for what a setting leaves out', () => {
  it('is added when tool memory first forgets, before the answer, and not again', async () => {
    const { h } = await userSends('One', turns(3), {
      settings: { toolMemory: { enabled: true, forgetAfterConclusions: 0 } },
    });
    expect(await prunedRows(h)).toEqual([]);
    await h.send('Two');
    expect(await prunedRows(h)).toEqual([['Pruned', 'tool-memory', 0, 2]]);
    expect((await h.roles()).slice(4)).toEqual(['user', 'accounting', 'assistant', 'tool', 'assistant']);
    await h.send('Three');
    expect(await prunedRows(h)).toHaveLength(1);
    expect(h.requests.map(({ messages }) => messages.filter(({ role }) => role === 'tool').length)).toEqual([
      0, 1, 0, 1, 0, 1,
    ]);
  });

  it('is added whenever ageing shortens more results', async () => {
    const long: [string, unknown] = ['find_note', { text: 'x'.repeat(1_000) }];
    const script = [1, 2, 3].flatMap(() => [calls(long), says('None.')]);
    const h = await createLoopHarness(script, {
      settings: { toolResultAgeing: { enabled: true, limitCharacters: 500 } },
    });
    for (const text of ['One', 'Two', 'Three']) await h.send(text);
    expect(await prunedRows(h)).toEqual([
      ['Pruned', 'ageing', 0, 1],
      ['Pruned', 'ageing', 0, 2],
    ]);
  });

  it('is added when the oldest messages no longer fit, and the request is within the budget', async () => {
    const h = await createLoopHarness([says('a'.repeat(8_000)), says('b'.repeat(8_000)), says('Done.')], {
      settings: { trimOldest: { enabled: true, budgetTokens: 5_000 } },
    });
    for (const text of ['One', 'Two', 'Three']) await h.send(text);
    const kept = await keptRequests(h.db);
    expect(kept.every(({ tokens }) => tokens.total <= 5_000)).toBe(true);
    const rows = await prunedRows(h);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.at(-1)).toEqual(['Pruned', 'trimming', 0, expect.any(Number)]);
    expect(kept.at(-1)?.omissions).toContainEqual(expect.objectContaining({ reason: 'trimmed' }));
    expect((await h.record()).conversation.filter(({ role }) => role === 'assistant')).toHaveLength(3);
  });

  it('is no reason to send anything if even the least doesn’t fit: the run ends with the error', async () => {
    const { h, run } = await userSends('One', [], {
      settings: { trimOldest: { enabled: true, budgetTokens: 100 } },
    });
    expect(run?.error).toMatchObject({
      code: 'over-budget',
      message: say('error.history.overBudget', { budget: 100 }),
    });
    expect(h.requests).toEqual([]);
  });
});

describe('the cache marks of a run', () => {
  it('are stored with each answer, where its request had the last one', async () => {
    const h = await createLoopHarness([...turns(3)], { settings: { cacheMode: 'cached' } });
    for (const text of ['One', 'Two', 'Three']) await h.send(text);
    const { conversation } = await h.record();
    const stored = conversation.flatMap((entry) =>
      entry.role === 'assistant' ? [entry.cacheControlIndex] : [],
    );
    expect(stored).toEqual(h.requests.map(({ cacheMarks }) => cacheMarks.at(-1)));
    expect(stored.at(-1)).toBeGreaterThan(0);
  });

  it('that the endpoint refused are reported, kept out of the record, and not sent again', async () => {
    const { h, conversation } = await userSends('Hi', [[REFUSAL, ...says('Hello.')], says('Again.')], {
      settings: { cacheMode: 'cached' },
    });
    expect(conversation.at(-1)).toMatchObject({ role: 'assistant', content: 'Hello.' });
    expect(conversation.at(-1)).not.toHaveProperty('cacheControlIndex');
    expect(h.logged.filter(({ level }) => level === 'warning')).toEqual([
      expect.objectContaining({
        topic: 'ai_loop.cache_marks',
        data: { model: 'm', reason: 'HTTP 400: unknown cache_control' },
      }),
    ]);
    const refused = { what: 'cache-mark', reason: 'endpoint-refused', count: 1, tools: [] };
    await h.send('And?');
    const kept = await keptRequests(h.db);
    expect(kept.map(({ cacheMarks }) => cacheMarks)).toEqual([[], []]);
    for (const { omissions } of kept) expect(omissions).toContainEqual(refused);
    expect(h.requests.map(({ cacheMarks }) => cacheMarks)).toEqual([[0], []]);
  });

  it('that were refused before a failure are not sent when the request is retried', async () => {
    const failing: Turn = async function* () {
      yield REFUSAL;
      throw new StewardError('network', 'Gone.', { remedy: 'Wait.' });
    };
    const { h } = await userSends('Hi', [failing, says('Hello.')], { settings: { cacheMode: 'cached' } });
    const { conversation } = await h.pass(1_000);
    expect(conversation.at(-1)).toMatchObject({ content: 'Hello.' });
    expect(h.requests.map(({ cacheMarks }) => cacheMarks)).toEqual([[0], []]);
  });
});
