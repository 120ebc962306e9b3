import { describe, expect, it } from 'vitest';
import { createOpenAIService } from '@/src/background/endpoint/openai-service';
import {
  answerWith,
  answerYes,
  DONE,
  KEY,
  PATIENT,
  REQUEST,
  refuse,
  run,
  start,
  YES,
} from '../../fakes/streamed-response';

describe('a request', () => {
  it('contains the settings, and nothing about the user or the machine', async () => {
    const { raw, endpoint } = await start((reply) => answerWith(reply, DONE));
    const tool = {
      type: 'function' as const,
      function: { name: 'find', description: 'Finds.', parameters: { type: 'object' } },
    };

    await run(endpoint, { request: { ...REQUEST, tools: [tool] } });

    const [seen] = raw.requests;
    expect(seen).toMatchObject({ method: 'POST', path: '/v1/chat/completions' });
    expect(JSON.parse(seen?.body ?? '')).toEqual({
      model: 'demo/one',
      messages: REQUEST.messages,
      tools: [tool],
      stream: true,
      stream_options: { include_usage: true },
    });
    expect(seen?.headers.authorization).toBe(`Bearer ${KEY}`);
    const names = Object.keys(seen?.headers ?? {});
    expect(names.filter((name) => /stainless|openai|cookie|referer/.test(name))).toEqual([]);
    expect(seen?.headers['user-agent']).not.toMatch(/openai/i);
  });

  it('has the login of a server that asks for one, and the key in a header of its own', async () => {
    const { raw, endpoint } = await start((reply) => answerWith(reply, DONE));
    const headers = { Authorization: 'Basic YW5uOnNlY3JldA==', 'x-api-key': KEY };

    await run({ ...endpoint, key: null, headers });

    expect(raw.requests[0]?.headers).toMatchObject({
      authorization: headers.Authorization,
      'x-api-key': KEY,
    });
  });

  it.each([
    ['a temperature of 0', { temperature: 0 }, { temperature: 0 }],
    ['the longest answer', { maxTokens: 800 }, { max_tokens: 800 }],
    ['the effort', { reasoningEffort: 'low' as const }, { reasoning_effort: 'low' }],
  ])('contains %s if it is set', async (_, set, expected) => {
    const { raw, endpoint } = await start((reply) => answerWith(reply, DONE));

    await run(endpoint, { request: { ...REQUEST, parameters: { ...REQUEST.parameters, ...set } } });

    const body = JSON.parse(raw.requests[0]?.body ?? '');
    const names = ['temperature', 'max_tokens', 'max_completion_tokens', 'reasoning_effort'];
    expect(
      Object.fromEntries(names.filter((name) => name in body).map((name) => [name, body[name]])),
    ).toEqual(expected);
  });

  it('is repeated with the other token limit parameter if the model requires it, and the parameter is remembered', async () => {
    const limits = (body: string | undefined) => body?.match(/"max_\w+":\d+/g);
    const { raw, endpoint } = await start((reply, request) => {
      if (!request.body.includes('"max_tokens"')) return answerYes(reply);
      reply.head(400);
      const message =
        "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.";
      return answerWith(reply, JSON.stringify({ error: { message, code: 'unsupported_parameter' } }));
    });
    const service = createOpenAIService(PATIENT);
    const request = { ...REQUEST, parameters: { ...REQUEST.parameters, maxTokens: 800 } };

    for (let round = 0; round < 2; round += 1) {
      const chunks = [];
      for await (const chunk of service.stream(endpoint, request, new AbortController().signal))
        chunks.push(chunk);
      expect(chunks).toEqual(YES);
    }

    expect(raw.requests.map(({ body }) => limits(body))).toEqual([
      ['"max_tokens":800'],
      ['"max_completion_tokens":800'],
      ['"max_completion_tokens":800'],
    ]);
  });

  it.each([
    [
      'OpenAI’s words',
      400,
      { error: { message: "Unknown parameter: 'stream_options'.", param: 'stream_options' } },
    ],
    ['Mistral’s words', 422, { message: { detail: [{ loc: ['body', 'stream_options', 'include_usage'] }] } }],
  ])(
    'goes without a request for usage to an endpoint that refuses that, also later and beside another: %s',
    async (_, status, body) => {
      const { raw, endpoint } = await start(async (reply, request) => {
        if (!request.body.includes('stream_options')) return answerYes(reply);
        reply.head(status);
        await answerWith(reply, JSON.stringify(body));
      });
      const service = createOpenAIService(PATIENT);
      const send = async () => {
        const chunks = [];
        for await (const chunk of service.stream(endpoint, REQUEST, new AbortController().signal))
          chunks.push(chunk);
        return chunks;
      };

      const all = [...(await Promise.all([send(), send()])), await send()];

      expect(all).toEqual(Array(3).fill(YES));
      expect(raw.requests.filter(({ body }) => body.includes('stream_options'))).toHaveLength(2);
      expect(raw.requests).toHaveLength(5);
    },
  );

  it('is not repeated with the other parameter after any other refusal', async () => {
    const { raw, endpoint } = await start((reply) => {
      return refuse(reply, 400, 'max_tokens is too large');
    });
    const request = { ...REQUEST, parameters: { ...REQUEST.parameters, maxTokens: 800 } };

    expect((await run(endpoint, { request })).error?.code).toBe('setting-refused');
    expect(raw.requests).toHaveLength(1);
  });

  it('carries the connection’s extra headers beside the key', async () => {
    const { raw, endpoint } = await start((reply) => answerWith(reply, DONE));
    const headers = { 'X-Team': 'blue', 'x-gate': 'Bearer 7' };

    await run({ ...endpoint, headers });
    await createOpenAIService(PATIENT)
      .listModels({ ...endpoint, headers, key: null }, new AbortController().signal)
      .catch(() => []);

    expect(raw.requests[0]?.headers).toMatchObject({ 'x-team': 'blue', authorization: `Bearer ${KEY}` });
    expect(raw.requests[1]?.headers).toMatchObject({ 'x-team': 'blue', 'x-gate': 'Bearer 7' });
    expect(raw.requests[1]?.headers).not.toHaveProperty('authorization');
  });

  it('has no tools and no Authorization if there are none', async () => {
    const { raw, endpoint } = await start((reply) => answerWith(reply, DONE));

    await run({ ...endpoint, key: null });

    expect(raw.requests[0]?.headers).not.toHaveProperty('authorization');
    expect(JSON.parse(raw.requests[0]?.body ?? '')).not.toHaveProperty('tools');
  });

  it.each([
    ['an empty key', { key: '' }, 'auth'],
    ['a key with a line break', { key: `${KEY}\n` }, 'auth'],
    ['a key with non-ASCII letters', { key: `${KEY}é` }, 'auth'],
    ['an invalid address', { baseUrl: 'model server' }, 'wrong-address'],
    ['an address with another scheme', { baseUrl: 'file:///v1' }, 'wrong-address'],
    ['a password in the address', { baseUrl: `http://me:${KEY}@127.0.0.1/v1` }, 'wrong-address'],
  ])('is not sent with %s', async (_, wrong, code) => {
    const { raw, endpoint } = await start((reply) => answerWith(reply, DONE));

    const { error } = await run({ ...endpoint, ...wrong });

    expect(error?.code).toBe(code);
    expect(JSON.stringify({ ...error, text: String(error) })).not.toContain(KEY);
    expect(raw.requests).toEqual([]);
  });
});
