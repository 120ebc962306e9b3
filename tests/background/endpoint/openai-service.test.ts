import { describe, expect, it } from 'vitest';
import { createOpenAIService } from '@/src/background/endpoint/openai-service';
import { createResponseAssembler } from '@/src/core/llm/response-assembler';
import type { RawReply } from '../../fakes/raw-endpoint';
import {
  answerWith,
  DONE,
  delta,
  event,
  KEY,
  PATIENT,
  REQUEST,
  run,
  runWith,
  start,
  TIMEOUT_MS,
} from '../../fakes/streamed-response';

const USAGE = { prompt_tokens: 1, completion_tokens: 1 };

describe('a response', () => {
  it('streams reasoning, text, split calls and usage', async () => {
    const usage = {
      prompt_tokens: 100,
      completion_tokens: 7,
      total_tokens: 107,
      prompt_tokens_details: { cached_tokens: 60 },
    };
    const { chunks, error } = await runWith((reply) =>
      answerWith(
        reply,
        delta({ role: 'assistant', reasoning_content: 'Let me ' }) + delta({ reasoning: 'look.' }),
        delta({ content: 'One ' }),
        delta({ content: 'moment.' }),
        delta({ tool_calls: [{ index: 0, id: 'call_0', function: { name: 'find', arguments: '{"text"' } }] }),
        delta({ tool_calls: [{ index: 0, function: { arguments: ':"a"}' } }] }),
        delta({ tool_calls: [{ index: 1, id: 'call_0', function: { name: 'save', arguments: '{}' } }] }),
        delta({}, 'tool_calls'),
        event({ choices: [], usage }) + DONE,
      ),
    );

    expect(error).toBeNull();
    const assembler = createResponseAssembler([], false);
    for (const chunk of chunks) assembler.add(chunk);
    expect(assembler.finish()).toEqual({
      content: 'One moment.',
      reasoning: 'Let me look.',
      toolCalls: [
        { modelCallId: 'call_0', name: 'find', argumentsText: '{"text":"a"}' },
        { modelCallId: 'call_0', name: 'save', argumentsText: '{}' },
      ],
      members: { reasoning_content: 'Let me ', reasoning: 'look.' },
      finishReason: 'tool_calls',
      usage: {
        counts: {
          promptTokens: 40,
          completionTokens: 7,
          cacheReadInputTokens: 60,
          cacheCreationInputTokens: 0,
        },
        raw: usage,
      },
    });
  });

  it('decodes characters that are split between packets, byte by byte', async () => {
    const text = 'Grüße, 世界 🙂';
    const { chunks, error } = await runWith((reply) => {
      const bytes = new TextEncoder().encode(delta({ content: text }, 'stop'));
      const from = bytes.findIndex((byte) => byte > 127);
      const single = [...bytes.slice(from, from + 25)].map((byte) => Uint8Array.of(byte));
      return answerWith(reply, bytes.slice(0, from), ...single, bytes.slice(from + 25), DONE);
    });

    expect(error).toBeNull();
    expect(chunks[0]).toEqual({ type: 'content', text });
  });

  it.each([
    ['a byte order mark', `\ufeff${delta({ content: 'Yes' }, 'stop')}${DONE}`],
    ['no [DONE] after a finish reason', delta({ content: 'Yes' }, 'stop')],
    [
      'the usage in place of a finish reason',
      delta({ content: 'Yes' }) + event({ choices: [], usage: USAGE }) + DONE,
    ],
    ['the usage alone at the end', delta({ content: 'Yes' }) + event({ choices: [], usage: USAGE })],
    ...['[DONE] ', '"[DONE]"', '[done]', ' [Done]'].map((mark): [string, string] => [
      `the end mark ${JSON.stringify(mark)}`,
      `${delta({ content: 'Yes' }, 'stop')}data: ${mark}\n\n${delta({ content: 'No' })}`,
    ]),
    ['[DONE] without a space or line end', `${delta({ content: 'Yes' }, 'stop')}data:[DONE]`],
  ])('is complete with %s', async (_, body) => {
    const { chunks, error } = await runWith((reply) => answerWith(reply, body));

    expect(error).toBeNull();
    expect(chunks[0]).toEqual({ type: 'content', text: 'Yes' });
  });

  const CALL = { index: 0, id: 'x', function: { name: 'save', arguments: '{}' } };

  it.each([
    ['text and [DONE]', delta({ content: 'Yes' }) + DONE],
    ['text', delta({ content: 'Yes' })],
    ['a complete call and [DONE]', delta({ tool_calls: [CALL] }) + DONE],
    ['text after its finish reason', delta({ content: 'Y' }, 'stop') + delta({ content: 'es' })],
    [
      'a usage in each event',
      event({ choices: [{ index: 0, delta: { content: 'Yes' } }], usage: USAGE }) + DONE,
    ],
    ['only the end mark', DONE],
  ])('that ends after %s, without a finish reason and usage → fails as broken off', async (_, body) => {
    const { error } = await runWith((reply) => answerWith(reply, body));

    expect(error).toMatchObject({ code: 'network', message: expect.stringContaining('broke off') });
  });

  it.each([
    ['text and [DONE]', delta({ content: 'Yes' }) + DONE, null],
    ['text', delta({ content: 'Yes' }), null],
    ['a call', delta({ content: 'Yes' }) + delta({ tool_calls: [CALL] }) + DONE, 'network'],
    ['nothing', DONE, 'network'],
  ])('of an endpoint that states no end, after %s → error: %s', async (_, body, code) => {
    const { endpoint } = await start((reply) => answerWith(reply, body));
    const noted = await run({ ...endpoint, endsBare: REQUEST.model });
    const other = await run({ ...endpoint, endsBare: 'another/model' });

    expect(noted.error?.code ?? null).toBe(code);
    if (code === null)
      expect(noted.chunks.at(-1)).toEqual({ type: 'finish', reason: 'unknown', isAssumed: true });
    expect(other.error).toMatchObject({ code: 'network' });
  });

  it('of an endpoint that states no end, cut by the network → fails as broken off', async () => {
    const { endpoint } = await start(async (reply) => {
      await reply.write(delta({ content: 'Yes' }));
      reply.cut();
    });

    expect((await run({ ...endpoint, endsBare: REQUEST.model })).error).toMatchObject({ code: 'network' });
  });

  it('that may be two answers, cut after the finish reason → error', async () => {
    const cut = delta({ tool_calls: [{ ...CALL, function: { name: 'save', arguments: '{"p' } }] });
    expect(
      (
        await runWith(async (reply) => {
          await reply.write(cut + delta({ tool_calls: [CALL] }) + delta({}, 'tool_calls'));
          reply.cut();
        })
      ).error,
    ).toMatchObject({ code: 'answer-unclear' });
  });

  it('is complete if the end mark is split between packets', async () => {
    expect(
      (
        await runWith((reply) =>
          answerWith(reply, delta({ content: 'Yes' }, 'stop'), 'da', 'ta: [DO', 'NE]\n\n'),
        )
      ).error,
    ).toBeNull();
  });

  it('stays complete if the connection is cut after the finish reason', async () => {
    const { chunks, error } = await runWith(async (reply) => {
      await reply.write(delta({ content: 'Yes' }, 'stop'));
      reply.cut();
    });

    expect(error).toBeNull();
    expect(chunks.at(-1)).toEqual({ type: 'finish', reason: 'stop' });
  });
});

