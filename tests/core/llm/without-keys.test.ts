import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StewardError } from '@/src/core/errors';
import type { AIRequest, AIService, AIStreamChunk, ModelInfo } from '@/src/core/llm/ai-service';
import { readFinishReason } from '@/src/core/llm/read-finish-reason';
import { type AssembledResponse, createResponseAssembler } from '@/src/core/llm/response-assembler';
import { withoutKeys } from '@/src/core/llm/without-keys';
import { newChatSettings } from '@/src/core/records/chat';
import type { Endpoint } from '@/src/core/records/endpoint';
import { createSecretRemover } from '@/src/core/secrets/secret-filter';
import type { JsonObject } from '@/src/schema/values/json';

const KEY = 'sk-canary-0815';
const endpoint: Endpoint = {
  baseUrl: 'http://host.test/gate-a1b2c3d4e5f6a7b8/v1',
  key: KEY,
  headers: { 'X-Auth': 'Bearer hdr-4711-x' },
};
const SECRETS = [KEY, 'hdr-4711-x', 'gate-a1b2c3d4e5f6a7b8'];
const request: AIRequest = {
  model: 'demo/model',
  messages: [],
  tools: [],
  cacheMarks: [],
  toolChoice: 'auto',
  streaming: true,
  parameters: newChatSettings().parameters,
};

function serviceThat(
  chunks: readonly AIStreamChunk[],
  failure: unknown = null,
  models: ModelInfo[] = [],
): AIService {
  return {
    async *stream() {
      yield* chunks;
      if (failure !== null) throw failure;
    },
    async listModels() {
      if (failure !== null) throw failure;
      return models;
    },
  };
}

async function read(ai: AIService, to = endpoint): Promise<AIStreamChunk[]> {
  const seen: AIStreamChunk[] = [];
  for await (const chunk of ai.stream(to, request, new AbortController().signal)) seen.push(chunk);
  return seen;
}

/** The response assembled from the chunks, or its failure. */
function assembled(chunks: readonly AIStreamChunk[]): AssembledResponse | string {
  const assembler = createResponseAssembler([], false);
  try {
    for (const chunk of chunks) assembler.add(chunk);
    return assembler.finish();
  } catch (error) {
    return error instanceof StewardError ? error.message : String(error);
  }
}

function part(fields: Partial<AIStreamChunk>): AIStreamChunk {
  return {
    type: 'tool-call-part',
    index: 0,
    id: null,
    name: null,
    argumentsText: '',
    ...fields,
  } as AIStreamChunk;
}

const said = (text: string): AIStreamChunk => ({ type: 'content', text });

describe('an answer that contains a secret', () => {
  it.each<[string, AIStreamChunk[], Partial<AssembledResponse>]>([
    ['in its text', [said(`It is ${KEY}.`)], { content: 'It is [key removed].' }],
    ['of a header', [said('Bearer hdr-4711-x')], { content: 'Bearer [key removed]' }],
    ['of its address', [said('POST /gate-a1b2c3d4e5f6a7b8/v1')], { content: 'POST /[key removed]/v1' }],
    [
      'in a call',
      [
        part({ id: `call-${KEY}`, name: 'add_sk-can' }),
        part({ name: 'ary-0815' }),
        part({ argumentsText: '{"pattern":"sk-can' }),
        part({ argumentsText: '\\u0061ry-0815"}' }),
      ],
      {
        toolCalls: [
          {
            modelCallId: 'call-[key removed]',
            name: 'add_[key removed]',
            argumentsText: '{"pattern":"[key removed]"}',
          },
        ],
      },
    ],
    [
      'in its usage',
      [
        said('Hello'),
        {
          type: 'usage',
          counts: {
            promptTokens: 1,
            completionTokens: 2,
            cacheReadInputTokens: 0,
            cacheCreationInputTokens: 0,
          },
          raw: { total_tokens: 3, of: { [KEY]: [`key ${KEY}`] } },
        },
      ],
      {
        usage: expect.objectContaining({
          raw: { total_tokens: 3, of: { '[key removed]': ['key [key removed]'] } },
        }),
      },
    ],
  ])('%s has the placeholder instead', async (_, chunks, expected) => {
    const seen = await read(withoutKeys(serviceThat(chunks)));
    expect(assembled(seen)).toMatchObject(expected);
    expect(JSON.stringify(assembled(seen))).not.toMatch(/canary-0815|hdr-4711-x|gate-a1/);
  });

  it('yields a chunk for each one received, so that a listener knows that the answer has started', async () => {
    const chunks = await read(withoutKeys(serviceThat([said('sk')])));
    expect(chunks).toEqual([said(''), said('sk')]);
  });
});

