import { expect, it } from 'vitest';
import { startTestProxy } from './start-test-proxy';

it.each([
  ['GET', '/v1/models'],
  ['POST', '/v1/chat/completions'],
  ['GET', '/v1/admin/catalogue'],
  ['PUT', '/v1/admin/model-filters'],
  ['GET', '/v1/health'],
  ['GET', '/v1/nothing'],
])(
  'refuses %s %s without the key, with another key, and with the key in another form',
  async (method, path) => {
    const proxy = await startTestProxy({ apiKey: 'right key' });
    for (const header of ['', 'Bearer wrong', 'right key', 'Basic right key', 'Bearer']) {
      const { status, body } = await proxy.call(method, path, undefined, { Authorization: header });
      expect(status).toBe(401);
      expect(body).toEqual({ detail: 'Invalid or missing API Key' });
    }
  },
);

it('accepts the right key', async () => {
  const proxy = await startTestProxy({ apiKey: 'right key' });
  expect((await proxy.call('GET', '/v1/models')).status).toBe(200);
});

it('accepts every request if no key is set', async () => {
  const proxy = await startTestProxy();
  expect((await proxy.call('GET', '/v1/models', undefined, { Authorization: 'Bearer any' })).status).toBe(
    200,
  );
});
