import { expect, it } from 'vitest';
import { startTestProxy } from '../start-test-proxy';
import { startTestUpstream } from '../upstream/start-test-upstream';
import { askModel as ask } from './ask-model';

it('the statistics count requests and tokens by provider, including the upstream’s and cached ones', async () => {
  const usage = {
    prompt_tokens: 100,
    completion_tokens: 7,
    total_tokens: 107,
    prompt_tokens_details: { cached_tokens: 40 },
  };
  const upstream = await startTestUpstream((response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    const event = `data: ${JSON.stringify({ choices: [], usage })}\n\n`;
    response.write(event.slice(0, 30));
    setTimeout(() => response.end(`${event.slice(30)}data: [DONE]\n\n`), 10);
  });
  const proxy = await startTestProxy({ upstream: { baseUrl: upstream.baseUrl, apiKey: null } });
  await ask(proxy, 'upstream/x');
  await ask(proxy, 'upstream/x');
  await ask(proxy, 'demo/assistant');
  const { body } = await proxy.call('GET', '/v1/quota-stats');
  expect(body).toMatchObject({
    providers: {
      upstream: {
        total_requests: 2,
        tokens: { input_cached: 80, input_uncached: 120, input_cache_pct: 40, output: 14 },
        approx_cost: null,
      },
      demo: { total_requests: 1 },
    },
    summary: { total_providers: 2, total_requests: 3 },
    data_source: 'cache',
  });
  const one = await proxy.call('GET', '/v1/quota-stats?provider=upstream');
  expect(one.body).toMatchObject({ summary: { total_requests: 2 } });
  expect(one.body).not.toHaveProperty('providers.demo');
});

it('the statistics can be refreshed, without effect', async () => {
  const proxy = await startTestProxy();
  const { status, body } = await proxy.call('POST', '/v1/quota-stats', { action: 'reload', scope: 'all' });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    data_source: 'refreshed',
    refresh_result: { success: true, action: 'reload' },
  });
});

it.each([
  [{ action: 'forget' }, 400],
  [{ scope: 'some' }, 400],
  [{ scope: 'provider' }, 400],
  [{ scope: 'credential', provider: 'x' }, 400],
  [{ action: 1 }, 422],
  ['{', 422],
])('a refresh with %j is refused', async (request, status) => {
  const proxy = await startTestProxy();
  expect(await proxy.call('POST', '/v1/quota-stats', request)).toEqual({
    status,
    body: { detail: expect.stringMatching(/\w/) },
  });
});
