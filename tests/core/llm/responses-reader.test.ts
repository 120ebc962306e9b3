import { describe, expect, it } from 'vitest';
import { type StewardError, textError } from '@/src/core/errors';
import { createResponseAssembler } from '@/src/core/llm/response-assembler';
import { createResponsesReader } from '@/src/core/llm/responses-reader';
import { isJsonObject, type JsonObject } from '@/src/schema/values/json';
import { type OutputItem, responseOf, streamText } from '../../fakes/endpoint-families/responses-events';
import { FULL_SHAPE, type StreamShape } from '../../fakes/endpoint-families/responses-route';

/** The error that the endpoint reports, as far as these tests need it. */
function reported(value: unknown, eventName: string | null): StewardError | null {
  const error = isJsonObject(value) ? (value.error ?? (value.type === 'error' ? value : null)) : null;
  if (error === null && eventName !== 'error') return null;
  return textError('server', 'error.llm.empty', {
    details: JSON.stringify(error ?? value),
    remedy: 'remedy.checkEndpoint',
  });
}

function readerOf() {
  const skipped: string[] = [];
  const reader = createResponsesReader({
    host: 'models.example',
    maxTokens: null,
    reported,
    skipped: (data) => skipped.push(data),
  });
  return { reader, skipped };
}

/** The answer of a stream with these events, each with its name or its data alone. */
function answerOf(events: readonly object[]) {
  const { reader } = readerOf();
  const assembler = createResponseAssembler([], false);
  const chunks = events.flatMap((event) => reader.read({ name: null, data: JSON.stringify(event) }));
  for (const chunk of [...chunks, ...reader.end()]) assembler.add(chunk);
  const { content, reasoning, toolCalls, members, finishReason, usage } = assembler.finish();
  const calls = toolCalls.map(({ modelCallId, name, argumentsText }) => [modelCallId, name, argumentsText]);
  return { content, reasoning, calls, kept: members.response_items, finishReason, usage: usage?.counts };
}

