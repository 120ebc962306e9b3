import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AIStreamChunk } from '@/src/core/llm/ai-service';
import { createChatReader } from '@/src/core/llm/chat-reader';
import { createResponseAssembler } from '@/src/core/llm/response-assembler';

const HOST = 'models.example:8080';

/** An event of the answer `id`; null for an event without an id. */
function event(id: unknown, delta: unknown, finishReason: unknown = null): unknown {
  return { ...(id === null ? {} : { id }), choices: [{ index: 0, delta, finish_reason: finishReason }] };
}

const ROLE = { role: 'assistant' };
const call = (index: number, id: string, args = '{}') => ({
  tool_calls: [{ index, id, function: { name: 'find', arguments: args } }],
});
const callOf = (index: number | null, id: string | null, args = '{}') => ({
  tool_calls: [{ index, id, function: { name: 'find', arguments: args } }],
});
const USAGE = { choices: [], usage: { prompt_tokens: 1, completion_tokens: 1 } };
interface Sent {
  id?: unknown;
  choices: { delta: object }[];
}
function withDelta(one: unknown, change: (delta: object) => object): unknown {
  const { choices, ...rest } = one as Sent;
  return { ...rest, choices: choices.map((choice) => ({ ...choice, delta: change(choice.delta) })) };
}
const withRole = (one: unknown) => withDelta(one, (delta) => ({ ...delta, ...ROLE }));
const withoutRole = (one: unknown) => withDelta(one, (delta) => ({ ...delta, role: null }));
const ownId = (one: unknown, at: number) => ({ ...(one as Sent), id: `event-${at}` });

const more = (index: number, args: string) => ({ tool_calls: [{ index, function: { arguments: args } }] });

function chunksOf(events: unknown[]): AIStreamChunk[] {
  return chunksOfData(events.map((one) => JSON.stringify(one))).chunks;
}

function chunksOfData(data: string[]) {
  const skipped: string[] = [];
  const reader = createChatReader({
    host: HOST,
    maxTokens: null,
    reported: () => null,
    skipped: (one) => skipped.push(one),
  });
  const chunks = data.flatMap((one) => reader.read({ name: null, data: one }));
  return { chunks: [...chunks, ...reader.end()], skipped };
}

/** The result of a stream: its text, and the ids and arguments of its calls. */
function answerOf(events: unknown[]) {
  const assembler = createResponseAssembler([], false);
  const chunks = chunksOf(events);
  for (const chunk of chunks) assembler.add(chunk);
  const { content, reasoning, toolCalls } = assembler.finish();
  return {
    content,
    reasoning,
    calls: toolCalls.map(({ modelCallId, argumentsText }) => `${modelCallId} ${argumentsText}`),
    restarts: chunks.filter(({ type }) => type === 'restart').length,
  };
}

const half = (id: string | null, callId: string | null, args = '{}') => [
  event(id, { ...ROLE, content: 'Half' }),
  event(id, callOf(0, callId, args)),
];
const whole = (id: string | null, callId: string | null) => [
  event(id, { ...ROLE, content: 'Whole' }),
  event(id, callOf(0, callId)),
  event(id, {}, 'tool_calls'),
];

/** Streams with a second answer after a call, which must not be made twice. */
const SECOND_ANSWERS = (
  [
    ['one id, and the call under the same id', half('a', 'x'), whole('a', 'x')],
    ['one id, and the call under another', half('a', 'x'), whole('a', 'y')],
    ['no ids, and the call under the same id', half(null, 'x'), whole(null, 'x')],
    ['no ids, nor of calls', half(null, null), whole(null, null)],
    ['an id after none', half(null, 'x'), whole('b', 'x')],
    ['none after an id', half('a', 'x'), whole(null, 'x')],
    ['an id after none, and a call that was cut off', half(null, 'x', '{"p'), whole('b', 'x')],
    ['one id, and a call that was cut off', half('a', 'x', '{"p'), whole('a', 'x')],
    ['one id, and the role first', half('a', 'x'), [event('a', ROLE), ...whole('a', 'x')]],
    ['another id, and the role first', half('a', 'x'), [event('b', ROLE), ...whole('b', 'x')]],
    ['another id, roles in each event', half('a', 'x').map(withRole), whole('b', 'x').map(withRole)],
    ['one event before another id', [event('a', { ...ROLE, ...call(0, 'x') })], whole('b', 'x')],
    [
      'one id, and reasoning first',
      half('a', 'x'),
      [event('a', { ...ROLE, reasoning: 'Hm' }), ...whole('a', 'x').map(withoutRole)],
    ],
    ['ids of events', half('a', 'x').map(ownId), whole('a', 'x').map((one, at) => ownId(one, at + 2))],
    ['the usage of the first answer between', [...half('a', 'x'), USAGE], whole('a', 'x')],
  ] satisfies [string, unknown[], unknown[]][]
).map(([name, first, second]): [string, unknown[]] => [`a call, then ${name}`, [...first, ...second]]);