it('an answer is unchanged if the connection has no relevant secret', async () => {
  const chunks: AIStreamChunk[] = [said('test, ollama, v1'), part({ index: 7, id: 'x', name: 'n' })];
  const plain = { baseUrl: 'http://host.test/v1', key: 'ollama', headers: { 'X-Title': 'test' } };
  expect(await read(withoutKeys(serviceThat(chunks)), plain)).toEqual(chunks);
});

it.each(['stream', 'list'])(
  'an error of a %s contains no secret, and keeps its code and the requested wait',
  async (what) => {
    const failure = new StewardError('protocol', `No ${KEY}.`, {
      remedy: `Not ${KEY}`,
      details: `HTTP 400: ${KEY}`,
      report: { retryAfterMs: 5 },
    });
    const ai = withoutKeys(serviceThat([], failure));
    const failed = what === 'stream' ? read(ai) : ai.listModels(endpoint, new AbortController().signal);
    await expect(failed).rejects.toMatchObject({
      code: 'protocol',
      message: 'No [key removed].',
      remedy: 'Not [key removed]',
      details: 'HTTP 400: [key removed]',
      report: { retryAfterMs: 5 },
    });
  },
);

it('a list of models contains no secret, and keeps its figures', async () => {
  const models = [
    { id: `demo/${KEY}`, ownedBy: `of ${KEY}` },
    { id: 'demo/two', ownedBy: null, contextTokens: 8_192 },
  ];
  expect(
    await withoutKeys(serviceThat([], null, models)).listModels(endpoint, new AbortController().signal),
  ).toEqual([
    { id: 'demo/[key removed]', ownedBy: 'of [key removed]' },
    { id: 'demo/two', ownedBy: null, contextTokens: 8_192 },
  ]);
});

const pieces = fc.constantFrom(
  '',
  'a',
  'go',
  's',
  'sk-',
  'sk-canary',
  '-0815',
  KEY,
  'hdr-4711',
  '-x',
  '{',
  '}',
  '{"a":"',
  '"}',
  '\\u0073',
  'k-canary-0815',
  ' ',
);
const chunks = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constantFrom('content' as const, 'reasoning' as const), text: pieces }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant('tool-call-part' as const),
      index: fc.constantFrom(null, 0, 0, 1),
      id: fc.constantFrom(null, null, 'x', 'y', KEY),
      name: fc.constantFrom(null, null, 'go', 'sk-', 'canary-0815', KEY),
      argumentsText: pieces,
      members: fc.constantFrom({}, { signature: 's' }, { signature: KEY }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('members' as const),
      members: fc.record({ reasoning_content: pieces }),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ type: 'restart' as const }) },
  { weight: 1, arbitrary: fc.constant({ type: 'finish' as const, reason: 'tool_calls' as const }) },
);

it('calls and texts are unchanged except for secrets, in any dialect and wherever they are cut', async () => {
  const { remove } = createSecretRemover(SECRETS);
  await fc.assert(
    fc.asyncProperty(fc.array(chunks, { maxLength: 14 }), async (story) => {
      const whole = assembled(story);
      const expected =
        typeof whole === 'string'
          ? whole
          : {
              ...whole,
              content: remove(whole.content),
              reasoning: remove(whole.reasoning),
              members: JSON.parse(remove(JSON.stringify(whole.members))),
              toolCalls: whole.toolCalls.map(
                (call): JsonObject => ({
                  modelCallId: remove(call.modelCallId),
                  name: remove(call.name),
                  argumentsText: remove(call.argumentsText),
                  ...(call.members && { members: JSON.parse(remove(JSON.stringify(call.members))) }),
                }),
              ),
            };
      expect(assembled(await read(withoutKeys(serviceThat(story))))).toEqual(expected);
    }),
    { numRuns: 3_000 },
  );
});

it('a finish reason contains no part of a key, even if the reason is cut in the middle of the key', async () => {
  const { reason, word } = readFinishReason(`${'x'.repeat(90)}${KEY}`);
  const chunks = await read(withoutKeys(serviceThat([{ type: 'finish', reason, ...(word && { word }) }])));
  expect(assembled(chunks)).toMatch(/empty answer/);
  expect(JSON.stringify(chunks)).toContain('x'.repeat(90));
  expect(JSON.stringify(chunks)).not.toContain(KEY.slice(0, 9));
});
