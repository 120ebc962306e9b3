import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AIStreamChunk } from '@/src/core/llm/ai-service';
import { MAX_CALLS_LENGTH, MAX_TEXT_LENGTH } from '@/src/core/llm/answer-limits';
import { MAX_CALLS } from '@/src/core/llm/call-assembler';
import { type AssembledResponse, createResponseAssembler } from '@/src/core/llm/response-assembler';
import type { ApiTool } from '@/src/schema/api-message';
import { assembledCalls, type Call, type Part } from './assembled-calls';

function part(fields: Partial<Omit<Part, 'type'>>): Part {
  return { type: 'tool-call-part', index: null, id: null, name: null, argumentsText: '', ...fields };
}

const FIND: ApiTool = { type: 'function', function: { name: 'find', description: '', parameters: {} } };

function assemble(chunks: readonly AIStreamChunk[]): AssembledResponse {
  const assembler = createResponseAssembler([FIND], false);
  for (const chunk of chunks) assembler.add(chunk);
  return assembler.finish();
}

const counts = {
  promptTokens: 1,
  completionTokens: 1,
  cacheReadInputTokens: 0,
  cacheCreationInputTokens: 0,
};

const said = (text: string): AIStreamChunk => ({ type: 'content', text });
const thought = (text: string): AIStreamChunk => ({ type: 'reasoning', text });
const FINISH: AIStreamChunk = { type: 'finish', reason: 'tool_calls' };

describe('the parts of calls', () => {
  it('return what they added, at a unique index', () => {
    const assembler = createResponseAssembler([FIND], false);

    expect([
      assembler.add(part({ name: 'find', argumentsText: '{' })),
      assembler.add(part({ argumentsText: '}' })),
      assembler.add(part({ index: 0, name: 'save', argumentsText: '{' })),
      assembler.add(part({ index: 0, name: 'save', argumentsText: '}' })),
      assembler.add(said('Done.')),
    ]).toEqual([
      { index: 0, name: 'find', argumentsText: '{' },
      { index: 0, name: '', argumentsText: '}' },
      { index: 1, name: 'save', argumentsText: '{' },
      { index: 1, name: '', argumentsText: '}' },
      null,
    ]);
  });

  it('give the same calls however they are cut and interleaved, in storage and panel alike', () => {
    fc.assert(
      fc.property(splitCalls(), ({ calls, parts }) => {
        const { stored, shown, ids } = assembledCalls(parts);
        expect(stored).toEqual(calls);
        expect(shown).toEqual(calls);
        expect(ids).toEqual(calls.map(() => 'call_0'));
      }),
    );
  });
});

interface Split {
  calls: Call[];
  parts: Part[];
}

/** Up to four calls with the same id, each cut at random, the parts of all interleaved at random. */
function splitCalls(): fc.Arbitrary<Split> {
  const call = fc.record({
    name: fc.constantFrom('find_models', 'add_ignore_rule', 'save_changes'),
    argumentsText: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }),
    cuts: fc.array(fc.nat(30), { maxLength: 5 }),
    isNameRepeated: fc.boolean(),
  });
  return fc
    .array(call, { minLength: 1, maxLength: 4 })
    .chain((specs) =>
      fc.infiniteStream(fc.nat(3)).map((choices) => ({ specs, choices: [...choices.take(200)] })),
    )
    .map(({ specs, choices }) => ({
      calls: specs.map(({ name, argumentsText }): Call => [name, argumentsText]),
      parts: interleave(specs.map(partsOf), choices),
    }));
}

function partsOf(
  spec: { name: string; argumentsText: string; cuts: number[]; isNameRepeated: boolean },
  index: number,
): Part[] {
  const edges = [
    0,
    ...spec.cuts.map((cut) => Math.min(cut, spec.argumentsText.length)),
    spec.argumentsText.length,
  ];
  const sorted = edges.toSorted((a, b) => a - b);
  return sorted.slice(1).map((end, at) => {
    const argumentsText = spec.argumentsText.slice(sorted[at], end);
    const isNamed = at === 0 || spec.isNameRepeated;
    return part({ index, argumentsText, ...(isNamed ? { id: 'call_0', name: spec.name } : {}) });
  });
}

function interleave(queues: Part[][], choices: readonly number[]): Part[] {
  const mixed: Part[] = [];
  for (const choice of choices) {
    const waiting = queues.filter((queue) => queue.length > 0);
    const next = waiting[choice % Math.max(1, waiting.length)]?.shift();
    if (next !== undefined) mixed.push(next);
  }
  return mixed;
}