describe('a stream whose pieces contradict each other', () => {
  it.each<[string, unknown[]]>([
    [
      'a role with another id, then text (LLM-API-Key-Proxy)',
      [
        event('a', ROLE),
        event('a', { content: 'I add', reasoning_content: 'Hm' }),
        event('a', call(0, 'x', '{"half')),
        event('b', ROLE),
        event('b', { content: 'I add it.' }),
      ],
    ],
    [
      'a role with another id, then text, without calls',
      [event('a', ROLE), event('a', { content: 'H' }), event('b', ROLE), event('b', { content: 'Ha' })],
    ],
    [
      'a second role and text in one event',
      [event(1, ROLE), event(1, { content: 'Ha' }), event(2, { ...ROLE, content: 'Whole' }, 'stop')],
    ],
    [
      'the same without ids',
      [event(null, ROLE), event(null, { content: 'Ha' }), event(null, { ...ROLE, content: 'Whole' })],
    ],
    [
      'a repeated role after a complete call, and immediately another call at its index',
      [event('a', ROLE), event('a', call(0, 'x')), event('a', { ...ROLE, ...call(0, 'y') })],
    ],
    [
      'the same after a call that was cut off',
      [event('a', ROLE), event('a', call(0, 'x', '{')), event('a', { ...ROLE, ...call(0, 'y') })],
    ],
    [
      'a repeated role after a call, and only text',
      [event('a', ROLE), event('a', call(0, 'x')), event('a', { ...ROLE, content: 'Done.' })],
    ],
    [
      'text after a call without an index, and such a call',
      [event(null, callOf(null, 'x')), event(null, { content: 'W' }), event(null, callOf(null, 'y'))],
    ],
    [
      'text after a call, and a call at its index, without a role',
      [event('a', call(0, 'x')), event('a', { content: 'Whole' }), event('a', call(0, 'y'))],
    ],
    [
      'arguments that begin again, with the name',
      [event('a', call(0, 'x', '{"p')), event('a', call(0, 'x', '{"p":1}'))],
    ],
    [
      'complete arguments that begin again',
      [event('a', call(0, 'x', '{"p":1}')), event('a', more(0, '{"p":1}'))],
    ],
    [
      'another call at the index of one that was cut off',
      [event('a', call(0, 'x', '{"p')), event('a', call(0, 'y', '{"p":1}'))],
    ],
    [
      'another index for the id of a call that was cut off',
      [event('a', call(0, 'x', '{"p')), event('a', call(1, 'x', '{"p":1}'))],
    ],
    [
      'another index for the id of an equal call',
      [event('a', call(0, 'x', '{"p":1}')), event('a', call(1, 'x', '{"p":1}'))],
    ],
    [
      'another index for the rest of a call with its id',
      [
        event('a', call(0, 'x', '{"p":')),
        event('a', { tool_calls: [{ index: 1, id: 'x', function: { arguments: '1}' } }] }),
      ],
    ],
    ...SECOND_ANSWERS,
  ])('%s → error, so that no call is made', (_, events) => {
    expect(() => answerOf(events)).toThrow(
      expect.objectContaining({
        code: 'answer-unclear',
        message: expect.stringContaining('may have restarted'),
      }),
    );
  });

  it('at the length limit is read, because no call of it is made', () => {
    const events = [
      event('a', call(0, 'x', '{"p')),
      event('a', call(0, 'y', '{"p":1}')),
      event('a', {}, 'length'),
    ];
    expect(answerOf(events).calls).toEqual(['x {"p', 'y {"p":1}']);
  });
});

