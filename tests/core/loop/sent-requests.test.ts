import { describe, expect, it } from 'vitest';
import type { AIStreamChunk } from '@/src/core/llm/ai-service';
import { newChatSettings } from '@/src/core/records/chat';
import { keptRequests } from '../../fakes/kept-requests';
import { calls, createLoopHarness, fails, type LoopHarness, says, userSends } from '../../fakes/loop-harness';
import { add, COUNT, FINISH, USAGE } from './made-calls';

const kept = (h: LoopHarness) => keptRequests(h.db);

describe('the description of a sent request', () => {
  it('has the request as sent, with the parts of the prompt and their tokens', async () => {
    const { h, run, conversation } = await userSends('Hi', [says('Hello.')]);
    expect(run).toMatchObject({ status: { outcome: 'completed' }, missedToolCalls: 0 });
    const [sent, ...others] = await kept(h);
    expect(others).toEqual([]);
    expect(sent).toMatchObject({
      chatId: h.chatId,
      runId: run?.id,
      messageId: conversation[1]?.id,
      model: 'm',
      messages: h.requests[0]?.messages,
      tools: h.requests[0]?.tools,
      prompt: { problems: [] },
    });
    expect(sent?.prompt.parts).toContainEqual(
      expect.objectContaining({ key: 'notes:domain', source: 'adapter', state: 'sent' }),
    );
    expect(sent?.tokens.total).toBeGreaterThan(100);
    expect(run?.promptProblems).toBeUndefined();
    expect(h.events.some(({ type }) => type === 'prompt-problems')).toBe(false);
  });

  it('has no endpoint, key or header', async () => {
    const h = await createLoopHarness([says('Hello.')]);
    h.deps.endpoints.endpointOf = async () => ({
      connectionId: 'k',
      endpoint: { baseUrl: 'http://secret.test', key: 'sk-secret', headers: { 'x-token': 'tok-secret' } },
      model: 'm',
    });
    await h.send('Hi');
    expect(JSON.stringify(await kept(h))).not.toContain('secret');
  });

  it.each([
    ['however often it is retried', [fails('network'), says('Hello.')]],
    ['also without a response', [fails('auth')]],
  ])('is stored once, %s', async (_, script) => {
    const { h } = await userSends('Hi', script);
    await h.pass(1_000);
    expect(h.requests).toHaveLength(script.length);
    expect(await kept(h)).toHaveLength(1);
  });

  it('is kept for the last twenty requests of the chat', async () => {
    const { h, conversation } = await userSends(
      'Go',
      [
        ...Array.from({ length: 21 }, (_, index) => calls(['find_note', { text: `${index}` }])),
        says('Done.'),
      ],
      { settings: { roundsPerRun: 30 } },
    );
    const answers = conversation.filter((entry) => entry.role === 'assistant').map(({ id }) => id);
    expect((await kept(h)).map(({ messageId }) => messageId)).toEqual(answers.slice(-20));
  });
});

describe('a request', () => {
  it('follows the chat’s settings', async () => {
    const parameters = { ...newChatSettings().parameters, temperature: 0.5, reasoningEffort: 'low' as const };
    const { h } = await userSends('Hi', [says('Hello.')], { settings: { parameters, streaming: false } });
    expect(h.requests[0]).toMatchObject({ model: 'm', parameters, streaming: false, toolChoice: 'auto' });
  });

  it('lists the page’s tools, then the built-in ones, in the same order every time', async () => {
    const { h } = await userSends('Count', [calls(COUNT), says('1')]);
    for (const { tools } of h.requests) {
      expect(tools.map((tool) => tool.function.name)).toEqual([
        'add_note',
        'remove_note',
        'count_notes',
        'find_note',
        'publish',
        'ask_user',
        'wait',
        'finish_task',
      ]);
    }
  });

  it('keeps the page’s state within the chat’s budget', async () => {
    const h = await createLoopHarness([says('Hello.')], { settings: { contextBudgetTokens: 123 } });
    const adapter = h.deps.adapters.definitionOf('notes');
    const budgets: number[] = [];
    h.deps.adapters.definitionOf = () => ({
      ...adapter,
      encodeContext: (context, budget) => {
        budgets.push(budget);
        return adapter.encodeContext(context, budget);
      },
    });
    await h.send('Hi');
    // Then with eight times the budget, to detect that the state was cut.
    expect(budgets).toEqual([123, 8 * 123]);
  });

  it('stores each problem of the prompt once with the run, however many requests it makes', async () => {
    const prompt = { baseTemplate: '{{ nothing(', overrides: { 'notes:gone': 'x' }, exclusions: [] };
    const { h, run } = await userSends('Count', [calls(COUNT), says('1'), says('Again.')], {
      settings: { prompt },
    });
    const problems = [
      expect.objectContaining({ kind: 'unknown-override', key: 'notes:gone' }),
      expect.objectContaining({ kind: 'base-template-failed', key: null }),
    ];
    expect(h.requests).toHaveLength(2);
    expect(run?.promptProblems).toEqual(problems);
    expect(h.events.filter(({ type }) => type === 'prompt-problems')).toEqual([
      {
        type: 'prompt-problems',
        messages: [expect.stringContaining('notes:gone'), expect.stringContaining('template')],
      },
    ]);

    const { run: next } = await h.send('And again');
    expect(next?.id).not.toBe(run?.id);
    expect(next?.promptProblems).toEqual(problems);
  });
});

