import { once } from 'node:events';
import { expect, it, vi } from 'vitest';
import { readChunks } from '../read-chunks';
import { startTestProxy } from '../start-test-proxy';
import { startTestUpstream } from '../upstream/start-test-upstream';
import { ASK, askForFault as ask, NOWHERE, setFault, startFaultyProxy as start } from './faulty-proxy';

const CHAT = '/v1/chat/completions';

/** Reads until the body ends, fails or stalls. */
async function readAsFarAsItComes(response: Response, stillMs = 1000) {
  const reader = response.body?.getReader();
  let text = '';
  const next = async () => {
    const still = new Promise<'still'>((resolve) => setTimeout(() => resolve('still'), stillMs));
    const read = reader?.read().catch(() => 'broken' as const);
    return await Promise.race([read, still]);
  };
  for (;;) {
    const got = await next();
    if (got === 'still') {
      await reader?.cancel();
      return { text, end: 'still' };
    }
    if (got === 'broken' || got === undefined) return { text, end: 'broken' };
    if (got.done) return { text, end: 'whole' };
    text += Buffer.from(got.value).toString('utf8');
  }
}

it('slow: 200 ms before each chunk, without losses', async () => {
  const proxy = await start();
  const whole = await (await ask(proxy, null)).text();
  const chunks = await readChunks(await ask(proxy, 'slow'));
  expect(chunks.map(({ data }) => `data: ${data}\n\n`).join('')).toHaveLength(whole.length);
  const lastedMs = (chunks.at(-1)?.atMs ?? 0) - (chunks[0]?.atMs ?? 0);
  expect(lastedMs).toBeGreaterThan((chunks.length - 1) * 200 * 0.9);
});

it('slow: the model list is complete, but late', async () => {
  const proxy = await start();
  await setFault(proxy, 'slow');
  const startedAtMs = performance.now();
  const { body } = await proxy.call('GET', '/v1/models');
  expect(performance.now() - startedAtMs).toBeGreaterThan(180);
  expect(body).toMatchObject({ object: 'list' });
});

it.each([
  ['stall-mid-stream', 'still'],
  ['cut', 'broken'],
])('%s: after the first words and half a chunk it is %s', async (fault, end) => {
  const spies = (['log', 'info', 'warn', 'error'] as const).map((name) => vi.spyOn(console, name));
  const proxy = await start();
  const got = await readAsFarAsItComes(await ask(proxy, fault));
  expect(got.end).toBe(end);
  const events = got.text.split('\n\n');
  expect(events).toHaveLength(3);
  expect(got.text).toContain('one two three');
  expect(() => JSON.parse(events[2]?.slice('data: '.length) ?? '')).toThrow();
  for (const spy of spies) expect(spy).not.toHaveBeenCalled();
});

it.each([
  ['stall-mid-stream', 'still'],
  ['cut', 'broken'],
  ['malformed-chunk', 'whole'],
])('%s: after half of a whole answer it is %s', async (fault, end) => {
  const proxy = await start();
  const got = await readAsFarAsItComes(await ask(proxy, fault, { stream: false }));
  expect(got.end).toBe(end);
  expect(got.text).toMatch(/^\{"id"/);
  expect(() => JSON.parse(got.text)).toThrow();
});

it('malformed-chunk: one event of a stream is broken JSON, the others are whole', async () => {
  const proxy = await start();
  const chunks = await readChunks(await ask(proxy, 'malformed-chunk'));
  const parses = (text: string) => {
    try {
      return JSON.parse(text) !== null;
    } catch {
      return false;
    }
  };
  const broken = chunks.slice(0, -1).filter(({ data }) => !parses(data));
  expect(broken).toHaveLength(1);
  expect(chunks.indexOf(broken[0] ?? { data: '', readIndex: 0, atMs: 0 })).toBe(2);
  expect(chunks.at(-1)?.data).toBe('[DONE]');
});

it.each([CHAT, '/v1/models'])('stall-before-first-byte: %s never answers', async (path) => {
  const proxy = await start();
  await setFault(proxy, 'stall-before-first-byte');
  const client = new AbortController();
  const answer = fetch(proxy.url + path, {
    method: path === CHAT ? 'POST' : 'GET',
    ...(path === CHAT ? { body: JSON.stringify(ASK) } : {}),
    signal: client.signal,
  });
  const first = await Promise.race([
    answer.then(() => 'answered'),
    new Promise((resolve) => setTimeout(() => resolve('nothing'), 150)),
  ]);
  expect(first).toBe('nothing');
  const ended = expect(answer).rejects.toThrow();
  client.abort();
  await ended;
  expect((await proxy.call('GET', '/v1/health')).status).toBe(200);
});

it.each(['stall-before-first-byte', 'stall-mid-stream'])('%s: ends with the server', async (fault) => {
  const proxy = await start();
  const cut = expect(ask(proxy, fault).then((response) => response.text())).rejects.toThrow();
  await new Promise((resolve) => setTimeout(resolve, 100));
  await proxy.close();
  await cut;
});

it('cut: a forwarded stream is cut too, and the upstream’s connection is closed', async () => {
  let closed: Promise<unknown> = Promise.reject(new Error('It was not asked.'));
  closed.catch(() => {});
  const upstream = await startTestUpstream((response) => {
    closed = once(response, 'close');
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    const timer = setInterval(() => response.write('data: {"id":"12345678"}\n\n'), 10);
    response.once('close', () => clearInterval(timer));
  });
  const proxy = await startTestProxy({
    models: 10,
    upstream: { baseUrl: upstream.baseUrl, apiKey: null },
    faults: { redirectUrl: NOWHERE },
  });
  const got = await readAsFarAsItComes(await ask(proxy, 'cut', { model: 'upstream/x' }));
  expect(got.end).toBe('broken');
  expect(got.text).toMatch(/^(?:data: \{"id":"12345678"\}\n\n){2}/);
  await closed;
});

it('leaves error responses unchanged', async () => {
  const proxy = await start();
  const response = await ask(proxy, 'cut', { messages: [] });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ error: { param: 'messages' } });
});
