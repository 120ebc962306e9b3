import { expect, it } from 'vitest';
import { startTestProxy, type TestProxy } from '../start-test-proxy';
import { askModel as ask } from './ask-model';

async function countEntries(proxy: TestProxy, query = ''): Promise<unknown> {
  const { body } = await proxy.call('GET', `/v1/admin/transactions${query}`);
  return (body as { total: unknown }).total;
}

async function withFailures(): Promise<TestProxy> {
  const proxy = await startTestProxy({ models: 10, faults: { redirectUrl: 'http://127.0.0.1:9/' } });
  const fault = (name: string) => ({ 'x-steward-fault': name });
  await ask(proxy, 'demo/assistant');
  await ask(proxy, 'nobody');
  await ask(proxy, 'demo/assistant', {}, fault('429'));
  await ask(proxy, 'demo/assistant', {}, fault('json-error-200'));
  await ask(proxy, 'demo/assistant', { stream: true }, fault('cut')).catch(() => 'cut');
  return proxy;
}

it('incomplete answers are failures, with the reason', async () => {
  const proxy = await withFailures();
  const { status, body } = await proxy.call('GET', '/v1/admin/failures');
  expect(status).toBe(200);
  expect(body).toMatchObject({
    failures: [
      { error_type: 'broken_stream', provider: 'demo', attempt_number: 1 },
      { error_type: 'internal_error', error_message: expect.stringContaining('failed') },
      { error_type: 'rate_limit_exceeded', model: 'demo/assistant' },
      { error_type: 'http_400', provider: 'nobody' },
    ],
    total: 4,
    providers: [
      { name: 'demo', count: 3 },
      { name: 'nobody', count: 1 },
    ],
    error_types: expect.arrayContaining([{ type: 'broken_stream', count: 1 }]),
  });
  const filtered = await proxy.call(
    'GET',
    '/v1/admin/failures?provider=demo&error_type=broken_stream&page_size=1',
  );
  expect(filtered.body).toMatchObject({ total: 1, page_size: 1 });
  expect((await proxy.call('GET', '/v1/admin/failures?page_size=0')).status).toBe(422);
});

it('failures are returned by the health route, in detail or in short', async () => {
  const proxy = await withFailures();
  const short = await proxy.call('GET', '/v1/health');
  expect(short.body).toMatchObject({
    status: 'ok',
    models: 10,
    uptime_seconds: expect.any(Number),
    providers: { active: ['demo'], with_errors: ['demo', 'nobody'] },
    credentials: { total: 0, active: 0 },
  });
  expect(short.body).not.toHaveProperty('errors');
  const full = await proxy.call('GET', '/v1/health?detail=full');
  expect(full.body).toMatchObject({
    models_current_window: expect.arrayContaining([
      expect.objectContaining({ model: 'demo/assistant', requests: 4, success_count: 1, failure_count: 3 }),
    ]),
    errors: {
      total_errors: 4,
      by_provider: { nobody: { count: 1, error_types: { http_400: 1 } } },
      by_model: { 'demo/assistant': { count: 3 } },
    },
  });
  expect(await proxy.call('GET', '/v1/health?detail=all')).toEqual({
    status: 422,
    body: { detail: 'detail can be summary or full.' },
  });
});

it.each([
  ['', 4, 4],
  ['?limit=1', 1, 4],
  ['?provider=nobody', 1, 1],
  ['?model=demo/assistant', 3, 3],
])('failures are listed by /v1/health/errors%s', async (query, count, total) => {
  const proxy = await withFailures();
  const { body } = await proxy.call('GET', `/v1/health/errors${query}`);
  expect(body).toEqual({ errors: expect.any(Array), total_matching: total });
  expect((body as { errors: unknown[] }).errors).toHaveLength(count);
});

it('requests cancelled by the client are not failures', async () => {
  const planReply = () => ({ reasoning: '', content: 'word '.repeat(1000), toolCalls: [] });
  const proxy = await startTestProxy({ planReply, latencyMs: 10 });
  const client = new AbortController();
  const response = await fetch(`${proxy.url}/v1/chat/completions`, {
    method: 'POST',
    body: JSON.stringify({
      model: 'demo/assistant',
      messages: [{ role: 'user', content: 'Hello' }],
      stream: true,
    }),
    signal: client.signal,
  });
  await response.body?.getReader().read();
  client.abort();
  await expect.poll(async () => await countEntries(proxy)).toBe(1);
  expect(await countEntries(proxy, '?status=error')).toBe(0);
  expect(await countEntries(proxy, '?status=success')).toBe(0);
  expect((await proxy.call('GET', '/v1/admin/failures')).body).toMatchObject({ total: 0 });
});