describe('a stream of one answer', () => {
  it.each([
    ['one id', ['a', 'a', 'a', 'a']],
    ['no id', [null, null, null, null]],
    ['an empty id first (Azure)', ['', 'a', 'a', 'a']],
    ['an id in the first event only', ['a', null, null, null]],
    ['a different id in each event', ['a', 'b', 'c', 'd']],
    ['a different id in the last event', ['a', 'a', 'a', 'd']],
    ['an id that is an object', [{}, {}, [], {}]],
  ])('with %s → all of it', (_, [first, second, third, fourth]) => {
    const events = [
      event(first, { ...ROLE, content: '' }),
      event(second, { content: 'Ye' }),
      event(third, { content: 's' }),
      event(fourth, {}, 'stop'),
    ];
    expect(answerOf(events)).toMatchObject({ content: 'Yes', restarts: 0 });
  });

  it.each([
    ['with a role and a different id in each event', ['a', 'b', 'c']],
    ['with a role in each event', ['a', 'a', 'a']],
  ])('%s → all of it', (_, ids) => {
    const events = ids.map((id, index) => event(id, { ...ROLE, content: `${index}` }));

    expect(answerOf(events)).toMatchObject({ content: '012', restarts: 0 });
  });

  it.each([
    ['all calls at index 0', [event('a', ROLE), event('a', call(0, 'x')), event('a', call(0, 'y'))]],
    [
      'all calls at index 0, with a role in each',
      [event('a', { ...ROLE, ...call(0, 'x') }), event('a', { ...ROLE, ...call(0, 'y') })],
    ],
    [
      'a repeated role at the next index',
      [event('a', ROLE), event('a', call(0, 'x')), event('a', { ...ROLE, ...call(1, 'y') })],
    ],
  ])('with %s → both calls', (_, events) => {
    expect(answerOf(events)).toMatchObject({ calls: ['x {}', 'y {}'], restarts: 0 });
  });

  it('whose usage has its own id → all of it, with the usage', () => {
    const usage = { prompt_tokens: 1, completion_tokens: 1 };
    const events = [event('a', ROLE), event('a', { content: 'Yes' }), { id: 'u', choices: [], usage }];

    expect(chunksOf(events).map(({ type }) => type)).toEqual(['content', 'usage']);
  });
});

