import { describe, expect, it } from 'vitest';
import { createOpenAIService } from '@/src/background/endpoint/openai-service';
import type { StewardError } from '@/src/core/errors';
import { isRetryable } from '@/src/core/llm/retry-policy';
import { notAllowedError } from '@/src/core/llm/transport-error';
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
} from '../../fakes/streamed-response';

async function errorOf(script: (reply: RawReply) => void | Promise<void>): Promise<StewardError> {
  const { error } = await runWith(script);
  if (error === null) throw new Error('The stream ended well.');
  return error;
}

describe('a failed request', () => {
  const json = { 'content-type': 'application/json' };
  const status =
    (code: number, body: unknown, headers: Record<string, string> = {}) =>
    (reply: RawReply) => {
      reply.head(code, { ...json, ...headers });
      return answerWith(reply, JSON.stringify(body));
    };

  it.each([
    ['Basic realm="team"', 'asks for a user name and a password'],
    ['Bearer', 'key'],
  ])('with status 401 that asks for %s says so', async (asked, words) => {
    const { endpoint } = await start(status(401, {}, { 'www-authenticate': asked }));
    const { error } = await run(endpoint);
    expect(error?.code).toBe('auth');
    expect(error?.message).toContain(words);
  });

  it.each([
    [
      '401',
      status(401, { error: { message: `Incorrect API key provided: ${KEY}` } }),
      'auth',
      'Incorrect API key',
    ],

    [
      '404 for the model',
      status(404, { error: { message: "model 'demo/one' not found" } }),
      'model-not-found',
      'demo/one',
    ],

    [
      '429',
      status(429, { error: { message: 'Slow down' } }, { 'retry-after': '7' }),
      'rate-limit',
      'Slow down',
    ],
    ['500', status(500, { error: { message: 'Out of memory' } }), 'server', 'HTTP 500: Out of memory'],
    ['503 with a retry hint', status(503, {}, { 'x-should-retry': 'true' }), 'server', 'HTTP 503'],

    [
      'HTML with 200',
      (reply: RawReply) => answerWith(reply, '<html>\n<p>Sign in</p></html>'),
      'wrong-address',
      'Sign in',
    ],
    ['JSON with 200', status(200, { choices: [{ message: { content: 'Hi' } }] }), 'wrong-address', '"Hi"'],
    ['an error with 200', status(200, { error: { message: 'Busy', code: 429 } }), 'rate-limit', 'Busy'],
    [
      'a failure with 200',
      status(200, { error: { message: 'Failed', type: 'server_error' } }),
      'server',
      'Failed',
    ],
    [
      'an event that is not JSON',
      (reply: RawReply) => answerWith(reply, 'data: {oops}\n\n', DONE),
      'answer-unusable',
      null,
    ],

    ['an empty body', (reply: RawReply) => answerWith(reply, ''), 'network', 'HTTP 200'],
    ['204', status(204, {}), 'network', 'HTTP 204'],
    ['304', status(304, {}), 'protocol', 'HTTP 304'],
    [
      'only a comment',
      (reply: RawReply) => answerWith(reply, ': hi\n\n'),
      'network',
      'without a finish reason',
    ],
  ] as const)('gets its error from the response: %s', async (_, script, code, details) => {
    const { raw, error } = await runWith(script);

    expect(error?.code).toBe(code);
    if (details !== null) expect(error?.details).toContain(details);
    expect(error?.message).toContain(new URL(raw.baseUrl).host);
    expect(raw.requests).toHaveLength(1);
  });

  it.each<[string, string, RegExp]>([
    ['the Responses API', event({ type: 'response.created', response: {} }), /response\.created/],
    [
      'a failed response',
      event({ type: 'response.failed', response: { error: { message: 'No luck' } } }),
      /No luck/,
    ],
    ['Workers AI', event({ response: 'Hello' }), /Hello/],
    ['an error as text', 'data: Error: no such engine\n\n', /no such engine/],
    ['a field in the data', `data: ${event({ choices: [] })}`, /choices/],
    ['a stream in a text', `data: ${JSON.stringify(event({ choices: [] }))}\n\n`, /choices/],
    [
      'a page with a line like an event',
      '<html><title>Sign in</title>\ndata: x,y,z,a,b,c\n\n</html>',
      /^Sign in/,
    ],
    [
      'an error in a field of its own',
      'error: {"code":500,"message":"slot unavailable"}\n\n',
      /slot unavailable/,
    ],
  ])(
    'whose answer can’t be read quotes the answer’s beginning, and isn’t retried: %s',
    async (_, body, words) => {
      for (const end of [DONE, '']) {
        const error = await errorOf((reply) =>
          answerWith(reply, body + (body.startsWith('error') ? '' : end)),
        );
        expect(error).toMatchObject({ code: 'wrong-address', details: expect.stringMatching(words) });
        expect(isRetryable(error)).toBe(false);
      }
    },
  );

  it.each([
    [event({ message: 'Rate limit exceeded, try again in 20s', type: 'pong' }), 'rate-limit'],
    [event({ choices: null, x_groq: { error: 'Too many tokens in the prompt' } }), 'context-too-long'],
    [event({ type: 'ping' }), 'network'],
  ])(
    'whose answer can’t be read has the error code that fits the answer’s message: %s',
    async (body, code) => {
      expect((await errorOf((reply) => answerWith(reply, body))).code).toBe(code);
    },
  );

  it('never shows a header’s value that the endpoint echoes', async () => {
    const { endpoint } = await start(status(401, { error: { message: 'No entry on gate-7777-open' } }));

    const { error } = await run({ ...endpoint, headers: { 'X-Gate': 'Bearer gate-7777-open' } });

    expect(error?.details).toBe('HTTP 401: No entry on [key removed]');
  });

  it.each([
    [429, '7'],
    [503, '7200'],
  ])('reports the wait that the endpoint requests (HTTP %i, Retry-After %s)', async (code, seconds) => {
    const error = await errorOf(
      status(code, { error: { message: 'Slow down' } }, { 'retry-after': seconds }),
    );

    expect(error?.report?.retryAfterMs).toBe(Number(seconds) * 1_000);
  });

  it.each([204, 205])(
    'of a browser that gives HTTP %i an empty body is an answer without content',
    async (code) => {
      const { endpoint } = await start(() => {});
      const response = new Response(null, { status: code });
      Object.defineProperty(response, 'body', { value: new Response('').body });

      const { error } = await run(endpoint, { deps: { ...PATIENT, fetch: async () => response } });

      expect(error).toMatchObject({ code: 'network', details: `HTTP ${code}` });
    },
  );

  it('fails on a redirect without following it', async () => {
    const elsewhere = await start((reply) => answerWith(reply, DONE));
    const { error } = await runWith((reply) => {
      reply.head(307, { location: `${elsewhere.raw.baseUrl}/${KEY}?token=${KEY}` });
      reply.end();
    });

    expect(error).toMatchObject({ code: 'wrong-address', message: expect.stringContaining('redirect') });
    expect(error?.details).toBe(`HTTP 307, to ${elsewhere.raw.baseUrl}/[key removed]`);
    expect(elsewhere.raw.requests).toEqual([]);
  });

  it('sends nothing to an address that is refused, and gives the reason', async () => {
    const { raw, endpoint } = await start((reply) => answerWith(reply, DONE));
    const asked: string[] = [];
    const refusalOf = async (url: string) => {
      asked.push(url);
      return notAllowedError(new URL(url).origin);
    };

    const { error } = await run(endpoint, { deps: { ...PATIENT, refusalOf } });

    expect(error).toMatchObject({
      code: 'endpoint-not-allowed',
      message: expect.stringContaining(new URL(raw.baseUrl).origin),
    });
    expect(asked).toEqual([`${raw.baseUrl}/chat/completions`]);
    expect(raw.requests).toEqual([]);
  });

  it('fails on a refused connection', async () => {
    const { raw, endpoint } = await start(() => {});
    await raw.close();

    const { error } = await run(endpoint);

    expect(error).toMatchObject({ code: 'network', details: expect.stringContaining('ECONNREFUSED') });
  });

  it.each([
    ['aborted', (reply: RawReply) => reply.cut()],
    ['ended', (reply: RawReply) => reply.end()],
    ['ended within an event', (reply: RawReply) => answerWith(reply, 'data: {"choices":[{"del')],
  ])('fails if the stream is %s before its end', async (_, stop) => {
    const { chunks, error } = await runWith(async (reply) => {
      await reply.write(delta({ content: 'Well' }));
      await stop(reply);
    });

    expect(chunks).toEqual([{ type: 'content', text: 'Well' }]);
    expect(error).toMatchObject({ code: 'network', message: expect.stringContaining('broke off') });
  });

  it.each([
    ['a status as its code', event({ error: { message: 'Slow down', code: 429 } }), 'rate-limit'],
    ['a word for its type', event({ error: { message: 'No', type: 'overloaded_error' } }), 'server'],
    [
      'the reason in a summary (LLM-API-Key-Proxy)',
      event({
        error: { message: 'No', type: 'proxy_timeout', details: { normal_error_summary: '1 rate_limit' } },
      }),
      'rate-limit',
    ],
    ['only a text', event({ error: 'the input exceeds the context window' }), 'context-too-long'],

    ['a list of details (FastAPI)', event({ detail: [{ msg: 'Too long', loc: ['body'] }] }), 'server'],

    ['the finish reason error and text', delta({ content: 'more' }, 'error'), 'server'],
    ['the finish reason abort', delta({}, 'abort'), 'server'],
    [
      'the finish reason of a bad call (Gemini)',
      delta({}, 'function_call_filter: MALFORMED_FUNCTION_CALL'),
      'answer-unusable',
    ],
    [
      'a native finish reason of a bad call (OpenRouter)',
      event({
        choices: [{ delta: {}, finish_reason: 'stop', native_finish_reason: 'MALFORMED_FUNCTION_CALL' }],
      }),
      'answer-unusable',
    ],
    ['the finish reason of an overload (DeepSeek)', delta({}, 'insufficient_system_resource'), 'server'],
    [
      'a timeout after the finish reason',
      `${delta({}, 'stop')}${event({ error: { code: 408 } })}`,
      'timeout',
    ],
    ['a flat named event', `event: error\n${event({ detail: 'Overloaded', status: 503 })}`, 'server'],
    ['a text in a named event', 'event: error\ndata: Rate limit exceeded\n\n', 'rate-limit'],
    [
      'a text in quotes in a named event',
      `event: error\n${event('Too many tokens in the prompt')}`,
      'context-too-long',
    ],
    ['a named event without other fields', `event: error\n${event({ reason: 'x' })}`, 'server'],
  ])('fails on an error inside the stream, with %s', async (_, body, code) => {
    const { chunks, error } = await runWith((reply) =>
      answerWith(reply, delta({ content: 'Well' }), body, DONE),
    );

    expect(chunks.filter(({ type }) => type !== 'finish')).toHaveLength(1);
    expect(error).toMatchObject({ code, details: expect.stringMatching(/^inside the answer: /) });
  });

  it.each([
    ['in an error', status(401, { error: { message: `${'x'.repeat(470)} ${KEY} ${KEY}` } })],
    ['in a page', (reply: RawReply) => answerWith(reply, `<p>${KEY}</p>`)],
    ['inside the stream', (reply: RawReply) => answerWith(reply, event({ error: { message: KEY } }))],
    [
      'in a chunk of the wrong type',
      (reply: RawReply) => answerWith(reply, delta({ [KEY]: 1, content: [KEY] })),
    ],
    ['in something that is not JSON', (reply: RawReply) => answerWith(reply, `data: ${KEY}\n\n`)],
  ])('never shows a key that the endpoint echoes %s', async (_, script) => {
    const error = await errorOf(script);

    const everything = JSON.stringify([
      error,
      error.message,
      error.stack,
      error.details,
      String(error.cause),
    ]);
    // Any long part would be a leak: truncation must not leave part of a key.
    expect(everything).not.toContain(KEY.slice(0, 12));
    expect(error.details?.length ?? 0).toBeLessThanOrEqual(500);
  });
});

