import { writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { DEFAULT_MODEL_COUNT } from '@/playground/server/catalogue';
import { startTestProxy } from './start-test-proxy';
import { startTestUpstream } from './upstream/start-test-upstream';

it('lists the demo model, labelled as such, and all models while there are no rules', async () => {
  const proxy = await startTestProxy();
  const { status, body } = await proxy.call('GET', '/v1/models');
  expect(status).toBe(200);
  expect(body).toMatchObject({
    object: 'list',
    data: expect.arrayContaining([
      expect.objectContaining({
        id: 'demo/assistant',
        object: 'model',
        owned_by: 'steward-demo',
        description: expect.stringContaining('rule-based stand-in'),
      }),
      { id: 'openai/gpt-4o', object: 'model', created: expect.any(Number), owned_by: 'openai' },
    ]),
  });
  expect(await proxy.listIds()).toHaveLength(DEFAULT_MODEL_COUNT + 1);
});

it('applies the saved rules, each provider’s to its own models', async () => {
  const proxy = await startTestProxy({
    env: "IGNORE_MODELS_OPENAI='*-preview*,gpt-4*'\nWHITELIST_MODELS_OPENAI=gpt-4o\nIGNORE_MODELS_DEMO=*\n",
  });
  const ids = await proxy.listIds();
  expect(ids).toContain('demo/assistant');
  expect(ids).toContain('openai/gpt-4o');
  expect(ids).not.toContain('openai/gpt-4');
  expect(ids).not.toContain('openai/o1-preview-2024-09-12');
  expect(ids).toContain('openrouter/openai/gpt-4');
});

it('says of each model that it was created now', async () => {
  const proxy = await startTestProxy();
  const nowS = Math.floor(Date.now() / 1000);
  const { body } = await proxy.call('GET', '/v1/models');
  const [, ...others] = (body as { data: { created: number }[] }).data;
  for (const { created } of others) expect(created - nowS).toBeGreaterThanOrEqual(0);
});

it('lists models in the order of their providers, doubles included', async () => {
  const upstream = await startTestUpstream((response) => response.end(), ['b', 'a', 'b']);
  const proxy = await startTestProxy({ models: 20, upstream: { baseUrl: upstream.baseUrl, apiKey: null } });
  const ids = await proxy.listIds();
  expect(ids.slice(-3)).toEqual(['upstream/b', 'upstream/a', 'upstream/b']);
  expect((await proxy.call('GET', '/v1/admin/catalogue/upstream')).body).toEqual({
    provider: 'upstream',
    models: ['upstream/a', 'upstream/b'],
  });
});

it('reports in OpenAI’s format that the file of rules can’t be used', async () => {
  const proxy = await startTestProxy();
  await writeFile(proxy.envPath, Buffer.from([0xff]));
  const { status, body } = await proxy.call('GET', '/v1/models');
  expect(status).toBe(500);
  expect(body).toMatchObject({
    error: { type: 'server_error', message: expect.stringContaining(proxy.envPath) },
  });
});
