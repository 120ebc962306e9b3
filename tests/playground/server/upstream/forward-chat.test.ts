import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { describe, expect, it, vi } from 'vitest';
import { startTestProxy } from '../start-test-proxy';
import { startTestUpstream } from './start-test-upstream';

const KEY = 'sk-upstream-0123456789abcdef';
const CLIENT_KEY = 'client-key';
const CHAT = '/v1/chat/completions';
const ASK = { model: 'upstream/gpt-9', messages: [{ role: 'user', content: 'Hello' }], temperature: 0.5 };

const answerJson =
  (status: number, body: unknown, headers: Record<string, string> = {}) =>
  (response: ServerResponse) => {
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };

async function startBoth(answer: Parameters<typeof startTestUpstream>[0], env = '') {
  const upstream = await startTestUpstream(answer);
  const settings = { baseUrl: upstream.baseUrl, apiKey: KEY };
  const proxy = await startTestProxy({ upstream: settings, apiKey: CLIENT_KEY, env });
  const ask = (body: string | object = ASK, init: RequestInit = {}) =>
    fetch(proxy.url + CHAT, {
      method: 'POST',
      headers: { Authorization: `Bearer ${CLIENT_KEY}`, Cookie: 'a=b' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
      ...init,
    });
  return { upstream, proxy, ask };
}

describe('a forwarded request', () => {
  it.each([
    ['its prefix removed', ASK, { ...ASK, model: 'gpt-9' }],
    [
      'only the first prefix removed',
      { ...ASK, model: 'upstream/upstream/x' },
      { ...ASK, model: 'upstream/x' },
    ],
    [
      'the id of a listed model as it is',
      { ...ASK, model: 'openai/gpt-4o' },
      { ...ASK, model: 'openai/gpt-4o' },
    ],
    [
      'parts that the demo model doesn’t know',
      { ...ASK, messages: [{ role: 'user', content: [{ type: 'image_url', image_url: {} }] }] },
      {
        ...ASK,
        model: 'gpt-9',
        messages: [{ role: 'user', content: [{ type: 'image_url', image_url: {} }] }],
      },
    ],
  ])('is sent with %s, the upstream’s key and nothing of the client’s', async (_, sent, arrived) => {
    const { upstream, ask } = await startBoth(answerJson(200, {}));
    await (await ask(sent)).text();
    expect(upstream.calls).toMatchObject([
      { method: 'POST', path: CHAT, headers: { authorization: `Bearer ${KEY}` } },
    ]);
    expect(JSON.parse(upstream.calls[0]?.body ?? '')).toEqual(arrived);
    expect(JSON.stringify(upstream.calls)).not.toContain(CLIENT_KEY);
    expect(upstream.calls[0]?.headers).not.toHaveProperty('cookie');
  });

  it('is sent byte for byte if there is no prefix', async () => {
    const { upstream, ask } = await startBoth(answerJson(200, {}));
    const body = '{ "model" : "gpt-9",  "seed": 12345678901234567890 }';
    await (await ask(body)).text();
    expect(upstream.calls[0]?.body).toBe(body);
  });

  it('has no authorization if the upstream has no key', async () => {
    const upstream = await startTestUpstream(answerJson(200, {}));
    const proxy = await startTestProxy({ upstream: { baseUrl: upstream.baseUrl, apiKey: null } });
    await proxy.call('POST', CHAT, ASK, { Authorization: 'Bearer client' });
    expect(upstream.calls[0]?.headers).not.toHaveProperty('authorization');
  });

  it('is sent for a hidden model too', async () => {
    const { upstream, ask } = await startBoth(answerJson(200, {}), 'IGNORE_MODELS_UPSTREAM=*preview*\n');
    expect((await ask({ ...ASK, model: 'upstream/vendor/preview-1' })).status).toBe(200);
    expect(upstream.calls).toHaveLength(1);
  });

  it('is not sent for the demo model or another of the playground’s own', async () => {
    const { upstream, ask } = await startBoth(answerJson(200, {}));
    expect((await ask({ ...ASK, model: 'demo/assistant' })).status).toBe(200);
    expect((await ask({ ...ASK, model: 'demo/other' })).status).toBe(400);
    expect(upstream.calls).toEqual([]);
  });

  it.each([
    ['no model', { messages: [] }],
    ['no JSON', '{'],
  ])('with %s is refused', async (_, body) => {
    const { upstream, ask } = await startBoth(answerJson(200, {}));
    const response = await ask(body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { type: 'invalid_request_error' } });
    expect(upstream.calls).toEqual([]);
  });
});

