import { describe, expect, it } from 'vitest';
import type { AIStreamChunk } from '@/src/core/llm/ai-service';
import { readStreamEvent } from '@/src/core/llm/read-stream-event';

const HOST = 'models.example:8080';

function choice(delta: unknown, finishReason: unknown = null): unknown {
  return { choices: [{ index: 0, delta, finish_reason: finishReason }] };
}

describe('an event of the stream', () => {
  it.each<[string, unknown, AIStreamChunk[]]>([
    ['text', choice({ content: 'Hi' }), [{ type: 'content', text: 'Hi' }]],
    ['reasoning', choice({ reasoning: 'Hm' }), [{ type: 'reasoning', text: 'Hm' }]],
    [
      'reasoning in both spellings once',
      choice({ reasoning_content: 'Hm', reasoning: 'Hm' }),
      [{ type: 'reasoning', text: 'Hm' }],
    ],
    [
      'reasoning before text',
      choice({ content: 'Hi', reasoning_content: 'Hm' }),
      [
        { type: 'reasoning', text: 'Hm' },
        { type: 'content', text: 'Hi' },
      ],
    ],
    [
      'empty and missing texts not at all',
      choice({ role: 'assistant', content: '', reasoning: null }, ''),
      [],
    ],
    [
      'a call part with nothing but arguments',
      choice({ tool_calls: [{ function: { arguments: '{' } }] }),
      [{ type: 'tool-call-part', index: null, id: null, name: null, argumentsText: '{' }],
    ],
    [
      'a call part with all fields, and an empty id as none',
      choice({
        tool_calls: [{ index: 2, id: '', type: 'function', function: { name: 'find', arguments: '{}' } }],
      }),
      [{ type: 'tool-call-part', index: 2, id: null, name: 'find', argumentsText: '{}' }],
    ],
    [
      'the first of several choices',
      { choices: [{ index: 1, delta: { content: 'no' } }, { delta: { content: 'yes' } }] },
      [{ type: 'content', text: 'yes' }],
    ],
    ['unknown fields as nothing', { id: 'x', object: 'ping', choices: [], service_tier: {} }, []],
  ])('gives %s', (_, event, expected) => {
    expect(readStreamEvent(event, HOST)).toEqual(expected);
  });

  it.each([
    ['stop', 'stop'],
    ['tool_calls', 'tool_calls'],
    ['length', 'length'],
    ['content_filter', 'content_filter'],
    ['function_call', 'tool_calls'],
    ['eos_token', 'unknown'],
  ])('gives the finish reason %s as %s', (word, reason) => {
    expect(readStreamEvent(choice({}, word), HOST)).toEqual([{ type: 'finish', reason }]);
  });

  it.each([
    ['an event that is no object', 'hello'],
    ['text that is a number', choice({ content: 5 })],
    ['an index that is a text', choice({ tool_calls: [{ index: '0' }] })],
    ['choices that are no list', { choices: {} }],
    ['usage with a text for a count', { usage: { prompt_tokens: '12', completion_tokens: 1 } }],
    [
      'usage with a count that is no number of JSON',
      { usage: { prompt_tokens: 1, completion_tokens: 1, cost: 1 / 0 } },
    ],
  ])('is refused with %s', (_, event) => {
    expect(() => readStreamEvent(event, HOST)).toThrow(
      expect.objectContaining({ code: 'protocol', message: expect.stringContaining(HOST) }),
    );
  });
});

describe('usage', () => {
  it.each([
    ['without details', {}, [100, 0, 0]],
    ['with tokens read from the cache', { prompt_tokens_details: { cached_tokens: 60 } }, [40, 60, 0]],
    [
      'with tokens read and written',
      { prompt_tokens_details: { cached_tokens: 60, cache_write_tokens: 30 } },
      [10, 60, 30],
    ],
    [
      'with the other word for written',
      { prompt_tokens_details: { cache_creation_tokens: 30 } },
      [70, 0, 30],
    ],
    ['with null for details', { prompt_tokens_details: null }, [100, 0, 0]],
    ['with more cached than there are', { prompt_tokens_details: { cached_tokens: 900 } }, [0, 100, 0]],
  ])('%s counts each token once', (_, details, [inputTokens, cacheReadTokens, cacheCreationTokens]) => {
    const usage = { prompt_tokens: 100, completion_tokens: 7, own: { words: ['kept'] }, ...details };

    expect(readStreamEvent({ choices: [], usage }, HOST)).toEqual([
      {
        type: 'usage',
        counts: { inputTokens, outputTokens: 7, cacheReadTokens, cacheCreationTokens },
        raw: usage,
      },
    ]);
  });

  it.each([
    ['null', null],
    ['a placeholder without counts', {}],
    ['half the counts', { prompt_tokens: 5 }],
  ])('is not told from %s', (_, usage) => {
    expect(readStreamEvent({ choices: [], usage }, HOST)).toEqual([]);
  });
});