describe('the list of models', () => {
  const { signal } = new AbortController();

  it('comes from GET /models, in order, each once', async () => {
    const { raw, endpoint } = await start((reply) => {
      reply.head(200, { 'content-type': 'application/json' });
      const data = [{ id: 'b', owned_by: 'demo' }, { id: 'a' }, { id: 'b', owned_by: 'other' }];
      return answerWith(reply, JSON.stringify({ object: 'list', data }));
    });

    const models = await createOpenAIService(PATIENT).listModels({ ...endpoint, key: null }, signal);

    expect(models).toEqual([
      { id: 'b', ownedBy: 'demo' },
      { id: 'a', ownedBy: null },
    ]);
    expect(raw.requests[0]).toMatchObject({ method: 'GET', path: '/v1/models' });
    expect(raw.requests[0]?.headers).not.toHaveProperty('authorization');
  });

  it('is read page by page, and ends with the first page that has no new model', async () => {
    const pages = [
      { data: [{ id: 'a' }, { id: 'b' }], has_more: true },
      { data: [{ id: 'c' }], next: 'https://other.example/v1/models?page=3' },
      { data: [{ id: 'c' }], has_more: true },
    ];
    const { raw, endpoint } = await start((reply) => {
      reply.head(200);
      return answerWith(reply, JSON.stringify(pages[raw.requests.length - 1] ?? {}));
    });

    const models = await createOpenAIService(PATIENT).listModels(endpoint, signal);

    expect(models.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(raw.requests.map(({ path }) => path)).toEqual([
      '/v1/models',
      '/v1/models?after=b&after_id=b',
      '/v1/models?page=3',
    ]);
  });

  it('ends before a page that fails', async () => {
    const { raw, endpoint } = await start((reply) => {
      const isFirst = raw.requests.length === 1;
      reply.head(isFirst ? 200 : 400);
      return answerWith(reply, isFirst ? '{"data":[{"id":"a"}],"has_more":true}' : '{"error":"What page?"}');
    });

    const models = await createOpenAIService(PATIENT).listModels(endpoint, signal);

    expect(models.map(({ id }) => id)).toEqual(['a']);
  });

  it.each([
    ['401', 401, `{"error":{"message":"wrong key ${KEY}"}}`, 'auth'],
    ['404', 404, 'no such path: /v1/models', 'wrong-address'],
    ['an HTML page', 200, `<p>${KEY}</p>`, 'protocol'],

    ['an error with 200', 200, '{"error":{"message":"Wait","code":429}}', 'rate-limit'],
  ])('fails with a clear error for %s', async (_, status, body, code) => {
    const { endpoint } = await start((reply) => {
      reply.head(status);
      return answerWith(reply, body);
    });

    const failure = await createOpenAIService(PATIENT)
      .listModels(endpoint, signal)
      .catch((error: unknown) => error);

    expect(failure).toMatchObject({ name: 'StewardError', code });
    expect(JSON.stringify(failure)).not.toContain(KEY);
  });

  it.each([
    ['silent', { ...PATIENT, firstByteTimeoutMs: TIMEOUT_MS }, () => {}, 'timeout'],
    ['cut', PATIENT, (reply: RawReply) => reply.write('{"data":[').then(reply.cut), 'network'],
  ] as const)('fails with a clear error if the endpoint is %s', async (_, deps, script, code) => {
    const { endpoint } = await start(script);

    await expect(createOpenAIService(deps).listModels(endpoint, signal)).rejects.toMatchObject({ code });
  });

  it('fails after the caller’s time limit', async () => {
    const { endpoint } = await start(() => {});

    const failure = createOpenAIService(PATIENT).listModels(endpoint, AbortSignal.timeout(TIMEOUT_MS));

    await expect(failure).rejects.toMatchObject({
      code: 'timeout',
      message: expect.stringContaining('too long'),
    });
  });

  it('can be stopped', async () => {
    const stop = new AbortController();
    const { endpoint } = await start(() => stop.abort());

    await expect(createOpenAIService(PATIENT).listModels(endpoint, stop.signal)).rejects.toMatchObject({
      code: 'aborted',
    });
  });
});
