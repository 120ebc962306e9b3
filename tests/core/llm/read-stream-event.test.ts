import { describe, expect, it } from 'vitest';
import type { AIStreamChunk } from '@/src/core/llm/ai-service';
import { createStreamEventReader } from '@/src/core/llm/read-stream-event';

const HOST = 'models.example:8080';

/** The chunks without the unknown members, which have tests of their own. */
function readStreamEvent(event: unknown, host: string): AIStreamChunk[] {
  return createStreamEventReader(host)(event).chunks.filter(({ type }) => type !== 'members');
}

const withCall = (call: object) => choice({ tool_calls: [call] });

function choice(delta: unknown, finishReason: unknown = null): unknown {
  return { choices: [{ index: 0, delta, finish_reason: finishReason }] };
}

const said = (text: string): AIStreamChunk => ({ type: 'content', text });
const thought = (text: string): AIStreamChunk => ({ type: 'reasoning', text });

/** A part of a call with no more than these fields. */
function part(fields: Partial<Extract<AIStreamChunk, { type: 'tool-call-part' }>>): AIStreamChunk {
  return { type: 'tool-call-part', index: null, id: null, name: null, argumentsText: '', ...fields };
}

describe('an event of the stream', () => {
  it.each<[string, unknown, AIStreamChunk[]]>([
    ['text', choice({ content: 'Hi' }), [said('Hi')]],
    ['reasoning', choice({ reasoning: 'Hm' }), [thought('Hm')]],
    [
      'reasoning in both spellings once',
      choice({ reasoning_content: 'Hm', reasoning: 'Hm' }),
      [thought('Hm')],
    ],
    [
      'text before reasoning, which then isn’t over',
      choice({ content: 'Hi', reasoning_content: 'Hm' }),
      [said('Hi'), thought('Hm')],
    ],
    [
      'empty and missing texts not at all',
      choice({ role: 'assistant', content: '', reasoning: null }, ''),
      [],
    ],
    [
      'a call part with only arguments',
      choice({ tool_calls: [{ function: { arguments: '{' } }] }),
      [part({ argumentsText: '{' })],
    ],
    [
      'a call part with all fields, and an empty id as null',
      withCall({ index: 2, id: '', type: 'function', function: { name: 'find', arguments: '{}' } }),
      [part({ index: 2, name: 'find', argumentsText: '{}' })],
    ],
    [
      'the first of several choices',
      { choices: [{ index: 1, delta: { content: 'no' } }, { delta: { content: 'yes' } }] },
      [said('yes')],
    ],
    ['the highest index', withCall({ index: 1_000_000 }), [part({ index: 1_000_000 })]],
    ['an empty call part', withCall({ id: null, function: null }), [part({})]],
    [
      'a list of texts as one',
      choice({ content: [{ type: 'text', text: 'H' }, { type: 'image' }, { type: 'text', text: 'i' }] }),
      [said('Hi')],
    ],
    [
      'reasoning parts in a list as reasoning',
      choice({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'H' }, { text: 'm' }] }] }),
      [thought('Hm')],
    ],
    [
      'a part instead of a list, and texts in a list, as texts',
      choice({ content: ['H', { type: 'text', text: 'i' }] }),
      [said('Hi')],
    ],
    ['one part as its text', choice({ content: { type: 'text', text: 'Hi' } }), [said('Hi')]],
    [
      'a reasoning part that is a text as reasoning',
      choice({
        content: [
          { type: 'thinking', thinking: 'Hm' },
          { type: 'text', text: 'Hi' },
        ],
      }),
      [said('Hi'), thought('Hm')],
    ],
    [
      'a part of the type reasoning as such',
      choice({ content: [{ type: 'reasoning', text: 'Hm' }] }),
      [thought('Hm')],
    ],
    ['reasoning in an object', choice({ reasoning: { text: 'Hm' } }), [thought('Hm')]],
    ['reasoning in an object’s content', choice({ reasoning: { content: 'Hm' } }), [thought('Hm')]],
    [
      'reasoning in a list',
      choice({ reasoning_content: ['H', { type: 'summary_text', text: 'm' }] }),
      [thought('Hm')],
    ],
    ['an object without reasoning as nothing', choice({ reasoning: {} }), []],
    ['a refusal as text', choice({ content: null, refusal: 'I can’t.' }), [said('I can’t.')]],
    [
      'a refusal in a list as text',
      choice({ content: [{ type: 'refusal', refusal: 'I can’t.' }] }),
      [said('I can’t.')],
    ],
    [
      'arguments that are an object as their JSON',
      withCall({ index: 0, id: 'x', function: { name: 'find', arguments: { a: [1] } } }),
      [part({ index: 0, id: 'x', name: 'find', argumentsText: '{"a":[1]}' })],
    ],
    ...[[1], true, 5, false].map((args): [string, unknown, AIStreamChunk[]] => [
      `arguments that are ${JSON.stringify(args)} as their JSON, for the model to read`,
      withCall({ index: 0, id: 'x', function: { name: 'find', arguments: args } }),
      [part({ index: 0, id: 'x', name: 'find', argumentsText: JSON.stringify(args) })],
    ]),
    ...[false, 5, [5], [{ type: 'thinking', thinking: 5 }]].map((odd): [string, unknown, AIStreamChunk[]] => [
      `reasoning that is ${JSON.stringify(odd)} as none`,
      choice({ reasoning_content: odd, content: 'Hi' }),
      [said('Hi')],
    ]),
    [
      'an answer in the message',
      { choices: [{ message: { role: 'assistant', content: 'Hi' } }] },
      [said('Hi')],
    ],
    [
      'the delta rather than the message',
      { choices: [{ delta: { content: 'i' }, message: { content: 'Hi' } }] },
      [said('i')],
    ],
    ['an index that is a text as a number', withCall({ index: '2' }), [part({ index: 2 })]],
    ['a negative index as null', withCall({ index: -1 }), [part({})]],
    ['an id that is a number as a text', withCall({ index: 0, id: 7 }), [part({ index: 0, id: '7' })]],
    ['one call instead of a list', choice({ tool_calls: { index: 0 } }), [part({ index: 0 })]],
    [
      'the deprecated form of a call as a call',
      choice({ function_call: { name: 'find', arguments: '{' } }),
      [part({ index: 0, name: 'find', argumentsText: '{' })],
    ],
    [
      'a call in both forms once',
      choice({
        tool_calls: [{ index: 0, id: 'x', function: { name: 'find', arguments: '{}' } }],
        function_call: { name: 'find', arguments: '{}' },
      }),
      [part({ index: 0, id: 'x', name: 'find', argumentsText: '{}' })],
    ],
    [
      'the choice with the index 0 as a text',
      {
        choices: [
          { index: '1', delta: { content: 'no' } },
          { index: '0', delta: { content: 'yes' } },
        ],
      },
      [said('yes')],
    ],
    [
      'a field with an inherited name as nothing',
      JSON.parse('{"choices":[{"__proto__":{"delta":{"content":5}}}]}'),
      [],
    ],
    ['unknown fields as nothing', { id: 'x', object: 'ping', choices: [], service_tier: {} }, []],
  ])('yields %s', (_, event, expected) => {
    expect(readStreamEvent(event, HOST)).toEqual(expected);
  });

  it.each<[unknown, string, string?]>([
    ['stop', 'stop'],
    ['tool_calls', 'tool_calls'],
    ['length', 'length'],
    ['content_filter', 'content_filter'],
    ['function_call', 'tool_calls'],
    ...['model_length', 'max_tokens', 'MAX_TOKENS'].map((word): [string, string] => [word, 'length']),
    ...['SAFETY', 'RECITATION', 'refusal', 'content_filter: PROHIBITED_CONTENT', 'guardrail_intervened'].map(
      (word): [string, string, string] => [word, 'content_filter', word],
    ),
    ['OTHER', 'unknown', 'OTHER'],
    ['max_output_tokens', 'length'],
    ...['STOP', 'end_turn', 'eos_token'].map((word): [string, string] => [word, 'stop']),
    ['tool_use', 'tool_calls'],
    ['constructor', 'unknown', 'constructor'],
    [2, 'unknown', '2'],
    [{ type: 'stop', matched: null }, 'stop'],
  ])('maps the finish reason %j to %s', (given, reason, word) => {
    expect(readStreamEvent(choice({}, given), HOST)).toEqual([
      { type: 'finish', reason, ...(word === undefined ? {} : { word }) },
    ]);
  });

  it.each([
    ['an event that is not an object', 'hello'],
    ['an index that is a word', withCall({ index: 'first' })],
    ['a fractional index', withCall({ index: 0.5 })],
    ['an id that is an object', withCall({ index: 0, id: {} })],
    ['choices that are not a list', { choices: {} }],
    ['an index above the maximum', withCall({ index: 1_000_001 })],
    ['calls that are a word', choice({ tool_calls: 'find' })],
  ])('is rejected with %s', (_, event) => {
    expect(() => readStreamEvent(event, HOST)).toThrow(
      expect.objectContaining({ code: 'protocol', message: expect.stringContaining(HOST) }),
    );
  });

  it.each([['choices[0].delta.tool_calls', withCall({ function: { name: 5 } })]])(
    'names the invalid field %s in the error',
    (field, event) => {
      expect(() => readStreamEvent(event, HOST)).toThrow(
        expect.objectContaining({ code: 'protocol', details: expect.stringContaining(field) }),
      );
    },
  );

  it.each<[string, object, AIStreamChunk[]]>([
    ['a refusal that is false', { refusal: false, content: 'Hi' }, [said('Hi')]],
    ['calls that are empty', { tool_calls: '', content: 'Hi' }, [said('Hi')]],
    ['calls that are false', { tool_calls: false, content: 'Hi' }, [said('Hi')]],
    ['a text in an object', { content: [{ type: 'text', text: { value: 'Hi' } }] }, [said('Hi')]],
    ['parts in an object (Gemini)', { content: { parts: [{ text: 'H' }, { text: 'i' }] } }, [said('Hi')]],
    ['the transcript of audio', { content: null, audio: { transcript: 'Hi' } }, [said('Hi')]],
    [
      'a summary of reasoning in its content (Databricks)',
      {
        content: [
          { type: 'reasoning', summary: [{ type: 'summary_text', text: 'Hm' }] },
          { type: 'text', text: 'Hi' },
        ],
      },
      [said('Hi'), thought('Hm')],
    ],
    ['content that is a number', { content: 5, reasoning: 'Hm' }, [thought('Hm')]],
    ['content with a number', { content: ['H', 5, 'i'] }, [said('Hi')]],
  ])('reads an answer with %s', (_, delta, chunks) => {
    expect(readStreamEvent(choice(delta), HOST)).toEqual(chunks);
  });

  it.each([[['stop']], [true]])(
    'yields no finish chunk for a finish reason that isn’t a text: %j',
    (word) => {
      expect(readStreamEvent(choice({ content: 'Hi' }, word), HOST)).toEqual([said('Hi')]);
    },
  );

  it('yields the choice that came first if no choice has the index 0', () => {
    const read = createStreamEventReader(HOST);
    const of = (index: number, content: string) => ({ choices: [{ index, delta: { content } }] });
    expect([of(1, 'H'), of(1, 'i'), of(2, 'no')].flatMap((one) => read(one).chunks)).toEqual([
      said('H'),
      said('i'),
    ]);
  });

  it('with the whole message after the pieces doesn’t repeat them', () => {
    const read = createStreamEventReader(HOST);
    const events = [choice({ content: 'H' }), choice({ content: 'i' })];
    const last = { choices: [{ message: { content: 'Hi' }, finish_reason: 'stop' }] };

    expect([...events, last].flatMap((one) => read(one).chunks)).toEqual([
      said('H'),
      said('i'),
      { type: 'finish', reason: 'stop' },
    ]);
  });

  it('yields no end for the finish reason 0', () => {
    expect(readStreamEvent(choice({ content: 'Hi' }, 0), HOST)).toEqual([said('Hi')]);
  });
});

describe('usage', () => {
  const usage = { prompt_tokens: 100, completion_tokens: 7 };
  const chunk = {
    type: 'usage',
    counts: { promptTokens: 100, completionTokens: 7, cacheReadInputTokens: 0, cacheCreationInputTokens: 0 },
    raw: usage,
  };

  it.each([
    ['beside no choices', { choices: [], usage }],
    ['if choices are missing', { usage }],
    ['inside the choice', { choices: [{ index: 0, delta: {}, usage }] }],
    ['beside a choice, which comes first', { choices: [{ usage: { ...usage, prompt_tokens: 1 } }], usage }],
  ])('is read %s', (_, event) => {
    expect(readStreamEvent(event, HOST)).toEqual([chunk]);
  });

  it('comes after the finish reason', () => {
    expect(readStreamEvent({ choices: [{ finish_reason: 'stop' }], usage }, HOST)).toEqual([
      { type: 'finish', reason: 'stop' },
      chunk,
    ]);
  });

  it('that is invalid doesn’t fail the answer', () => {
    const event = { choices: [{ delta: { content: 'Hi' } }], usage: { prompt_tokens: 'many' } };

    expect(readStreamEvent(event, HOST)).toEqual([said('Hi')]);
  });
});