describe('a forwarded answer', () => {
  it('is streamed byte for byte, each piece at once', async () => {
    const pieces = ['data: {"a":"é', '"}\n\ndata: ', '😀\r\n\r\n', ': comment\n\n', 'data: [DONE]\n\n'];
    let goOn = (): void => {};
    const { ask } = await startBoth(async (response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8' });
      response.flushHeaders();
      for (const piece of pieces) {
        await new Promise<void>((resolve) => {
          goOn = resolve;
        });
        response.write(piece);
      }
      response.end();
    });
    // The head arrives before the first byte, and each piece is sent only after the previous one was read.
    const response = await ask();
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    const reader = response.body?.getReader();
    for (const piece of pieces) {
      goOn();
      const { value } = (await reader?.read()) ?? {};
      expect(Buffer.from(value ?? []).toString('utf8')).toBe(piece);
    }
    expect((await reader?.read())?.done).toBe(true);
  });

  it.each([400, 401, 404, 422, 429, 500, 503])(
    'with status %i is passed on with its body',
    async (status) => {
      const body = { error: { message: `No: ${status}`, type: 'some_type', code: null, extra: [1] } };
      const { ask } = await startBoth(answerJson(status, body, { 'Retry-After': '7', 'x-request-id': 'r1' }));
      const response = await ask();
      expect(response.status).toBe(status);
      expect(response.headers.get('retry-after')).toBe('7');
      expect(response.headers.get('x-request-id')).toBe('r1');
      expect(await response.text()).toBe(JSON.stringify(body));
    },
  );

  it('drops headers that concern the upstream’s own site', async () => {
    const { ask } = await startBoth(
      answerJson(200, {}, { 'Set-Cookie': 'a=b', 'Access-Control-Allow-Origin': '*', 'Alt-Svc': 'h3' }),
    );
    const { headers } = await ask();
    for (const name of ['set-cookie', 'access-control-allow-origin', 'alt-svc']) {
      expect(headers.has(name)).toBe(false);
    }
  });

  it('never contains the key, even if the upstream repeats it in pieces', async () => {
    const { ask } = await startBoth((response) => {
      response.writeHead(401, { 'Content-Type': 'text/plain', 'x-echo': KEY });
      response.write(`Wrong key: ${KEY.slice(0, 9)}`);
      setTimeout(() => response.end(`${KEY.slice(9)}, sk-up.`), 20);
    });
    const response = await ask();
    expect(response.headers.get('x-echo')).toBe('*'.repeat(KEY.length));
    expect(await response.text()).toBe(`Wrong key: ${'*'.repeat(KEY.length)}, sk-up.`);
  });

  it.each([301, 302, 307, 308])('that redirects (%i) is not followed', async (status) => {
    const elsewhere = await startTestUpstream(answerJson(200, {}));
    const { ask } = await startBoth((response) => {
      response.writeHead(status, { Location: elsewhere.baseUrl });
      response.write('This answer never ends.');
    });
    const response = await ask(ASK, { redirect: 'manual' });
    expect(response.status).toBe(502);
    expect(await response.json()).toMatchObject({
      error: {
        code: 'upstream_redirect',
        type: 'server_error',
        message: expect.stringContaining(String(status)),
      },
    });
    expect(elsewhere.calls).toEqual([]);
  });

  it('is a 502 in OpenAI’s format if the upstream is unreachable', async () => {
    const log = vi.spyOn(console, 'error');
    const { upstream, ask } = await startBoth(answerJson(200, {}));
    await upstream.close();
    const response = await ask();
    expect(response.status).toBe(502);
    expect(await response.json()).toEqual({
      error: {
        message: `The upstream ${upstream.baseUrl} can’t be reached (ECONNREFUSED). Check that it runs and that UPSTREAM_BASE_URL is right.`,
        type: 'server_error',
        param: null,
        code: 'upstream_unreachable',
      },
    });
    expect(log).not.toHaveBeenCalled();
  });
});

describe('a request for a stream that the upstream doesn’t answer', () => {
  const lasting = (error_type: string, status_code: number) => ({
    abnormal_errors: [{ credential: '***', error_type, status_code, message: expect.any(String) }],
  });

  it.each([
    [429, { normal_error_summary: '1 rate_limit' }],
    [503, { normal_error_summary: '1 server_error' }],
    [401, lasting('authentication', 401)],
    [403, lasting('authentication', 403)],
    [404, lasting('invalid_request', 404)],
  ])('with %i gets an error event in a stream with status 200', async (status, details) => {
    const { ask } = await startBoth(answerJson(status, { error: { message: 'No.' } }));
    const response = await ask({ ...ASK, stream: true });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    const [event = '', ...rest] = (await response.text()).split('\n\n');
    expect(JSON.parse(event.slice('data: '.length))).toEqual({
      error: {
        message: expect.stringMatching(/^All 1 credential\(s\) exhausted for upstream\. .*No\./),
        type: 'proxy_all_credentials_exhausted',
        details: { timeout: false, ...details },
      },
    });
    expect(rest).toEqual(['data: [DONE]', '']);
  });

  it('because it is unreachable gets the same', async () => {
    const { upstream, ask } = await startBoth(answerJson(200, {}));
    await upstream.close();
    const response = await ask({ ...ASK, stream: true });
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('"normal_error_summary":"1 api_connection"');
  });
});

describe('closing the connection', () => {
  it.each([
    ['before the first byte', false],
    ['in the middle of the stream', true],
  ])('by the client %s closes the connection to the upstream', async (_, hasBegun) => {
    let reached = (_: ServerResponse): void => {};
    const asked = new Promise<ServerResponse>((resolve) => {
      reached = resolve;
    });
    const { ask } = await startBoth((response) => {
      if (hasBegun) {
        response.writeHead(200, { 'Content-Type': 'text/event-stream' });
        response.write('data: {}\n\n');
      }
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
  });

  it('by the upstream closes the client’s connection, after the received data, and logs nothing', async () => {
    const spies = (['log', 'info', 'warn', 'error'] as const).map((name) => vi.spyOn(console, name));
    const { ask } = await startBoth((response) => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.write('data: {}\n\n');
      setTimeout(() => response.destroy(), 20);
    });
    const reader = (await ask()).body?.getReader();
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('data: {}\n\n');
    await expect(reader?.read()).rejects.toThrow();
    for (const spy of spies) expect(spy).not.toHaveBeenCalled();
  });
});
