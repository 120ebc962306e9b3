import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect, it, vi } from 'vitest';
import { CHAT, startTestProxy } from '../start-test-proxy';
import { startTestUpstream } from './start-test-upstream';

const KEY = 'sk-upstream-0123456789abcdef';
const ASK = { model: 'upstream/gpt-9', messages: [{ role: 'user', content: 'Hello' }], temperature: 0.5 };

const json =
  (status = 200, body: unknown = {}, headers: Record<string, string> = {}) =>
  (response: ServerResponse) => {
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };
const begin = (response: ServerResponse) => {
  response.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8' });
  response.flushHeaders();
};

async function startBoth(
  answer: Parameters<typeof startTestUpstream>[0] = json(),
  apiKey: string | null = KEY,
) {
  const upstream = await startTestUpstream(answer);
  const env = 'IGNORE_MODELS_UPSTREAM=*preview*\n';
  const proxy = await startTestProxy({ upstream: { baseUrl: upstream.baseUrl, apiKey }, env });
  const ask = (body: string | object = ASK, init: RequestInit = {}) =>
    proxy.send('POST', CHAT, body, {
      headers: { Authorization: 'Bearer client-key', Cookie: 'a=b' },
      ...init,
    });
  return { upstream, ask };
}

it.each([
  ['upstream/gpt-9', 'gpt-9'],
  ['upstream/upstream/x', 'upstream/x'],
  ['upstream/vendor/preview-1', 'vendor/preview-1'],
  ['openai/gpt-4o', 'openai/gpt-4o'],
])(
  '%s is sent as %s, with the upstream’s key, parts that the demo model doesn’t know, and nothing of the client’s',
  async (model, sent) => {
    const { upstream, ask } = await startBoth();
    const image = [{ role: 'user', content: [{ type: 'image_url', image_url: {} }] }];
    await (await ask({ ...ASK, model, messages: image })).text();
    const [call] = upstream.calls;
    expect(call).toMatchObject({ method: 'POST', path: CHAT, headers: { authorization: `Bearer ${KEY}` } });
    expect(JSON.parse(call?.body ?? '')).toEqual({ ...ASK, model: sent, messages: image });
    expect(JSON.stringify(upstream.calls)).not.toContain('client-key');
    expect(call?.headers).not.toHaveProperty('cookie');
  },
);

it('a body without prefix is sent byte for byte, and without a key if the upstream has none', async () => {
  const { upstream, ask } = await startBoth(json(), null);
  const body = '{ "model" : "gpt-9",  "seed": 12345678901234567890 }';
  await (await ask(body)).text();
  expect(upstream.calls).toMatchObject([{ body }]);
  expect(upstream.calls[0]?.headers).not.toHaveProperty('authorization');
});

it.each([
  [{ ...ASK, model: 'demo/assistant' }, 200],
  [{ ...ASK, model: 'demo/other' }, 400],
  [{ messages: [] }, 400],
  ['{', 400],
])('%j is not sent, and answered with %i', async (body, status) => {
  const { upstream, ask } = await startBoth();
  expect((await ask(body)).status).toBe(status);
  expect(upstream.calls).toEqual([]);
});

it('an answer is streamed byte for byte, each piece at once', async () => {
  const pieces = ['data: {"a":"é', '"}\n\ndata: ', '😀\r\n\r\n', ': comment\n\n', 'data: [DONE]\n\n'];
  let next = (): void => {};
  const { ask } = await startBoth((response) => {
    begin(response);
    next = () => void response.write(pieces.shift() ?? '');
  });
  // The head arrives before the first byte, and each piece is sent only after the previous one was read.
  const { headers, body } = await ask();
  expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  const reader = body?.getReader();
  for (const piece of [...pieces]) {
    next();
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe(piece);
  }
});

it.each([400, 401, 429, 500])(
  'a refusal with %i is passed on with its headers, but those of the upstream’s site',
  async (status) => {
    const body = { error: { message: `No: ${status}`, type: 'some_type', code: null, extra: [1] } };
    const own = { 'Set-Cookie': 'a=b', 'Access-Control-Allow-Origin': '*', 'Alt-Svc': 'h3' };
    const { ask } = await startBoth(json(status, body, { 'Retry-After': '7', 'x-request-id': 'r1', ...own }));
    const response = await ask();
    const values = ['retry-after', 'x-request-id', ...Object.keys(own)].map((name) =>
      response.headers.get(name),
    );
    expect([response.status, ...values]).toEqual([status, '7', 'r1', null, null, null]);
    expect(await response.text()).toBe(JSON.stringify(body));
  },
);

