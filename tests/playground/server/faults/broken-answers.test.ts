import { once } from 'node:events';
import { expect, it, vi } from 'vitest';
import { CHAT, startTestProxy } from '../start-test-proxy';
import { startTestUpstream } from '../upstream/start-test-upstream';
import { ask, setFault, startFaultyProxy as start } from './start-faulty-proxy';

/** Reads until the body ends, fails or stalls for a second. */
async function readAsFarAsItComes({ body }: Response) {
  const reader = body?.getReader();
  let text = '';
  for (;;) {
    const still = new Promise<'still'>((resolve) => setTimeout(() => resolve('still'), 1_000));
    const got = await Promise.race([reader?.read().catch(() => 'broken' as const), still]);
    if (got === 'still') await reader?.cancel();
    if (got === undefined || typeof got === 'string') return { text, end: got };
    if (got.done) return { text, end: 'whole' };
    text += Buffer.from(got.value).toString('utf8');
  }
}
const eventsOf = (text: string) => text.split('\n\n').map((event) => event.replace('data: ', ''));
const parses = (text: string) => {
  try {
    return JSON.parse(text) !== null;
  } catch {
    return false;
  }
};

it('slow: 200 ms before each chunk, without losses, and before the model list', async () => {
  const proxy = await start();
  const { length } = await (await ask(proxy, null)).text();
  let startedAtMs = performance.now();
  const text = await (await ask(proxy, 'slow')).text();
  expect(performance.now() - startedAtMs).toBeGreaterThan((eventsOf(text).length - 1) * 200 * 0.9);
  expect(text).toHaveLength(length);
  await setFault(proxy, 'slow');
  startedAtMs = performance.now();
  expect((await proxy.call('GET', '/v1/models')).body).toMatchObject({ object: 'list' });
  expect(performance.now() - startedAtMs).toBeGreaterThan(180);
});

it.each([
  ['stall-mid-stream', true, 'still'],
  ['stall-mid-stream', false, 'still'],
  ['cut', true, 'broken'],
  ['cut', false, 'broken'],
  ['malformed-chunk', false, 'whole'],
])('%s, stream: %s: after the first half it is %s, and nothing is logged', async (fault, stream, end) => {
  const spies = (['log', 'info', 'warn', 'error'] as const).map((name) => vi.spyOn(console, name));
  const got = await readAsFarAsItComes(await ask(await start(), fault, { stream }));
  expect(got.end).toBe(end);
  const events = eventsOf(got.text);
  expect(events).toHaveLength(stream ? 3 : 1);
  if (stream) expect(got.text).toContain('one two three');
  expect(parses(events.at(-1) ?? '')).toBe(false);
  for (const spy of spies) expect(spy).not.toHaveBeenCalled();
});

it('malformed-chunk: one event of a stream is broken JSON, the others are whole', async () => {
  const events = eventsOf(await (await ask(await start(), 'malformed-chunk')).text());
  expect(events.splice(-2)).toEqual(['[DONE]', '']);
  const broken = events.flatMap((event, index) => (parses(event) ? [] : [index]));
  expect(broken).toEqual([2]);
});

it.each([CHAT, '/v1/models'])(
  'stall-before-first-byte: %s never answers, and other requests go on',
  async (path) => {
    const proxy = await start();
    await setFault(proxy, 'stall-before-first-byte');
    const signal = AbortSignal.timeout(150);
    const answer =
      path === CHAT ? ask(proxy, null, {}, { signal }) : proxy.send('GET', path, undefined, { signal });
    await expect(answer).rejects.toThrow('timeout');
    expect((await proxy.call('GET', '/v1/health')).status).toBe(200);
  },
);

it.each(['stall-before-first-byte', 'stall-mid-stream'])('%s: ends with the server', async (fault) => {
  const proxy = await start();
  const cut = expect(ask(proxy, fault).then((response) => response.text())).rejects.toThrow();
  await new Promise((resolve) => setTimeout(resolve, 100));
  await proxy.close();
  await cut;
});

it('cut: a forwarded stream is cut too, and the upstream’s connection is closed', async () => {
  const closed: Promise<unknown>[] = [];
  const upstream = await startTestUpstream((response) => {
    closed.push(once(response, 'close'));
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    const timer = setInterval(() => response.write('data: {"id":"12345678"}\n\n'), 10);
    response.once('close', () => clearInterval(timer));
  });
  const proxy = await startTestProxy({
    upstream: { baseUrl: upstream.baseUrl, apiKey: null },
    faults: { redirectUrl: '' },
  });
  const got = await readAsFarAsItComes(await ask(proxy, 'cut', { model: 'upstream/x' }));
  expect(got.end).toBe('broken');
  expect(got.text).toMatch(/^(?:data: \{"id":"12345678"\}\n\n){2}/);
  expect(await Promise.all(closed)).toHaveLength(1);
});

it('error responses are left unchanged', async () => {
  const response = await ask(await start(), 'cut', { messages: [] });
  expect([response.status, await response.json()]).toMatchObject([400, { error: { param: 'messages' } }]);
});