describe('a bare 401, as a proxy forwards it from its provider', () => {
  it.each<[string, string | null, boolean, RegExp]>([
    [
      'after the models were listed with the same key blames neither key',
      KEY,
      true,
      /lists its models with the same key/,
    ],
    [
      'after the models were listed with another key blames the connection’s',
      'sk-other',
      true,
      /didn’t accept the key\./,
    ],
    ['without an earlier list blames the connection’s', KEY, false, /didn’t accept the key\./],
    ['without a stored key says that the key is missing or wrong', null, true, /didn’t accept the key\./],
  ])('%s', async (_, key, isListed, message) => {
    const { endpoint } = await start((reply, { path }) => {
      const isList = path === '/v1/models';
      reply.head(isList ? 200 : 401, { 'content-type': 'application/json' });
      return answerWith(reply, isList ? '{"data":[{"id":"demo/one"}]}' : '{"error":"Unauthorized"}');
    });
    const service = createOpenAIService(PATIENT);
    const { signal } = new AbortController();
    const listingKey = key === null ? null : KEY;
    if (isListed) await service.listModels({ ...endpoint, key: listingKey }, signal);
    const answer = service.stream({ ...endpoint, key }, REQUEST, signal)[Symbol.asyncIterator]();
    await expect(answer.next()).rejects.toMatchObject({
      code: 'auth',
      message: expect.stringMatching(message),
    });
  });
});
