import { describe, expect, it } from 'vitest';
import { createOpenAIService } from '@/src/background/endpoint/openai-service';
import type { AIRequest, AIStreamChunk } from '@/src/core/llm/ai-service';
import type { Endpoint, WireName } from '@/src/core/records/endpoint';
import type { ApiMessage } from '@/src/schema/api-message';
import type { RawReply, SeenRequest } from '../../fakes/raw-endpoint';
import { answerWith, answerYes, PATIENT, REQUEST, refuse, start } from '../../fakes/streamed-response';

const event = (value: { type: string } & Record<string, unknown>) =>
  `event: ${value.type}\ndata: ${JSON.stringify(value)}\n\n`;

const COMPLETED = event({ type: 'response.completed', response: { output: [] } });

/** Answers `Yes` in the form of the API that was asked. */
function answer(reply: RawReply, { path }: SeenRequest): Promise<void> {
  if (!path.endsWith('/responses')) return answerYes(reply);
  return answerWith(reply, event({ type: 'response.output_text.delta', delta: 'Yes' }), COMPLETED);
}

const TOOL = {
  type: 'function' as const,
  function: { name: 'find', description: 'Finds.', parameters: { type: 'object' } },
};

const OPENAI =
  "Function tools with reasoning_effort are not supported for demo/one in /v1/chat/completions. To use function tools, use /v1/responses or set reasoning_effort to 'none'.";

/** Sends this request so many times to an endpoint. */
async function send(
  script: (reply: RawReply, request: SeenRequest) => void | Promise<void>,
  request: Partial<AIRequest> = {},
  settings: Partial<Endpoint> = {},
  times = 1,
) {
  const { raw, endpoint } = await start(script);
  const noted: [string, WireName][] = [];
  const onWire = async (_: Endpoint, model: string, wire: WireName) => void noted.push([model, wire]);
  const service = createOpenAIService({ ...PATIENT, onWire });
  const chunks: AIStreamChunk[] = [];
  let error: unknown = null;
  for (let time = 0; time < times; time += 1) {
    try {
      const signal = new AbortController().signal;
      for await (const chunk of service.stream(
        { ...endpoint, ...settings },
        { ...REQUEST, ...request },
        signal,
      ))
        chunks.push(chunk);
    } catch (failure) {
      error = failure;
    }
  }
  return {
    paths: raw.requests.map(({ path }) => path.replace('/v1/', '')),
    bodies: raw.requests.map(({ body }) => JSON.parse(body)),
    text: chunks.flatMap((chunk) => (chunk.type === 'content' ? chunk.text : [])).join(' '),
    chunks,
    error,
    noted,
  };
}

/** Refuses chat completions with this status and message. */
const refusesChat = (status: number, words: string) => (reply: RawReply, request: SeenRequest) =>
  request.path.endsWith('/responses') ? answer(reply, request) : refuse(reply, status, words);

const CHAT = 'chat/completions';

describe('the other API is used, and is remembered for the endpoint and model, if chat completions are refused', () => {
  it.each<[string, number, string]>([
    ['by OpenAI', 400, OPENAI],
    [
      'with other words of OpenAI',
      400,
      'This model is only supported in v1/responses and not in v1/chat/completions.',
    ],
    ['by the name of the API', 422, 'Tools with reasoning need the Responses API.'],
    ['by the name of the endpoint', 404, "Please use the 'responses' endpoint for this model."],
    ['by the names of both', 400, 'Chat Completions can’t do that. Responses can.'],
    [
      'by a proxy with its own status',
      500,
      `litellm.BadRequestError: OpenAIException - {"error":{"message":"${OPENAI}"}}`,
    ],
    ['by a gateway', 502, `Provider returned error: ${OPENAI}`],
    ['because there are none', 404, 'Not Found'],
    ['because the method isn’t allowed', 405, 'Method Not Allowed'],
  ])('%s', async (_, status, words) => {
    const { paths, text, error, noted } = await send(refusesChat(status, words), { tools: [TOOL] }, {}, 2);
    expect({ paths, text, error, noted }).toEqual({
      paths: [CHAT, 'responses', 'responses'],
      text: 'Yes Yes',
      error: null,
      // Told again: only the store knows if it was stored.
      noted: Array(2).fill(['demo/one', 'responses']),
    });
  });

  it('inside an answer that has not begun', async () => {
    const inside = `data: ${JSON.stringify({ error: { message: OPENAI } })}\n\n`;
    const script = (reply: RawReply, request: SeenRequest) =>
      request.path.endsWith('/responses') ? answer(reply, request) : answerWith(reply, inside);
    expect(await send(script)).toMatchObject({ paths: [CHAT, 'responses'], text: 'Yes', error: null });
  });

  it('before any other adaptation', async () => {
    const messages: ApiMessage[] = [
      { role: 'user', content: 'Go.' },
      { role: 'assistant', content: 'So.', members: { reasoning: 'Hm.' } },
      { role: 'user', content: 'And?' },
    ];
    const { paths } = await send(refusesChat(400, OPENAI), { messages });
    expect(paths).toEqual([CHAT, 'responses']);
  });
});

