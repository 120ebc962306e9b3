import { describe, expect, it } from 'vitest';
import type { AIStreamChunk } from '@/src/core/llm/ai-service';
import { readCompletion } from '@/src/core/llm/read-completion';

const HOST = 'models.example:8080';

const read = (body: unknown) => readCompletion(JSON.stringify(body), HOST);

const completion = (message: unknown, more: object = {}) => ({
  object: 'chat.completion',
  choices: [{ index: 0, message, ...more }],
});

describe('a response that isn’t streamed', () => {
  it('yields chunks in the order of a stream', () => {
    const usage = { prompt_tokens: 5, completion_tokens: 2 };
    const message = {
      role: 'assistant',
      content: 'Hi',
      reasoning: 'Hm',
      tool_calls: [{ id: 'x', type: 'function', function: { name: 'find', arguments: '{}' } }],
    };

    expect(read({ ...completion(message, { finish_reason: 'tool_calls' }), usage })).toEqual([
      { type: 'members', members: { reasoning: 'Hm' } },
      { type: 'content', text: 'Hi' },
      { type: 'reasoning', text: 'Hm' },
      { type: 'tool-call-part', index: 0, id: 'x', name: 'find', argumentsText: '{}' },
      { type: 'finish', reason: 'tool_calls' },
      {
        type: 'usage',
        counts: {
          promptTokens: 5,
          completionTokens: 2,
          cacheReadInputTokens: 0,
          cacheCreationInputTokens: 0,
        },
        raw: usage,
      },
    ]);
  });

  it('keeps its calls separate, whatever index and id they repeat', () => {
    const call = { index: 0, id: 'call_0', function: { name: 'find', arguments: '{}' } };

    expect(read(completion({ content: null, tool_calls: [call, call, { ...call, index: 7 }] }))).toEqual(
      [0, 1, 2].map((index) => ({
        type: 'tool-call-part',
        index,
        id: 'call_0',
        name: 'find',
        argumentsText: '{}',
      })),
    );
  });

  it.each<[string, unknown, AIStreamChunk[]]>([
    ['no choice', { choices: [] }, []],
    ['no message', { choices: [{ index: 0 }] }, []],
    ['an empty message', completion({ content: '', tool_calls: null }), []],
    ['fields of streams', { choices: [{ delta: { content: 'Hi' } }] }, []],
  ])('yields nothing for %s', (_, body, chunks) => {
    expect(read(body)).toEqual(chunks);
  });

  it.each([
    ['text that isn’t JSON', '<html>'],
    ['nothing', ''],
    ['a stream of events', 'data: {"choices":[]}\n\n'],
    ['another object', '{"data":[]}'],
    ['null', 'null'],
    ['choices that are not a list', '{"choices":{}}'],
    ['a truncated object', '{"choices":[{"message":{"content":"H'],
  ])('is not a completion with %s', (_, body) => {
    expect(readCompletion(body, HOST)).toBeNull();
  });

  it.each([
    ['tool_calls', completion({ tool_calls: [{ function: { name: 5 } }] })],
    ['choices', { choices: ['Hi'] }],
  ])('is rejected with invalid %s', (name, body) => {
    expect(() => read(body)).toThrow(
      expect.objectContaining({
        code: 'protocol',
        message: `The endpoint ${HOST} sent an answer that Steward can’t read.`,
        details: expect.stringContaining(name),
      }),
    );
  });
});