it('an answer never contains the key, even if the upstream repeats it in pieces', async () => {
  const { ask } = await startBoth((response) => {
    response.writeHead(401, { 'Content-Type': 'text/plain', 'x-echo': KEY });
    response.write(`Wrong key: ${KEY.slice(0, 9)}`);
    setTimeout(() => response.end(`${KEY.slice(9)}, sk-up.`), 20);
  });
  const response = await ask();
  const masked = '*'.repeat(KEY.length);
  expect([response.headers.get('x-echo'), await response.text()]).toEqual([
    masked,
    `Wrong key: ${masked}, sk-up.`,
  ]);
});

it('a redirect is not followed', async () => {
  const elsewhere = await startTestUpstream(json());
  const { ask } = await startBoth((response) => {
    response.writeHead(307, { Location: elsewhere.baseUrl });
    response.write('This answer never ends.');
  });
  const response = await ask(ASK, { redirect: 'manual' });
  const error = { code: 'upstream_redirect', type: 'server_error', message: expect.stringContaining('307') };
  expect([response.status, await response.json()]).toMatchObject([502, { error }]);
  expect(elsewhere.calls).toEqual([]);
});

it('an unreachable upstream is a 502 in OpenAI’s format, or an event of a stream', async () => {
  const log = vi.spyOn(console, 'error');
  const { upstream, ask } = await startBoth();
  await upstream.close();
  const response = await ask();
  const message = `The upstream ${upstream.baseUrl} can’t be reached (ECONNREFUSED). Check that it runs and that UPSTREAM_BASE_URL is right.`;
  const error = { message, type: 'server_error', param: null, code: 'upstream_unreachable' };
  expect([response.status, await response.json()]).toEqual([502, { error }]);
  expect(await (await ask({ ...ASK, stream: true })).text()).toContain(
    '"normal_error_summary":"1 api_connection"',
  );
  expect(log).not.toHaveBeenCalled();
});

const lasting = (error_type: string, status_code: number) => ({
  abnormal_errors: [{ credential: '***', error_type, status_code, message: expect.any(String) }],
});

it.each([
  [429, { normal_error_summary: '1 rate_limit' }],
  [503, { normal_error_summary: '1 server_error' }],
  [401, lasting('authentication', 401)],
  [403, lasting('authentication', 403)],
  [404, lasting('invalid_request', 404)],
])(
  'a request for a stream that is refused with %i gets an error event with status 200',
  async (status, details) => {
    const { ask } = await startBoth(json(status, { error: { message: 'No.' } }));
    const response = await ask({ ...ASK, stream: true });
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining('text/event-stream'),
    ]);
    const [event = '', ...rest] = (await response.text()).split('\n\n');
    expect(JSON.parse(event.slice('data: '.length)).error).toEqual({
      message: expect.stringMatching(/^All 1 credential\(s\) exhausted for upstream\. .*No\./),
      type: 'proxy_all_credentials_exhausted',
      details: { timeout: false, ...details },
    });
    expect(rest).toEqual(['data: [DONE]', '']);
  },
);

it.each([true, false])(
  'the client closes the connection to the upstream; in the middle of a stream: %s',
  async (hasBegun) => {
    let reached = (_: ServerResponse): void => {};
    const asked = new Promise<ServerResponse>((resolve) => {
      reached = resolve;
    });
    const { ask } = await startBoth((response) => {
      if (hasBegun) begin(response);
      reached(response);
    });
    const client = new AbortController();
    const answer = ask(ASK, { signal: client.signal });
    const ended = expect(answer.then((response) => response.text())).rejects.toThrow();
    const response = await asked;
    if (hasBegun) await answer;
    const closed = once(response, 'close');
    client.abort();
    await closed;
    expect(response.writableFinished).toBe(false);
    await ended;
  },
);

it('the upstream closes the client’s connection, after the received data, and nothing is logged', async () => {
  const spies = (['log', 'info', 'warn', 'error'] as const).map((name) => vi.spyOn(console, name));
  const { ask } = await startBoth((response) => {
    begin(response);
    response.write('data: {}\n\n');
    setTimeout(() => response.destroy(), 20);
  });
  const reader = (await ask()).body?.getReader();
  expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('data: {}\n\n');
  await expect(reader?.read()).rejects.toThrow();
  for (const spy of spies) expect(spy).not.toHaveBeenCalled();
});