describe('the assembled response', () => {
  it('joins text and reasoning, and keeps the last finish reason and the last usage', () => {
    expect(
      assemble([
        thought('Hm'),
        { type: 'usage', counts, raw: { first: true } },
        said('Well'),
        thought('.'),
        said(', yes.'),
        { type: 'finish', reason: 'stop' },
        { type: 'usage', counts: { ...counts, completionTokens: 5 }, raw: { last: true } },
      ]),
    ).toEqual({
      content: 'Well, yes.',
      reasoning: 'Hm.',
      toolCalls: [],
      members: {},
      finishReason: 'stop',
      usage: { counts: { ...counts, completionTokens: 5 }, raw: { last: true } },
    });
  });

  it('discards text, reasoning, calls and finish reason at a restart, and keeps the usage', () => {
    const usage = { counts, raw: {} };
    const half = { type: 'tool-call-part', index: 0, id: 'x', name: 'find', argumentsText: '{"a' } as const;
    expect(
      assemble([
        thought('Hm'),
        said('Ha'),
        half,
        { type: 'finish', reason: 'length' },
        { type: 'usage', ...usage },
        { type: 'restart' },
        said('Whole'),
        { ...half, id: 'y', argumentsText: '{}' },
      ]),
    ).toEqual({
      content: 'Whole',
      reasoning: '',
      toolCalls: [{ modelCallId: 'y', name: 'find', argumentsText: '{}' }],
      members: {},
      finishReason: 'unknown',
      usage,
    });
  });

  it('has an unknown finish reason and no usage if the endpoint reported none', () => {
    expect(assemble([said('Yes')])).toMatchObject({
      finishReason: 'unknown',
      usage: null,
    });
  });

  it('may be only reasoning if the model reached its length limit', () => {
    const response = assemble([thought('Hm'), { type: 'finish', reason: 'length' }]);

    expect(response).toMatchObject({ content: '', reasoning: 'Hm', finishReason: 'length' });
  });

  it.each<[string, AIStreamChunk[], RegExp]>([
    ['only a finish reason', [{ type: 'finish', reason: 'length' }], /neither text nor a tool call/],
    ['only reasoning', [thought('Hm'), { type: 'finish', reason: 'stop' }], /neither text nor a tool call/],
    ['blanks', [said(' \n\t\u00a0')], /empty answer/],
    ['invisible characters', [said('\u200b\u2800\u3164\ufeff')], /empty answer/],
    ['a filtered answer', [{ type: 'finish', reason: 'content_filter' }], /content filter/],
    [
      'a call without a name beside text',
      [said('Yes'), part({ argumentsText: '{}' })],
      /without saying which/,
    ],
  ])('is an error with %s', (_, chunks, message) => {
    expect(() => assemble(chunks)).toThrow(
      expect.objectContaining({
        code: expect.stringMatching(/^(protocol|answer-unusable)$/),
        message: expect.stringMatching(message),
      }),
    );
  });

  it('is an error with a code of its own if its text contains a call and it has no real call', () => {
    const text = '<tool_call>{"name":"find"}</tool_call>';

    expect(() => assemble([said(text), FINISH])).toThrow(
      expect.objectContaining({
        code: 'call-as-text',
        message: 'The model wrote a tool call as text, so nothing was done.',
      }),
    );
    expect(assemble([said(text), part({ index: 0, name: 'find' }), FINISH]).content).toBe(text);
  });

  it.each([
    ['a call', '<tool_call>{"name":"find"}</tool_call>', 'next tool call as text, so that call was not made'],
    ['a result', '<tool_response>{"ok":true}</tool_response>', 'made up a tool’s result'],
  ])(
    'with %s as text in a run that has called tools is an error that doesn’t say that nothing was done',
    (_, text, words) => {
      const assembler = createResponseAssembler([FIND], true);
      assembler.add(said(text));

      expect(() => assembler.finish()).toThrow(
        expect.objectContaining({ code: 'call-as-text', message: expect.stringContaining(words) }),
      );
    },
  );

  it('may have the marks of a result if the request offers no tools', () => {
    const assembler = createResponseAssembler([], false);
    assembler.add(said('<tool_response>{"ok":true}</tool_response>'));
    expect(assembler.finish().content).toContain('ok');
  });

  it('never shows the arguments of a call without a name, which may contain page content', () => {
    expect(() => assemble([part({ index: 3, argumentsText: 'secret' })])).toThrow(
      expect.objectContaining({ details: 'call 3, with arguments of 6 characters' }),
    );
  });

  it('is an error that names the endpoint’s finish reason if the answer is empty', () => {
    expect(() => assemble([{ type: 'finish', reason: 'unknown', word: 'OTHER' }])).toThrow(
      expect.objectContaining({ code: 'answer-unusable', details: 'finish reason: OTHER' }),
    );
    expect(() => assemble([{ type: 'finish', reason: 'stop' }])).toThrow(
      expect.objectContaining({ details: 'finish reason: stop' }),
    );
    expect(() => assemble([{ type: 'finish', reason: 'content_filter' }])).toThrow(
      expect.objectContaining({ details: 'finish reason: content_filter' }),
    );
  });

  it.each([
    ['text', 'text', said, MAX_TEXT_LENGTH],
    ['reasoning', 'text', thought, MAX_TEXT_LENGTH],
    ['arguments', 'calls', (text: string) => part({ index: 0, argumentsText: text }), MAX_CALLS_LENGTH],
    ['names', 'calls', (text: string) => part({ index: 0, name: text }), MAX_CALLS_LENGTH],
    ['ids', 'calls', (text: string) => part({ index: 0, id: text }), MAX_CALLS_LENGTH],
  ])('has at most so many characters of %s', (_, of, chunk, limit) => {
    const assembler = createResponseAssembler([FIND], false);
    const half = 'x'.repeat(limit / 2);
    assembler.add(chunk(half));
    assembler.add(chunk(half));
    expect(() => assembler.add(chunk('x'))).toThrow(
      expect.objectContaining({ code: 'protocol', details: expect.stringContaining(of) }),
    );
  });

  it('has at most a thousand calls', () => {
    const assembler = createResponseAssembler([FIND], false);
    for (let count = 0; count < MAX_CALLS; count += 1) assembler.add(part({ name: 'find' }));

    expect(assembler.finish().toolCalls).toHaveLength(1_000);
    expect(() => assembler.add(part({ name: 'find' }))).toThrow(
      expect.objectContaining({
        code: 'protocol',
        message: 'The model made more than 1,000 tool calls at once.',
      }),
    );
  });

  it('rejects an unknown kind of chunk', () => {
    const unknown: AIStreamChunk = JSON.parse('{"type":"audio"}');

    expect(() => createResponseAssembler([FIND], false).add(unknown)).toThrow(
      'Unexpected value: {"type":"audio"}',
    );
  });
});
