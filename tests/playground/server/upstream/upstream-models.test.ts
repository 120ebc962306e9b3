import { describe, expect, it } from 'vitest';
import { startTestProxy } from '../start-test-proxy';
import { startTestUpstream } from './start-test-upstream';

const KEY = 'sk-upstream-0123456789abcdef';
const FILTERS = '/v1/admin/config/model-filters/upstream';

async function startBoth(options: { env?: string; ids?: readonly string[] } = {}) {
  const upstream = await startTestUpstream((response) => response.end('<html>'), options.ids);
  const proxy = await startTestProxy({
    models: 20,
    upstream: { baseUrl: upstream.baseUrl, apiKey: KEY },
    ...(options.env === undefined ? {} : { env: options.env }),
  });
  return { upstream, proxy };
}

it('lists the upstream’s models beside the others, with its prefix, as currently available', async () => {
  const { upstream, proxy } = await startBoth();
  const ids = await proxy.listIds();
  expect(ids).toHaveLength(1 + 20 + 2);
  expect(ids.slice(-2)).toEqual(['upstream/gpt-9', 'upstream/vendor/preview-1']);
  expect(upstream.calls).toMatchObject([
    { method: 'GET', path: '/v1/models', headers: { authorization: `Bearer ${KEY}` } },
  ]);
  await proxy.listIds();
  expect(upstream.calls).toHaveLength(2);
});

it('hides the upstream’s models by the rules of the provider upstream, which are saved like any other’s', async () => {
  const { proxy } = await startBoth();
  const rules = { ignore: ['*preview*'], whitelist: [] };
  expect((await proxy.call('PUT', FILTERS, rules)).status).toBe(200);
  expect(await proxy.listIds()).not.toContain('upstream/vendor/preview-1');
  expect(await proxy.readEnv()).toBe("IGNORE_MODELS_UPSTREAM='*preview*'\n");
});

it('shows the upstream’s models on the filter page, including hidden ones', async () => {
  const { proxy } = await startBoth({ env: 'IGNORE_MODELS_UPSTREAM=*\n' });
  const { body } = await proxy.call('GET', '/v1/admin/catalogue');
  expect(body).toMatchObject({
    providers: expect.arrayContaining([{ name: 'upstream', count: 2 }]),
    filters: { upstream: { ignore: ['*'], whitelist: [] } },
  });
  expect((await proxy.call('GET', '/v1/admin/catalogue/upstream')).body).toEqual({
    provider: 'upstream',
    models: ['upstream/gpt-9', 'upstream/vendor/preview-1'],
  });
});

it('never reveals the upstream’s key in the admin API', async () => {
  const { proxy } = await startBoth();
  const { status, body } = await proxy.call('GET', '/v1/admin/catalogue');
  expect(status).toBe(200);
  expect(JSON.stringify(body)).not.toContain(KEY.slice(-4));
});

describe('an upstream without a usable list', () => {
  it('is reported with a 502, while other requests work', async () => {
    const { upstream, proxy } = await startBoth();
    await upstream.close();
    expect(await proxy.call('GET', '/v1/models')).toMatchObject({
      status: 502,
      body: { error: { code: 'upstream_unreachable', message: expect.stringContaining(upstream.baseUrl) } },
    });
    expect(await proxy.call('GET', '/v1/admin/catalogue')).toEqual({
      status: 502,
      body: { detail: expect.stringContaining('ECONNREFUSED') },
    });
    const chat = { model: 'demo/assistant', messages: [{ role: 'user', content: 'Hello' }] };
    expect((await proxy.call('POST', '/v1/chat/completions', chat)).status).toBe(200);
    expect((await proxy.call('PUT', FILTERS, { ignore: ['a'], whitelist: [] })).status).toBe(200);
  });

  it('is reported if it answers with something else', async () => {
    const { proxy } = await startBoth({ ids: [] });
    expect(await proxy.call('GET', '/v1/models')).toMatchObject({
      status: 502,
      body: { error: { code: 'upstream_unusable', message: expect.stringContaining('UPSTREAM_BASE_URL') } },
    });
  });
});