describe('the first refusal is reported, once, if the endpoint lacks the other API', () => {
  it.each<[string, number, string]>([
    ['404', 404, 'Not Found'],
    ['405', 405, 'Method Not Allowed'],
    ['501', 501, 'Not Implemented'],
    ['400 in a proxy’s words', 400, 'Unsupported path /v1/responses'],
  ])('with %s', async (_, status, words) => {
    const script = (reply: RawReply, { path }: SeenRequest) =>
      path.endsWith('/responses') ? refuse(reply, status, words) : refuse(reply, 400, OPENAI);
    const { paths, error, noted } = await send(script);
    expect({ paths, noted }).toEqual({ paths: [CHAT, 'responses'], noted: [] });
    expect(error).toMatchObject({ details: expect.stringContaining(OPENAI.slice(0, 40)) });
  });
});

it.each([
  ['the model is missing', 404, 'The model `demo/one` does not exist.'],
  ['the request has another fault', 400, 'max_tokens is too large'],
  ['the key is wrong', 401, 'Incorrect key. See https://x.test/v1/responses.'],
])('chat completions stay if %s', async (_, status, words) => {
  expect((await send(refusesChat(status, words))).paths).toEqual([CHAT]);
});

it('chat completions are used again if the endpoint has no Responses API any more', async () => {
  const script = (reply: RawReply, request: SeenRequest) =>
    request.path.endsWith('/responses') ? refuse(reply, 404, 'Not Found') : answer(reply, request);
  const { paths, text, noted } = await send(script, {}, { responsesModels: ['demo/one'] }, 2);
  expect({ paths, text }).toEqual({ paths: ['responses', CHAT, CHAT], text: 'Yes Yes' });
  expect(noted[0]).toEqual(['demo/one', 'chat']);
});

it.each<[WireName, string]>([
  ['chat', CHAT],
  ['responses', 'responses'],
])('only the API that the user chose is used: %s', async (wire, path) => {
  const script = (reply: RawReply) => refuse(reply, 404, 'Use /v1/responses or /v1/chat/completions.');
  const { paths, error } = await send(script, {}, { wire });
  expect(paths).toEqual([path]);
  expect(error).not.toBeNull();
});

it('an API that is stored for another model is not used', async () => {
  expect((await send(answer, {}, { responsesModels: ['demo/two'] })).paths).toEqual([CHAT]);
});

const USES = { wire: 'responses' } as const;