const eventsIn = (text: string): JsonObject[] =>
  [...text.matchAll(/^data: (\{.*)$/gm)].map(([, data = '']) => JSON.parse(data));

const THOUGHT: OutputItem = {
  type: 'reasoning',
  id: 'rs_1',
  summary: [{ type: 'summary_text', text: 'Which one?' }],
  encrypted_content: 'gAAAA1',
};
const SECOND_THOUGHT: OutputItem = { ...THOUGHT, id: 'rs_2', encrypted_content: 'gAAAA2' };
const MESSAGE: OutputItem = {
  type: 'message',
  id: 'msg_1',
  role: 'assistant',
  phase: 'commentary',
  content: [{ type: 'output_text', text: 'I add both.', annotations: [] }],
};
const call = (id: string, args: string): OutputItem => ({
  type: 'function_call',
  id: `fc_${id}`,
  call_id: id,
  name: 'add',
  arguments: args,
});
const ITEMS = [THOUGHT, MESSAGE, SECOND_THOUGHT, call('a', '{"n":1}'), call('b', '{"n":2}')];

const withoutId = ({ id: _, ...item }: OutputItem) => item;
const KEPT = [
  withoutId(THOUGHT),
  { type: 'message', length: 11, phase: 'commentary' },
  withoutId(SECOND_THOUGHT),
  { type: 'function_call' },
  { type: 'function_call' },
];
const WHOLE = {
  content: 'I add both.',
  reasoning: 'Which one?\n\nWhich one?',
  calls: [
    ['a', 'add', '{"n":1}'],
    ['b', 'add', '{"n":2}'],
  ],
  kept: KEPT,
  finishReason: 'tool_calls',
};

describe('an answer of the Responses API is the same', () => {
  it.each<[string, Partial<StreamShape>]>([
    ['in full', {}],
    ['without indices', { indices: false }],
    [
      'without indices and ids of calls, completed at the end',
      { indices: false, callItemIds: false, ends: false, items: 'together' },
    ],
    ['without beginnings', { beginnings: false }],
    ['without beginnings and indices', { beginnings: false, indices: false }],
    ['with complete items alone', { beginnings: false, pieces: false, output: 'empty' }],
    [
      'with complete items alone, without indices',
      { beginnings: false, pieces: false, output: 'empty', indices: false },
    ],
    ['with pieces that have no end', { ends: false, output: 'empty' }],
    ['with the last event alone', { beginnings: false, pieces: false, items: 'none' }],
    ['with a text that is complete after the calls', { items: 'messages-last' }],
    [
      'with other reasoning in the last event',
      { items: 'messages-last', output: 'other-reasoning', eventNames: false },
    ],
  ])('%s', (_, shape) => {
    expect(answerOf(eventsIn(streamText(ITEMS, { ...FULL_SHAPE, ...shape })))).toEqual(WHOLE);
  });

  it('not streamed', () => {
    const { reader } = readerOf();
    const assembler = createResponseAssembler([], false);
    const data = JSON.stringify(responseOf(ITEMS, FULL_SHAPE));
    for (const chunk of reader.read({ name: 'response.completed', data })) assembler.add(chunk);
    const { content, toolCalls, members } = assembler.finish();
    expect([content, toolCalls.length, members.response_items]).toEqual(['I add both.', 2, KEPT]);
  });
});

const done = (response: object) => ({ type: 'response.completed', response });
const delta = (text: string, rest: object = {}) => ({
  type: 'response.output_text.delta',
  delta: text,
  ...rest,
});
const args = (text: string, rest: object) => ({
  type: 'response.function_call_arguments.delta',
  delta: text,
  ...rest,
});
const item = (end: 'added' | 'done', given: object, rest: object = {}) => ({
  type: `response.output_item.${end}`,
  item: given,
  ...rest,
});

describe('pieces of the Responses API', () => {
  it('of two calls that alternate belong to their calls by the id of the item, though the calls have none', () => {
    const bare = (id: string) => ({ type: 'function_call', call_id: id, name: 'add', arguments: '' });
    const events = [
      item('added', bare('a')),
      args('{"n"', { item_id: 'x' }),
      item('added', bare('b')),
      args('{"n"', { item_id: 'y' }),
      args(':1}', { item_id: 'x' }),
      args(':2}', { item_id: 'y' }),
      done({ output: [] }),
    ];
    expect(answerOf(events).calls).toEqual(WHOLE.calls);
  });

  it('of calls with one id stay apart, if each call has a beginning', () => {
    const same = { type: 'function_call', call_id: 'call_0', name: 'add', arguments: '' };
    const events = [1, 2].flatMap((n) => [
      item('added', same),
      args(`{"n":${n}}`, {}),
      item('done', { ...same, arguments: `{"n":${n}}` }),
    ]);
    expect(answerOf([...events, done({ output: [] })]).calls).toEqual([
      ['call_0', 'add', '{"n":1}'],
      ['call_0', 'add', '{"n":2}'],
    ]);
  });

  it('of two messages are two paragraphs, and the lengths of both are kept', () => {
    const message = (id: string, text: string) => ({
      ...MESSAGE,
      id,
      content: [{ type: 'output_text', text }],
    });
    const events = eventsIn(streamText([message('1', 'First.'), message('2', 'Last.')], FULL_SHAPE));
    const { content, kept } = answerOf(events);
    expect(content).toBe('First.\n\nLast.');
    expect(kept).toEqual([
      { type: 'message', length: 6, phase: 'commentary' },
      { type: 'message', length: 5, phase: 'commentary' },
    ]);
  });

  it('that contradict the complete arguments fail the answer', () => {
    const events = [
      item('added', call('a', '')),
      args('{"n":1}', { item_id: 'fc_a' }),
      item('done', call('a', '{"n":2}')),
    ];
    expect(() => answerOf(events)).toThrow(expect.objectContaining({ code: 'answer-unclear' }));
  });

  it('of a second response fail the answer', () => {
    const created = { type: 'response.created', response: {} };
    const events = [created, delta('Half'), created, delta('Whole'), done({ output: [] })];
    expect(() => answerOf(events)).toThrow(expect.objectContaining({ code: 'answer-unclear' }));
  });
});

describe('the end of an answer of the Responses API', () => {
  const usage = { input_tokens: 9, input_tokens_details: { cached_tokens: 4 }, output_tokens: 3 };

  it.each([
    ['a text', [delta('Yes')], done({ output: [], usage }), 'stop'],
    ['a call', [item('done', call('a', '{}'))], done({ output: [] }), 'tool_calls'],
    [
      'a limit',
      [delta('Ye')],
      { type: 'response.incomplete', response: { incomplete_details: { reason: 'max_output_tokens' } } },
      'length',
    ],
    [
      'a filter',
      [delta('Ye')],
      { type: 'response.incomplete', response: { incomplete_details: { reason: 'content_filter' } } },
      'content_filter',
    ],
    [
      'a complete response whose call is cut',
      [item('added', call('a', '')), args('{"n', {})],
      done({ output: [] }),
      'length',
    ],
    ['a complete event with an incomplete response', [delta('Ye')], done({ status: 'incomplete' }), 'length'],
  ])('is that of %s', (_, events, last, finishReason) => {
    expect(answerOf([...events, last]).finishReason).toBe(finishReason);
  });

  it('has the usage', () => {
    expect(answerOf([delta('Yes'), done({ output: [], usage })]).usage).toEqual({
      promptTokens: 5,
      completionTokens: 3,
      cacheReadInputTokens: 4,
      cacheCreationInputTokens: 0,
    });
  });

  it.each([
    [
      'a failed response',
      { type: 'response.failed', response: { error: { code: 'server_error', message: 'No.' } } },
    ],
    ['a failed response without a reason', { type: 'response.failed', response: { error: null } }],
    ['a complete event with a failed response', done({ status: 'failed', error: { message: 'No.' } })],
    ['a flat error', { type: 'error', code: 'x', message: 'No.', sequence_number: 0 }],
    ['a nested error', { type: 'error', error: { message: 'No.' } }],
  ])('is an error: %s', (_, event) => {
    expect(() => answerOf([delta('Ye'), event])).toThrow(expect.objectContaining({ code: 'server' }));
  });

  it.each([
    ['is its length if the usage reaches the limit that was sent', 24, 'length'],
    ['is its own if the usage is below that limit', 23, 'stop'],
  ])('%s', (_, outputTokens, reason) => {
    const reader = createResponsesReader({
      host: 'models.example',
      maxTokens: 24,
      reported,
      skipped: () => {},
    });
    const usage = { input_tokens: 5, output_tokens: outputTokens };
    const last = { type: 'response.completed', response: { status: 'completed', usage } };
    const chunks = [delta('Yes'), last].flatMap((event) =>
      reader.read({ name: null, data: JSON.stringify(event) }),
    );
    expect(chunks.at(-1)).toMatchObject({ type: 'finish', reason });
  });

  it('is missing if no event says so, even with the mark for the end of a stream', () => {
    const { reader } = readerOf();
    reader.read({ name: null, data: JSON.stringify(delta('Yes')) });
    expect(reader.ending()).toBeNull();
  });
});

it('events that are not of the Responses API are skipped, and are the data that was not read', () => {
  const { reader, skipped } = readerOf();
  expect(reader.read({ name: null, data: '{"type":"other.event"}' })).toEqual([]);
  expect([skipped, reader.unread()]).toEqual([['{"type":"other.event"}'], '{"type":"other.event"}']);
});

it('the type of an event is its name, if its data has none', () => {
  const { reader } = readerOf();
  expect(reader.read({ name: 'response.output_text.delta', data: '{"delta":"Yes"}' })).toEqual([
    { type: 'content', text: 'Yes' },
  ]);
});