describe('a stream of one answer, as servers send it', () => {
  const text = (id: string | null, ...words: string[]) => words.map((content) => event(id, { content }));
  const roles = (events: unknown[]) => events.map(withRole);
  const ownIds = (events: unknown[]) => events.map(ownId);
  const usage = { prompt_tokens: 1, completion_tokens: 1 };
  const lastUsage = { id: 'u', choices: [{ index: 0, delta: { ...ROLE, content: '' } }], usage };
  const plain = [event('a', { ...ROLE, content: '' }), ...text('a', 'Two ', 'rules.')];
  const parallel = [event('a', call(0, 'x')), event('a', call(0, 'y'))];
  const numbered = [event('a', call(0, 'x', '')), event('a', more(0, '{}')), event('a', call(1, 'y'))];
  const unnumbered = [event('a', callOf(null, 'x')), event('a', callOf(null, 'y'))];
  const end = event('a', {}, 'tool_calls');

  it.each<[string, unknown[]]>([
    ['OpenAI, vLLM, LM Studio, OpenRouter: one id, one role', [...plain, ...numbered, end, USAGE]],
    ['llama.cpp: the role without a text', [event('a', ROLE), ...plain.slice(1), ...numbered, end]],
    ['older llama.cpp: ids per event, one role', ownIds([...plain, ...numbered, end])],
    ['Ollama: a role in each event', roles([...plain, ...numbered, end])],
    ['Ollama, calls at index 0', roles([...plain, ...parallel, end])],
    ['LiteLLM for Bedrock: ids per event, one role', ownIds([...plain, ...numbered, end])],
    ['LiteLLM for Bedrock, roles in each event', ownIds(roles([...plain, ...numbered, end]))],
    ['LiteLLM: the usage with another id and a role', [...plain, ...numbered, end, lastUsage]],
    ['Gemini: a role in each event, calls at index 0', roles([...plain, ...parallel, end])],
    ['Gemini: a role in each event, calls without index', roles([...plain, ...unnumbered, end])],
    ['Gemini: ids per event, roles, calls at index 0', ownIds(roles([...plain, ...parallel, end]))],
    [
      'a converter: a role with each call, not with the text, calls at index 0',
      [...plain, ...roles(parallel), end],
    ],
    ['a converter: the same with calls without index', [...plain, ...roles(unnumbered), end]],
    ['Azure: an empty id first', [event('', ROLE), ...plain.slice(1), ...numbered, end]],
    [
      'text-generation-inference: empty ids',
      [...plain, ...numbered, end].map((one) => ({ ...(one as Sent), id: '' })),
    ],
    ['no ids', [...plain, ...numbered, end].map((one) => ({ ...(one as Sent), id: null }))],
    ['LLM-API-Key-Proxy without a restart', [...plain, ...numbered, end, USAGE]],
    [
      'a proxy that keeps the connection alive by roles',
      [...plain, event('a', ROLE), ...numbered, event('a', ROLE), end],
    ],
    [
      'a proxy that keeps the connection alive by roles within a call',
      [
        ...plain,
        event('a', call(0, 'x', '{')),
        event('a', ROLE),
        event('a', more(0, '}')),
        event('a', call(1, 'y')),
        end,
      ],
    ],
  ])('%s → text and both calls, once', (_, events) => {
    expect(answerOf(events)).toEqual({
      content: 'Two rules.',
      reasoning: '',
      calls: ['x {}', 'y {}'],
      restarts: 0,
    });
  });

  it.each<[string, unknown[]]>([
    ['two events with different ids and roles', [...roles(ownIds(text(null, 'Two ', 'rules.')))]],
    [
      'the same, with the finish reason in a third',
      [...roles(ownIds([...text(null, 'Two ', 'rules.'), end]))],
    ],
    [
      'reasoning, then a repeated role with the text',
      [
        event('a', { ...ROLE, reasoning: 'H' }),
        event('a', { reasoning: 'm' }),
        event('a', { ...ROLE, content: 'Two ' }),
        ...text('a', 'rules.'),
      ],
    ],
    ['the usage with another id and a role', [...plain, end, lastUsage]],
    [
      'ids that alternate',
      [...text('a', 'T'), ...text('b', 'w'), ...text('a', 'o '), ...text('b', 'rules.')],
    ],
  ])('%s → all of the text', (_, events) => {
    expect(answerOf(events)).toMatchObject({ content: 'Two rules.', calls: [], restarts: 0 });
  });
});

