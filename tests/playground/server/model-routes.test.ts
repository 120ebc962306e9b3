import { expect, it } from 'vitest';
import { DEFAULT_MODEL_COUNT } from '@/playground/server/catalogue';
import { CHAT, startTestProxy } from './start-test-proxy';
import { startTestUpstream } from './upstream/start-test-upstream';

const KEY = 'sk-upstream-0123456789abcdef';

it('lists the demo model, labelled as such, and all models, each created now', async () => {
  const proxy = await startTestProxy();
  const nowS = Math.floor(Date.now() / 1000);
  const { object, data } = (await proxy.call('GET', '/v1/models')).body;
  const [demo, ...others] = data;
  expect([object, others]).toEqual(['list', expect.objectContaining({ length: DEFAULT_MODEL_COUNT })]);
  const description = expect.stringContaining('rule-based stand-in');
  expect(demo).toMatchObject({
    id: 'demo/assistant',
    object: 'model',
    owned_by: 'steward-demo',
    description,
  });
  const model = { id: 'openai/gpt-4o', object: 'model', created: expect.any(Number), owned_by: 'openai' };
  expect(others).toContainEqual(model);
  for (const { created } of others) expect(created).toBeGreaterThanOrEqual(nowS);
});

it('applies the saved rules, each provider’s to its own models', async () => {
  const proxy = await startTestProxy({
    env: "IGNORE_MODELS_OPENAI='*-preview*,gpt-4*'\nWHITELIST_MODELS_OPENAI=gpt-4o\nIGNORE_MODELS_DEMO=*\n",
  });
  const ids = await proxy.listIds();
  for (const id of ['demo/assistant', 'openai/gpt-4o', 'openrouter/openai/gpt-4']) expect(ids).toContain(id);
  for (const id of ['openai/gpt-4', 'openai/o1-preview-2024-09-12']) expect(ids).not.toContain(id);
});

it('lists the upstream’s models last as it lists them, and treats them as any other’s', async () => {
  const upstream = await startTestUpstream((response) => response.end(), ['b', 'a', 'b']);
  const proxy = await startTestProxy({
    models: 20,
    upstream: { baseUrl: upstream.baseUrl, apiKey: KEY },
    env: 'IGNORE_MODELS_UPSTREAM=a\n',
  });
  expect((await proxy.listIds()).slice(-3)).toEqual([expect.any(String), 'upstream/b', 'upstream/b']);
  expect(upstream.calls).toMatchObject([{ path: '/v1/models', headers: { authorization: `Bearer ${KEY}` } }]);
  const { body } = await proxy.call('GET', '/v1/admin/catalogue');
  expect(body.providers).toContainEqual({ name: 'upstream', count: 2 });
  expect(JSON.stringify(body)).not.toContain(KEY.slice(-4));
  expect((await proxy.call('GET', '/v1/admin/catalogue/upstream')).body.models).toEqual([
    'upstream/a',
    'upstream/b',
  ]);
  await proxy.call('PUT', '/v1/admin/config/model-filters/upstream', { ignore: ['*b'], whitelist: [] });
  expect(await proxy.readEnv()).toBe("IGNORE_MODELS_UPSTREAM='*b'\n");
});

it('an upstream without a usable list is reported with a 502, while other requests work', async () => {
  const upstream = await startTestUpstream((response) => response.end('<html>'), []);
  const proxy = await startTestProxy({ models: 20, upstream: { baseUrl: upstream.baseUrl, apiKey: null } });
  const failure = (code: string, words: string) => ({
    status: 502,
    body: { error: { code, message: expect.stringContaining(words) } },
  });
  const unusable = failure('upstream_unusable', 'UPSTREAM_BASE_URL');
  expect(await proxy.call('GET', '/v1/models')).toMatchObject(unusable);
  await upstream.close();
  const gone = failure('upstream_unreachable', upstream.baseUrl);
  expect(await proxy.call('GET', '/v1/models')).toMatchObject(gone);
  expect((await proxy.call('GET', '/v1/admin/catalogue')).body.detail).toContain('ECONNREFUSED');
  const chat = { model: 'demo/assistant', messages: [{ role: 'user', content: 'Hello' }] };
  expect((await proxy.call('POST', CHAT, chat)).status).toBe(200);
});

it('refuses every route without the key, with another key, and with the key in another form', async () => {
  const proxy = await startTestProxy({ apiKey: 'right key', faults: { redirectUrl: '' } });
  for (const [method, path] of [
    ['GET', '/v1/models'],
    ['POST', CHAT],
    ['PUT', '/v1/admin/model-filters'],
    ['PUT', '/v1/admin/faults'],
    ['GET', '/v1/nothing'],
  ] as const) {
    for (const Authorization of ['', 'Bearer wrong', 'right key', 'Basic right key', 'Bearer']) {
      const refusal = { status: 401, body: { detail: 'Invalid or missing API Key' } };
      expect(await proxy.call(method, path, undefined, { headers: { Authorization } })).toEqual(refusal);
    }
  }
  expect((await proxy.call('GET', '/v1/models')).status).toBe(200);
  const open = await startTestProxy();
  expect(
    await open.call('DELETE', '/v1/models', undefined, { headers: { Authorization: 'Bearer any' } }),
  ).toEqual({
    status: 404,
    body: { detail: 'The playground has no route DELETE /v1/models.' },
  });
});
