import { expect, it } from 'vitest';
import { startTestProxy } from '../start-test-proxy';
import { startTestUpstream } from '../upstream/start-test-upstream';
import { ask, setFault, startFaultyProxy as start } from './start-faulty-proxy';

const FAULTS = '/v1/admin/faults';

it('no fault can be set without --faults', async () => {
  const proxy = await startTestProxy({ models: 10 });
  for (const method of ['PUT', 'GET']) {
    expect((await proxy.call(method, FAULTS, method === 'PUT' ? { fault: '500' } : undefined)).status).toBe(
      404,
    );
  }
});

it('a fault applies to the given number of chats, not counting lists, or until it is reset', async () => {
  const proxy = await start();
  expect(await setFault(proxy, '500', 2)).toEqual({ status: 200, body: { fault: '500', times: 2 } });
  const statuses = [(await proxy.call('GET', '/v1/models')).status];
  for (let count = 0; count < 3; count += 1) statuses.push((await ask(proxy, null)).status);
  expect(statuses).toEqual([500, 500, 500, 200]);
  expect((await proxy.call('GET', FAULTS)).body).toEqual({ fault: null, times: null });
  await setFault(proxy, '403');
  for (let count = 0; count < 3; count += 1) expect((await ask(proxy, null)).status).toBe(403);
  await setFault(proxy, null);
  expect((await ask(proxy, null)).status).toBe(200);
});

it.each([{ fault: 'fire' }, {}, { fault: '500', times: 0 }, { fault: '500', forever: true }])(
  'the switch refuses %j',
  async (body) => {
    const refusal = { status: 422, body: { detail: expect.stringMatching(/\w/) } };
    expect(await (await start()).call('PUT', FAULTS, body)).toEqual(refusal);
  },
);

it.each([
  ['401', 401, { detail: 'Invalid or missing API Key' }],
  ['403', 403, { error: { code: 'permission_denied' } }],
  ['404', 404, { error: { code: null } }],
  ['429', 429, { error: { code: 'rate_limit_exceeded', type: 'rate_limit_error' } }],
  ['500', 500, { error: { type: 'server_error' } }],
  ['json-error-200', 200, { error: { type: 'server_error', message: expect.stringMatching(/\w/) } }],
  ['model-gone', 404, { error: { code: 'model_not_found', param: 'model' } }],
  ['html-200', 200, '<!doctype html>'],
])('%s replaces the answer by status %i', async (fault, status, body) => {
  const proxy = await start();
  const response = await ask(proxy, fault);
  const wait = fault === '429' ? '1' : null;
  expect([response.status, response.headers.get('retry-after')]).toEqual([status, wait]);
  const text = await response.text();
  if (typeof body === 'string') expect(text.slice(0, body.length)).toBe(body);
  else expect(JSON.parse(text)).toMatchObject(body);
  expect(proxy.requests).toEqual([]);
  await setFault(proxy, fault);
  expect((await proxy.send('GET', '/v1/models')).status).toBe(fault === 'model-gone' ? 200 : status);
});

it('error-event-200: the real proxy’s error, as an event of a stream', async () => {
  const proxy = await start();
  const response = await ask(proxy, 'error-event-200');
  expect(response.status).toBe(200);
  const [event = '', ...rest] = (await response.text()).split('\n\n');
  expect(rest).toEqual(['data: [DONE]', '']);
  const details = { normal_error_summary: '1 rate_limit' };
  const error = { type: 'proxy_all_credentials_exhausted', details };
  expect(JSON.parse(event.slice('data: '.length))).toMatchObject({ error });
  await setFault(proxy, 'error-event-200');
  expect((await proxy.call('GET', '/v1/models')).status).toBe(200);
});

it('redirect: a 307 to another origin', async () => {
  const elsewhere = await startTestUpstream((response) => response.end('{}'));
  const proxy = await start(elsewhere.baseUrl);
  const response = await ask(proxy, 'redirect', {}, { redirect: 'manual' });
  expect([response.status, response.headers.get('location')]).toEqual([307, elsewhere.baseUrl]);
  await ask(proxy, 'redirect');
  expect(elsewhere.calls).toMatchObject([{ method: 'POST' }]);
});

it('model-gone: the model is missing from the list until the fault is reset', async () => {
  const proxy = await start();
  const all = await proxy.listIds();
  await setFault(proxy, 'model-gone');
  expect(await proxy.listIds()).toEqual(all.filter((id) => id !== 'demo/assistant'));
  const model = all.at(-1);
  expect((await ask(proxy, null, { model })).status).toBe(404);
  expect(await proxy.listIds()).toEqual(all.slice(0, -1));
  await setFault(proxy, null);
  expect(await proxy.listIds()).toEqual(all);
});

const user = { role: 'user', content: 'Hello' };
const system = { role: 'system', content: '' };

it.each([
  ['tools-refused', { tools: [{ type: 'function', function: { name: 'x' } }] }, 'tools'],
  ['tools-refused', { tools: [] }, null],
  ['tools-refused', {}, null],
  ['strict-role-order', { messages: [system, user] }, null],
  ['strict-role-order', { messages: [user, system] }, 'messages'],
  ['strict-role-order', { messages: [user, user] }, 'messages'],
])('%s with %j refuses %s', async (fault, body, param) => {
  const response = await ask(await start(), fault, { ...body, stream: false });
  expect(response.status).toBe(param === null ? 200 : 400);
  if (param !== null) expect(await response.json()).toMatchObject({ error: { param } });
});
