import { describe, expect, it } from 'vitest';
import type { RawReply } from '../../fakes/raw-endpoint';
import { answerWith, closedOf, DONE, KEY, REQUEST, run, runWith, start } from '../../fakes/streamed-response';

const WHOLE = { ...REQUEST, streaming: false };
const json =
  (body: unknown, status = 200) =>
  (reply: RawReply) => {
    reply.head(status, { 'content-type': 'application/json' });
    return answerWith(reply, JSON.stringify(body));
  };
const completion = (message: unknown) => ({ choices: [{ index: 0, message, finish_reason: 'stop' }] });

describe('a response that isn’t streamed', () => {
  it('is requested whole and yields the same chunks as a stream', async () => {
    const usage = { prompt_tokens: 5, completion_tokens: 2 };
    const { raw, chunks, error } = await runWith(json({ ...completion({ content: 'Yes' }), usage }), {
      request: WHOLE,
    });

    expect(error).toBeNull();
    expect(chunks).toEqual([
      { type: 'content', text: 'Yes' },
      { type: 'finish', reason: 'stop' },
      {
        type: 'usage',
        counts: {
          promptTokens: 5,
          completionTokens: 2,
          cacheReadInputTokens: 0,
          cacheCreationInputTokens: 0,
        },
        raw: usage,
      },
    ]);
    expect(JSON.parse(raw.requests[0]?.body ?? '')).toEqual({
      model: 'demo/one',
      messages: REQUEST.messages,
      stream: false,
    });
  });

  it('may have any content type', async () => {
    expect(
      (
        await runWith((reply) => answerWith(reply, JSON.stringify(completion({ content: 'Yes' }))), {
          request: WHOLE,
        })
      ).chunks,
    ).toHaveLength(2);
  });

  it.each([
    ['a status', json({ error: { message: 'No' } }, 401), 'auth', 'HTTP 401: No'],
    [
      'an error with 200',
      json({ error: { message: 'Busy', code: 429 } }),
      'rate-limit',
      'inside the answer: Busy',
    ],

    [
      'an HTML page',
      (reply: RawReply) => answerWith(reply, `<p>${KEY}</p>`),
      'wrong-address',
      '[key removed]',
    ],

    ['invalid fields', json(completion({ tool_calls: 'find' })), 'protocol', 'tool_calls'],

    [
      'part of an answer',
      (reply: RawReply) => reply.write('{"choices":[').then(reply.cut),
      'network',
      'terminated',
    ],
  ] as const)('fails with a clear error for %s', async (_, script, code, details) => {
    const { chunks, error } = await runWith(script, { request: WHOLE });

    expect(chunks).toEqual([]);
    expect(error).toMatchObject({ code, details: expect.stringContaining(details) });
  });

  it.each([
    ['before its first byte', 0],
    ['while its chunks are read', 1],
    ['with its last chunk', 2],
  ])('can be stopped %s', async (_, chunkCount) => {
    const stop = new AbortController();
    const { raw, endpoint } = await start((reply) => {
      if (chunkCount === 0) stop.abort();
      else return json(completion({ content: 'Yes' }))(reply);
    });
    let seen = 0;
    const onChunk = () => {
      seen += 1;
      if (seen === chunkCount) stop.abort();
    };

    const { chunks, error } = await run(endpoint, { request: WHOLE, signal: stop.signal, onChunk });

    expect(chunks).toHaveLength(chunkCount);
    expect(error?.code).toBe('aborted');
    await closedOf(raw);
  });
});

describe('the tool choice', () => {
  const tools = [
    {
      type: 'function' as const,
      function: { name: 'find', description: 'Finds.', parameters: { type: 'object' } },
    },
  ];
  const find = { type: 'function' as const, function: { name: 'find' } };

  it.each([
    ['is left out if it is the default', { tools, toolChoice: 'auto' as const }, { tools }],
    ['forbids', { tools, toolChoice: 'none' as const }, { tools, tool_choice: 'none' }],
    ['names one', { tools, toolChoice: find }, { tools, tool_choice: find }],
    ['is left out if there are no tools', { tools: [], toolChoice: 'none' as const }, {}],
  ])('%s, streamed or not', async (_, fields, sent) => {
    const { raw, endpoint } = await start((reply) => answerWith(reply, DONE));

    await run(endpoint, { request: { ...REQUEST, ...fields } });
    await run(endpoint, { request: { ...WHOLE, ...fields } });

    for (const { body } of raw.requests) {
      const { tools: seenTools, tool_choice } = JSON.parse(body);
      expect(JSON.parse(JSON.stringify({ tools: seenTools, tool_choice }))).toEqual(sent);
    }
    expect(raw.requests).toHaveLength(2);
  });
});

describe('an error nested deeper than the stack', () => {
  const deep = `${'['.repeat(30_000)}${']'.repeat(30_000)}`;

  it.each([
    ['in the stream', `data: {"error":${deep}}\n\n`, REQUEST, 'server'],
    ['in a body', `{"error":{"more":${deep}}}`, WHOLE, 'server'],
  ])('is reported as a failure of the endpoint: %s', async (_, body, request, code) => {
    expect((await runWith((reply) => answerWith(reply, body), { request })).error).toMatchObject({ code });
  });
});
