import { writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { DEFAULT_MODEL_COUNT } from '@/playground/server/catalogue';
import { startTestProxy } from './start-test-proxy';

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

it.each([
  ['/v1/models/openai/gpt-4o', 200],
  ['/v1/models/openai%2Fgpt-4o', 200],
  ['/v1/models/openrouter/openai/gpt-4o', 200],
  ['/v1/models/demo/assistant', 200],
  ['/v1/models/openai/gpt-4', 404],
  ['/v1/models/openai/none', 404],
])('returns one model: %s with %i', async (path, expected) => {
  const proxy = await startTestProxy({ env: 'IGNORE_MODELS_OPENAI=gpt-4\n' });
  const { status, body } = await proxy.call('GET', path);
  expect(status).toBe(expected);
  const missing = { error: { code: 'model_not_found', param: 'model', type: 'invalid_request_error' } };
  expect(body).toMatchObject(expected === 200 ? { object: 'model' } : missing);
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
