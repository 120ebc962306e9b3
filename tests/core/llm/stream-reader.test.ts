import { describe, expect, it } from 'vitest';
import type { AIStreamChunk } from '@/src/core/llm/ai-service';
import { MAX_RESTARTS } from '@/src/core/llm/answer-restarts';
import { createResponseAssembler } from '@/src/core/llm/response-assembler';
import { createStreamReader } from '@/src/core/llm/stream-reader';

const HOST = 'models.example:8080';

/** An event of the answer `id`; null for an event without an id. */
function event(id: unknown, delta: unknown, finishReason: unknown = null): unknown {
  return { ...(id === null ? {} : { id }), choices: [{ index: 0, delta, finish_reason: finishReason }] };
}

const ROLE = { role: 'assistant' };
const call = (index: number, id: string, args = '{}') => ({
  tool_calls: [{ index, id, function: { name: 'find', arguments: args } }],
});
const more = (index: number, args: string) => ({ tool_calls: [{ index, function: { arguments: args } }] });

function chunksOf(events: unknown[]): AIStreamChunk[] {
  const reader = createStreamReader(HOST);
  return [...events.flatMap((one) => reader.read(one)), ...reader.end()];
}

/** What is left of a stream in the end: its text, and the ids and arguments of its calls. */
function answerOf(events: unknown[]) {
  const assembler = createResponseAssembler({ newId: () => 'new' });
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

describe('a stream that starts its answer over', () => {
  it.each([
    [
      'a new id with a second role, and call index 0 again (LLM-API-Key-Proxy)',
      [
        event('a', ROLE),
        event('a', { content: 'I add', reasoning_content: 'Hm' }),
        event('a', call(0, 'x', '{"half')),
        event('b', ROLE),
        event('b', { content: 'I add it.' }),
        event('b', call(0, 'y')),
        event('b', {}, 'tool_calls'),
      ],
      { content: 'I add it.', reasoning: '', calls: ['y {}'], restarts: 1 },
    ],
    [
      'a new id without a role',
      [
        event('a', { content: 'One ' }),
        event('a', { content: 'ha' }),
        event('b', { content: 'One ' }),
        event('b', { content: 'whole' }, 'stop'),
      ],
      { content: 'One whole', reasoning: '', calls: [], restarts: 1 },
    ],
    [
      'a new id after a whole call',
      [event('a', call(0, 'x')), event('a', { content: '.' }), event('b', { content: 'No call.' }, 'stop')],
      { content: 'No call.', reasoning: '', calls: [], restarts: 1 },
    ],
    [
      'a new id that is a number',
      [event(1, ROLE), event(1, { content: 'Ha' }), event(2, { content: 'Whole' }, 'stop')],
      { content: 'Whole', reasoning: '', calls: [], restarts: 1 },
    ],
    [
      'one event of each answer',
      [event('a', { ...ROLE, content: 'Ha' }), event('b', { ...ROLE, content: 'Whole' }, 'stop')],
      { content: 'Whole', reasoning: '', calls: [], restarts: 1 },
    ],
    [
      'one event before the new id',
      [event('a', { ...ROLE, content: 'Ha' }), event('b', { content: 'Who' }), event('b', { content: 'le' })],
      { content: 'Whole', reasoning: '', calls: [], restarts: 1 },
    ],
    [
      'a role alone before the new id',
      [event('a', ROLE), event('b', ROLE), event('b', { content: 'Whole' }), event('b', {}, 'stop')],
      { content: 'Whole', reasoning: '', calls: [], restarts: 0 },
    ],
    [
      'two new ids',
      [
        ...[event('a', ROLE), event('a', { content: 'H' })],
        ...[event('b', ROLE), event('b', { content: 'Ha' })],
        ...[event('c', ROLE), event('c', { content: 'Whole' }, 'stop')],
      ],
      { content: 'Whole', reasoning: '', calls: [], restarts: 2 },
    ],
    [
      'no ids, a second role and index 0 with another call id',
      [
        event(null, { ...ROLE, content: '' }),
        event(null, { content: 'Ha' }),
        event(null, call(0, 'x')),
        event(null, ROLE),
        event(null, { content: 'Whole' }),
        event(null, call(0, 'y', '{')),
        event(null, more(0, '}')),
      ],
      { content: 'Whole', reasoning: '', calls: ['y {}'], restarts: 1 },
    ],
    [
      'one id, a second role and index 0 with another call id in the same event',
      [
        event('a', ROLE),
        event('a', { content: 'Ha' }),
        event('a', call(0, 'x', '{')),
        event('a', { ...ROLE, ...call(0, 'y') }),
      ],
      { content: '', reasoning: '', calls: ['y {}'], restarts: 1 },
    ],
  ])('%s → only the last answer is left', (_, events, answer) => {
    expect(answerOf(events)).toEqual(answer);
  });

  it('more than a few times → an error that says so', () => {
    const events = Array.from({ length: MAX_RESTARTS + 2 }, (_, index) => [
      event(`a${index}`, { content: 'x' }),
      event(`a${index}`, { content: 'y' }),
    ]).flat();

    expect(() => chunksOf(events)).toThrow(
      expect.objectContaining({ code: 'protocol', message: expect.stringContaining('over more than') }),
    );
  });
});

describe('a stream of one answer', () => {
  it.each([
    ['one id', ['a', 'a', 'a', 'a']],
    ['no id', [null, null, null, null]],
    ['an empty id first (Azure)', ['', 'a', 'a', 'a']],
    ['an id in the first event only', ['a', null, null, null]],
    ['an id of its own for each event', ['a', 'b', 'c', 'd']],
    ['an id of its own for the last event', ['a', 'a', 'a', 'd']],
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
    ['with a role and an id of its own in each event', ['a', 'b', 'c']],
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
      'a role again at the next index',
      [event('a', ROLE), event('a', call(0, 'x')), event('a', { ...ROLE, ...call(1, 'y') })],
    ],
  ])('with %s → both calls', (_, events) => {
    expect(answerOf(events)).toMatchObject({ calls: ['x {}', 'y {}'], restarts: 0 });
  });

  it('whose usage has an id of its own → all of it, with the usage', () => {
    const usage = { prompt_tokens: 1, completion_tokens: 1 };
    const events = [event('a', ROLE), event('a', { content: 'Yes' }), { id: 'u', choices: [], usage }];

    expect(chunksOf(events).map(({ type }) => type)).toEqual(['content', 'usage']);
  });
});