describe('differing ids alone', () => {
  const text = (...ids: unknown[]) => ids.map((id, at) => event(id, { content: `${at}` }));
  const parts = ['', '{"p"', ':1}'].map((args, at) => ({
    tool_calls: [
      {
        index: 0,
        ...(at === 0 && { id: 'x' }),
        function: { ...(at === 0 && { name: 'find' }), arguments: args },
      },
    ],
  }));
  const signed = { extra_content: { google: { thought_signature: 's' } } };

  it.each<[string, unknown[]]>([
    ['another one from the middle on', text('a', 'a', 'b', 'b')],
    ['another one in the last event', text('a', 'a', 'a', 'b')],
    ['another one in the first event', text('a', 'b', 'b', 'b')],
    ['one that returns', text('a', 'b', 'b', 'a')],
    ['one for each event, the last one twice', text('a', 'b', 'c', 'c')],
    ['roles with each', text('a', 'a', 'b', 'b').map(withRole)],
  ])('contradict nothing: %s', (_, events) => {
    expect(answerOf(events)).toMatchObject({ content: '0123', restarts: 0 });
  });

  it.each<[string, unknown[]]>([
    [
      'an id of its own for each piece, the last one repeated on the finish',
      [...parts.map((part, at) => event(`e${at}`, part)), event('e2', {}, 'tool_calls')],
    ],
    [
      'the call in an event with another id, with a role',
      [
        event('a', ROLE),
        event('a', { content: 'Hi' }),
        event('a', { content: '.' }),
        event('b', { ...ROLE, ...call(0, 'x', '{"p":1}') }, 'tool_calls'),
      ],
    ],
    ['a finish with another id', [...parts.map((part) => event('a', part)), event('b', {}, 'tool_calls')]],
    [
      'a usage with another id',
      [...parts.map((part) => event('a', part)), event('a', {}, 'tool_calls'), { id: 'b', ...USAGE }],
    ],
  ])('keep the call: %s', (_, events) => {
    expect(answerOf(events).calls).toEqual(['x {"p":1}']);
  });

  it('keep both calls of two events, and the signature of the first', () => {
    const first = {
      tool_calls: [{ index: 0, id: 'x', ...signed, function: { name: 'find', arguments: '{}' } }],
    };
    const chunks = chunksOf([event('a', { ...ROLE, ...first }), event('b', { ...ROLE, ...call(0, 'y') })]);
    expect(chunks).toMatchObject([
      { type: 'tool-call-part', id: 'x', members: signed },
      { type: 'tool-call-part', id: 'y' },
    ]);
  });
});

describe('the end of a stream', () => {
  const PIECE = event('a', { content: 'Yes' });
  const WITH_USAGE = { ...(PIECE as Sent), usage: USAGE.usage };

  it.each<[string, unknown[], 'stated' | 'text' | null]>([
    ['a finish reason', [PIECE, event('a', {}, 'stop')], 'stated'],
    ['a finish reason with the last piece', [event('a', { content: 'Yes' }, 'stop')], 'stated'],
    ['the usage without a choice', [PIECE, USAGE], 'stated'],
    [
      'the usage with an empty choice',
      [PIECE, { ...(event('a', {}) as object), usage: USAGE.usage }],
      'stated',
    ],
    ['the usage after a call', [event('a', call(0, 'x')), USAGE], 'stated'],
    ['a usage in each piece', [WITH_USAGE, WITH_USAGE], 'text'],
    [
      'a usage in each piece and in an empty one',
      [WITH_USAGE, { ...(event('a', {}) as object), usage: USAGE.usage }],
      'text',
    ],
    ['a usage before the first piece', [USAGE, PIECE], 'text'],
    ['text after the finish reason', [event('a', { content: 'Y' }, 'stop'), PIECE], 'text'],
    ['text alone', [PIECE], 'text'],
    ['a call alone', [event('a', call(0, 'x'))], null],
    ['nothing', [], null],
  ])('with %s', (_, events, ending) => {
    const reader = createChatReader({ host: HOST, maxTokens: null, reported: () => null, skipped: () => {} });
    for (const one of events) reader.read({ name: null, data: JSON.stringify(one) });
    expect(reader.ending()).toBe(ending);
  });
});

it('a stream whose events all come twice makes its call once', () => {
  const calls = [event('a', call(0, 'x', '{"p":1}')), event('a', call(1, 'y', '{"p":1}'))];
  const events = [event('a', ROLE), ...calls, event('a', {}, 'tool_calls'), USAGE];
  expect(answerOf(events.flatMap((one) => [one, one])).calls).toEqual(['x {"p":1}', 'y {"p":1}']);
});

it('a stream without indices whose events all come twice makes its call once', () => {
  const found = event('a', { tool_calls: [{ id: 'x', function: { name: 'find', arguments: '{"p":1}' } }] });
  const events = [event('a', ROLE), found, event('a', {}, 'tool_calls')];
  expect(answerOf(events.flatMap((one) => [one, one])).calls).toEqual(['x {"p":1}']);
});

/** Pieces of a call's arguments with the call's id in each, as of LiteLLM and Fireworks. */
const piecesOf = (pieces: readonly string[], name?: string) =>
  pieces.map((args, at) =>
    event('a', {
      tool_calls: [{ index: 0, id: 'x', function: { name: at === 0 ? 'find' : name, arguments: args } }],
    }),
  );