const NO_TOKENS = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheCreationTokens: 0 };

describe('a stored response', () => {
  it('has everything received, with its usage and the time of reasoning', async () => {
    const h = await createLoopHarness([
      async function* () {
        yield { type: 'reasoning', text: 'Let me ' };
        h.clock.pass(500);
        yield { type: 'reasoning', text: 'think.' };
        h.clock.pass(500);
        yield { type: 'content', text: 'Hel' };
        h.clock.pass(500);
        yield { type: 'content', text: 'lo.' };
        yield USAGE;
        yield { type: 'finish', reason: 'stop' };
      },
    ]);
    const { conversation, run } = await h.send('Hi');
    const answer = conversation[1];
    expect(answer).toEqual({
      role: 'assistant',
      id: expect.any(String),
      chatId: h.chatId,
      runId: run?.id,
      position: 1,
      createdAtMs: expect.any(Number),
      discardedBy: null,
      content: 'Hello.',
      reasoning: 'Let me think.',
      reasoningMs: expect.any(Number),
      toolCalls: [],
      finishReason: 'stop',
      model: 'm',
      seenStateHash: h.notes.hash(),
    });
    if (answer?.role !== 'assistant') throw new Error('no answer');
    expect(Math.floor(answer.reasoningMs / 100)).toBe(10);
    expect(await h.db.usage.toArray()).toEqual([
      {
        id: expect.any(String),
        chatId: h.chatId,
        runId: run?.id,
        kind: 'response',
        messageId: answer.id,
        atMs: answer.createdAtMs,
        position: answer.position,
        connectionId: 'k',
        model: 'm',
        sentTokens: (await h.db.sentRequests.toArray())[0]?.tokens.total,
        counts: USAGE.counts,
        raw: USAGE.raw,
      },
    ]);
    const chunks = h.events.filter((event) => event.type === 'chunk-received');
    expect(chunks.map((chunk) => [chunk.messageId, chunk.kind, chunk.text])).toEqual([
      [answer.id, 'reasoning', 'Let me '],
      [answer.id, 'reasoning', 'think.'],
      [answer.id, 'content', 'Hel'],
      [answer.id, 'content', 'lo.'],
    ]);
  });

  it.each<[string, AIStreamChunk[]]>([
    ['that only thought and was cut off', [{ type: 'finish', reason: 'length' }]],
    ['that called a tool after its thought', calls(FINISH)],
  ])('counts the thought of one %s', async (_what, rest) => {
    const h = await createLoopHarness([
      async function* () {
        yield { type: 'reasoning', text: 'Hm.' };
        h.clock.pass(1_000);
        for (const chunk of rest) {
          yield chunk;
          if (chunk.type === 'tool-call-part') h.clock.pass(5_000);
        }
      },
    ]);
    const answer = (await h.send('Hi')).conversation.find((entry) => entry.role === 'assistant');
    expect(Math.floor((answer?.reasoningMs ?? 0) / 100)).toBe(10);
  });

  it('has an id for a call to which the endpoint gave none', async () => {
    const { h } = await userSends('Count', [
      [
        { type: 'tool-call-part', index: 0, id: null, name: 'count_notes', argumentsText: '{}' },
        { type: 'finish', reason: 'tool_calls' },
      ],
      says('1'),
    ]);
    expect(h.requests[1]?.messages.at(-1)).toMatchObject({
      role: 'tool',
      tool_call_id: expect.stringMatching(/^[0-9a-z]{9}$/),
    });
  });

  it('without reasoning or usage has a reasoning time of 0 and a row of unknown usage', async () => {
    const h = await createLoopHarness([says('Hello.')]);
    const answer = (await h.send('Hi')).conversation[1];
    expect(answer).toMatchObject({ reasoningMs: 0 });
    expect(await h.db.usage.toArray()).toMatchObject([{ messageId: answer?.id, counts: null, raw: null }]);
    expect(await h.deps.journal.tokensUsed(h.chatId)).toEqual({ ...NO_TOKENS, unknownRequests: 1 });
  });

  it('has a row for each call, by index, with the effect of its tool if the tool exists', async () => {
    const { h, conversation, run } = await userSends('Go', [
      calls(add('a'), ['publish', { extra: 1 }], ['nonsense', {}], ['functions.count_notes', {}]),
      says('Done.'),
    ]);
    const response = conversation[1];
    if (response?.role !== 'assistant') throw new Error('no response');
    const rows = await h.deps.journal.executionsOf(response.id);
    expect(rows.map(({ index, name, effect, state }) => [index, name, effect, state])).toEqual([
      [0, 'add_note', 'write', 'done'],
      [1, 'publish', 'commit', 'done'],
      [2, 'nonsense', null, 'done'],
      [3, 'functions.count_notes', 'read', 'done'],
    ]);
    expect(rows[0]).toMatchObject({
      id: response.toolCalls[0]?.executionId,
      chatId: h.chatId,
      runId: run?.id,
      messageId: response.id,
      receivedAtMs: response.createdAtMs,
      startedAtMs: expect.any(Number),
    });
    expect(rows[2]?.startedAtMs).toBeNull();
    expect(response.toolCalls.map(({ modelCallId }) => modelCallId)).toEqual([
      'call_0',
      'call_0',
      'call_0',
      'call_0',
    ]);
  });
});