describe('a request to the Responses API', () => {
  it('has the conversation in its items, and no member of chat completions', async () => {
    const call = { id: 'a', type: 'function' as const, function: { name: 'find', arguments: '{}' } };
    const reasoning = { type: 'reasoning', summary: [], encrypted_content: 'r' };
    const messages: ApiMessage[] = [
      { role: 'system', content: 'S' },
      { role: 'system', content: 'T' },
      { role: 'user', content: 'Look.', images: [{ id: 'i', name: 'a.png', width: 1, height: 1 } as never] },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ ...call, members: { extra_content: {} } }],
        members: {
          reasoning_content: 'Hm.',
          response_items: [reasoning, { type: 'function_call' }],
        },
      },
      { role: 'tool', tool_call_id: 'a', content: 'Found.' },
    ];
    const { bodies } = await send(
      answer,
      {
        messages,
        tools: [TOOL],
        toolChoice: { type: 'function', function: { name: 'find' } },
        cacheMarks: [0],
        imageUrls: new Map([['i', 'data:image/png;base64,AA==']]),
        parameters: { ...REQUEST.parameters, maxTokens: 100, temperature: 0, reasoningEffort: 'low' },
      },
      USES,
    );
    expect(bodies).toEqual([
      {
        model: 'demo/one',
        store: false,
        stream: true,
        instructions: 'S\n\nT',
        input: [
          {
            type: 'message',
            role: 'user',
            content: [
              { type: 'input_text', text: 'Look.' },
              { type: 'input_image', image_url: 'data:image/png;base64,AA==' },
            ],
          },
          reasoning,
          { type: 'function_call', call_id: 'a', name: 'find', arguments: '{}' },
          { type: 'function_call_output', call_id: 'a', output: 'Found.' },
        ],
        tools: [{ type: 'function', ...TOOL.function, strict: false }],
        tool_choice: { type: 'function', name: 'find' },
        temperature: 0,
        max_output_tokens: 100,
        reasoning: { effort: 'low', summary: 'auto' },
        include: ['reasoning.encrypted_content'],
      },
    ]);
  });

  it.each<[string, string, (body: Record<string, unknown>) => unknown]>([
    [
      'summaries',
      'Your organization must be verified to generate reasoning summaries.',
      ({ reasoning }) => reasoning,
    ],
    ['encrypted reasoning', 'Encrypted content is not supported with this model.', ({ include }) => include],
  ])('goes without %s to a model that refuses them, also later', async (_, words, part) => {
    const script = (reply: RawReply, request: SeenRequest) =>
      part(JSON.parse(request.body)) === undefined ? answer(reply, request) : refuse(reply, 400, words);
    const { bodies, text } = await send(script, {}, USES, 2);
    expect(text).toBe('Yes Yes');
    expect(bodies.map((body) => part(body) !== undefined)).toEqual([true, false, false]);
  });

  const answered = (id: string): ApiMessage[] => [
    { role: 'user', content: id },
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id, type: 'function', function: { name: 'find', arguments: '{}' } }],
      members: {
        response_items: [
          { type: 'reasoning', summary: [], encrypted_content: `r-${id}` },
          { type: 'function_call' },
        ],
      },
    },
    { role: 'tool', tool_call_id: id, content: 'Done.' },
  ];

  it.each([
    ['of earlier tasks', 'r-a', [['r-a', 'r-b'], ['r-b']]],
    ['of all tasks', 'r-b', [['r-a', 'r-b'], ['r-b'], []]],
  ])(
    'goes without the reasoning %s that can’t be verified, and the next one has it again',
    async (_, unknown, sent) => {
      const words = `The encrypted content for item rs_1 could not be verified. ${unknown}`;
      const script = (reply: RawReply, request: SeenRequest) =>
        request.body.includes(`"${unknown}"`) ? refuse(reply, 400, words) : answer(reply, request);
      const messages = [...answered('a'), ...answered('b')];
      const { bodies, text } = await send(script, { messages }, USES, 2);
      expect(text).toBe('Yes Yes');
      const reasoning = bodies.map(({ input }) =>
        input.flatMap(({ encrypted_content: content }: Record<string, unknown>) => content ?? []),
      );
      expect(reasoning).toEqual([...sent, ...sent]);
    },
  );
});

describe('an answer of the Responses API', () => {
  it('is read if it isn’t streamed', async () => {
    const output = [{ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Yes' }] }];
    const script = (reply: RawReply) => {
      reply.head(200, { 'content-type': 'application/json' });
      return answerWith(
        reply,
        JSON.stringify({ object: 'response', status: 'completed', error: null, output }),
      );
    };
    const { text, bodies } = await send(script, { streaming: false }, USES);
    expect([text, bodies[0].stream]).toEqual(['Yes', false]);
  });

  it.each([
    ['no last event', event({ type: 'response.output_text.delta', delta: 'Ye' }), 'network'],
    [
      'only the mark for the end',
      `${event({ type: 'response.output_text.delta', delta: 'Ye' })}data: [DONE]\n\n`,
      'network',
    ],
    [
      'a failure',
      event({ type: 'response.failed', response: { error: { code: 'server_error', message: 'Bad.' } } }),
      'server',
    ],
    ['an error', event({ type: 'error', code: 'rate_limit_exceeded', message: 'Slow down.' }), 'rate-limit'],
    ['a page', '<!doctype html><title>Proxy</title>', 'wrong-address'],
  ])('with %s fails', async (_, body, code) => {
    expect((await send((reply) => answerWith(reply, body), {}, USES)).error).toMatchObject({ code });
  });
});