describe('the pieces of a call with its id in each', () => {
  const cuts = fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 20 });
  const digits = fc.stringMatching(/^[1-4]{1,12}$/);

  it.each([undefined, 'find'])('are all part of it, however they are cut (name in each: %s)', (name) => {
    fc.assert(
      fc.property(digits, cuts, (number, at) => {
        const text = `{"n":${number}}`;
        const ends = [...at.filter((cut) => cut < text.length), text.length].sort((a, b) => a - b);
        const pieces = ends.map((end, index) => text.slice(ends[index - 1] ?? 0, end));
        expect(answerOf(piecesOf(['', ...pieces], name)).calls).toEqual([`x ${text}`]);
      }),
    );
  });

  it('count once if each event comes twice', () => {
    const events = piecesOf(['', '{"n":', '4', '4', '4', '}']).flatMap((one) => [one, one]);
    expect(answerOf(events).calls).toEqual(['x {"n":444}']);
  });

  it.each([
    ['', {}],
    [', with a role', ROLE],
  ])('may be followed by the whole call%s, which adds nothing', (_, role) => {
    const args = '{"q": "a"}';
    for (const again of [args, '{"q":"a"}', JSON.stringify(args)]) {
      const last = event('a', { ...role, ...callOf(0, 'x', again) }, 'tool_calls');
      expect(answerOf([...piecesOf(['{"q"', ': "a', '"}']), last]).calls).toEqual([`x ${args}`]);
    }
  });

  it('may be followed by another call under the same id', () => {
    const events = [...piecesOf(['{"q":1}']), ...piecesOf(['{"q":2}'])];
    expect(answerOf(events).calls).toEqual(['x {"q":1}', 'x {"q":2}']);
  });
});

describe('an event that can’t be read', () => {
  const ROLE_EVENT = JSON.stringify(event(null, ROLE));
  const HALF = '{"choices":[{"delta":{"content":"Ye"}}],"timings":{"ms":NaN,"rate":-Infinity}}';
  const REST = '{"choices":[{"delta":{"content":"s \\"NaN\\""},"finish_reason":"stop"}]}';
  const ANSWER = { content: 'Yes "NaN"', finishReason: 'stop' };
  const IDLE = [
    'null',
    '[]',
    '""',
    'ping',
    '1',
    'true',
    '{}',
    '{"type":"ping"}',
    '{"choices":null}',
    '[1]',
    '[oops]',
  ];
  const BROKEN = ['{oops}', '{"choices":[{"delta":{"tool_calls":5}}]}', '{"choices":5}', '[{oops'];

  function answerOfData(data: string[]) {
    const { chunks, skipped } = chunksOfData(data);
    const assembler = createResponseAssembler([], false);
    for (const chunk of chunks) assembler.add(chunk);
    return { answer: assembler.finish(), skipped };
  }

  it('is skipped if it holds no part of the answer, or after the finish reason, wherever it comes', () => {
    const idle = fc.array(fc.constantFrom(...IDLE), { maxLength: 3 });
    const late = fc.array(fc.constantFrom(...IDLE, ...BROKEN), { maxLength: 3 });
    fc.assert(
      fc.property(idle, idle, idle, late, (first, second, third, last) => {
        const data = [...first, ROLE_EVENT, ...second, HALF, ...third, REST, ...last];
        const { answer, skipped } = answerOfData(data);
        expect(answer).toMatchObject(ANSWER);
        expect(skipped).toEqual([...first, ...second, ...third, ...last]);
      }),
    );
  });

  it.each(BROKEN)('fails an answer that isn’t finished: %s', (data) => {
    expect(() => chunksOfData([HALF, data, REST])).toThrow();
  });

  it('doesn’t hide the usage after it', () => {
    const { answer } = answerOfData([HALF, REST, '{oops}', JSON.stringify(USAGE)]);
    expect(answer.usage?.counts).toMatchObject({ promptTokens: 1, completionTokens: 1 });
  });
});
