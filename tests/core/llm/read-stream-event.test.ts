import { describe, expect, it } from 'vitest';
import type { AIStreamChunk } from '@/src/core/llm/ai-service';
import { readStreamEvent } from '@/src/core/llm/read-stream-event';

const HOST = 'models.example:8080';

function choice(delta: unknown, finishReason: unknown = null): unknown {
  return { choices: [{ index: 0, delta, finish_reason: finishReason }] };
}

function emptyPart(index: number | null): AIStreamChunk {
  return { type: 'tool-call-part', index, id: null, name: null, argumentsText: '' };
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
    ['the highest index', choice({ tool_calls: [{ index: 1_000_000 }] }), [emptyPart(1_000_000)]],
    [
      'a call part that says nothing',
      choice({ tool_calls: [{ id: null, function: null }] }),
      [emptyPart(null)],
    ],
    [
      'a list of texts as one',
      choice({ content: [{ type: 'text', text: 'H' }, { type: 'image' }, { type: 'text', text: 'i' }] }),
      [{ type: 'content', text: 'Hi' }],
    ],
    [
      'thoughts in a list as reasoning',
      choice({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'H' }, { text: 'm' }] }] }),
      [{ type: 'reasoning', text: 'Hm' }],
    ],
    [
      'what a field’s name hides as nothing',
      JSON.parse('{"choices":[{"__proto__":{"delta":{"content":5}}}]}'),
      [],
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
    ['arguments that are no text', choice({ tool_calls: [{ function: { arguments: {} } }] })],
    ['an index beyond all counting', choice({ tool_calls: [{ index: 1_000_001 }] })],
    ['a part of a list that is no object', choice({ content: ['Hi'] })],
  ])('is refused with %s', (_, event) => {
    expect(() => readStreamEvent(event, HOST)).toThrow(
      expect.objectContaining({ code: 'protocol', message: expect.stringContaining(HOST) }),
    );
  });
});

describe('usage', () => {
  const usage = { prompt_tokens: 100, completion_tokens: 7 };
  const chunk = {
    type: 'usage',
    counts: { inputTokens: 100, outputTokens: 7, cacheReadTokens: 0, cacheCreationTokens: 0 },
    raw: usage,
  };

  it.each([
    ['beside no choices', { choices: [], usage }],
    ['where choices are missing', { usage }],
    ['inside the choice', { choices: [{ index: 0, delta: {}, usage }] }],
    ['beside a choice, which goes first', { choices: [{ usage: { ...usage, prompt_tokens: 1 } }], usage }],
  ])('is read %s', (_, event) => {
    expect(readStreamEvent(event, HOST)).toEqual([chunk]);
  });

  it('comes after the finish reason', () => {
    expect(readStreamEvent({ choices: [{ finish_reason: 'stop' }], usage }, HOST)).toEqual([
      { type: 'finish', reason: 'stop' },
      chunk,
    ]);
  });

  it('that is odd costs nobody the answer', () => {
    const event = { choices: [{ delta: { content: 'Hi' } }], usage: { prompt_tokens: 'many' } };

    expect(readStreamEvent(event, HOST)).toEqual([{ type: 'content', text: 'Hi' }]);
  });
});
