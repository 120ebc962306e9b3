import { once } from 'node:events';
import { createServer } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startTestProxy } from '../start-test-proxy';
import { ASK, askForFault as ask, NOWHERE, setFault, startFaultyProxy as start } from './faulty-proxy';

describe('without --faults', () => {
  it('no fault can be set', async () => {
    const proxy = await startTestProxy({ models: 10 });
    expect((await proxy.call('PUT', '/v1/admin/faults', { fault: '500' })).status).toBe(404);
    expect((await proxy.call('GET', '/v1/admin/faults')).status).toBe(404);
  });
});

describe('the switch', () => {
  it('applies to the given number of chats, not counting lists', async () => {
    const proxy = await start();
    const set = await proxy.call('PUT', '/v1/admin/faults', { fault: '500', times: 2 });
    expect(set).toEqual({ status: 200, body: { fault: '500', times: 2 } });
    expect((await proxy.call('GET', '/v1/models')).status).toBe(500);
    const statuses = [];
    for (let count = 0; count < 3; count += 1) statuses.push((await ask(proxy, null)).status);
    expect(statuses).toEqual([500, 500, 200]);
    expect((await proxy.call('GET', '/v1/models')).status).toBe(200);
    expect((await proxy.call('GET', '/v1/admin/faults')).body).toEqual({ fault: null, times: null });
  });

  it('applies without limit if no number is given, until it is reset', async () => {
    const proxy = await start();
    await proxy.call('PUT', '/v1/admin/faults', { fault: '403' });
    for (let count = 0; count < 3; count += 1) expect((await ask(proxy, null)).status).toBe(403);
    await proxy.call('PUT', '/v1/admin/faults', { fault: null });
    expect((await ask(proxy, null)).status).toBe(200);
  });

  it.each([
    ['an unknown fault', { fault: 'fire' }],
    ['no fault', {}],
    ['no times', { fault: '500', times: 0 }],
    ['more than it knows', { fault: '500', forever: true }],
  ])('refuses %s', async (_, body) => {
    const proxy = await start();
    expect(await proxy.call('PUT', '/v1/admin/faults', body)).toEqual({
      status: 422,
      body: { detail: expect.stringMatching(/\w/) },
    });
  });

  it('requires the key like all routes', async () => {
    const proxy = await startTestProxy({ apiKey: 'k', faults: { redirectUrl: NOWHERE } });
    const wrong = { Authorization: 'Bearer wrong' };
    expect((await proxy.call('PUT', '/v1/admin/faults', { fault: '500' }, wrong)).status).toBe(401);
    expect((await ask(proxy, '500')).status).toBe(401);
  });
});

describe('faults that replace the answer', () => {
  it.each([
    ['401', 401, { detail: 'Invalid or missing API Key' }],
    ['403', 403, { error: { code: 'permission_denied' } }],
    ['404', 404, { error: { code: null } }],
    ['429', 429, { error: { code: 'rate_limit_exceeded', type: 'rate_limit_error' } }],
    ['500', 500, { error: { type: 'server_error' } }],
    ['json-error-200', 200, { error: { type: 'server_error', message: expect.stringMatching(/\w/) } }],
    ['model-gone', 404, { error: { code: 'model_not_found', param: 'model' } }],
  ])('%s: status %i', async (fault, status, body) => {
    const proxy = await start();
    const response = await ask(proxy, fault);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject(body);
    expect(response.headers.get('retry-after')).toBe(fault === '429' ? '1' : null);
    expect(proxy.requests).toEqual([]);

    await setFault(proxy, fault);
    const list = await fetch(`${proxy.url}/v1/models`);
    expect(list.status).toBe(fault === 'model-gone' ? 200 : status);
  });

  it('error-event-200: the real proxy’s error, as an event of a stream', async () => {
    const proxy = await start();
    const response = await ask(proxy, 'error-event-200');
    expect(response.status).toBe(200);
    const events = (await response.text()).split('\n\n');
    expect(events.slice(1)).toEqual(['data: [DONE]', '']);
    expect(JSON.parse(events[0]?.slice('data: '.length) ?? '')).toMatchObject({
      error: { type: 'proxy_all_credentials_exhausted', details: { normal_error_summary: '1 rate_limit' } },
    });
    await setFault(proxy, 'error-event-200');
    expect((await proxy.call('GET', '/v1/models')).status).toBe(200);
  });

  it('html-200: an HTML page instead of JSON', async () => {
    const proxy = await start();
    const response = await ask(proxy, 'html-200');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('text/html');
    expect(await response.text()).toMatch(/^<!doctype html>/);
  });

  it('redirect: a 307 to another origin', async () => {
    const asked: string[] = [];
    const elsewhere = createServer((request, response) => {
      asked.push(request.method ?? '');
      response.end('{}');
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void elsewhere.close());
    await once(elsewhere, 'listening');
    const address = elsewhere.address();
    if (address === null || typeof address === 'string') throw new Error('No port.');
    const url = `http://127.0.0.1:${address.port}/elsewhere`;
    const proxy = await start(url);
    const response = await ask(proxy, 'redirect', {}, { redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([307, url]);
    expect(asked).toEqual([]);
    await (await ask(proxy, 'redirect')).text();
    expect(asked).toEqual(['POST']);
  });

  it('model-gone: the model is missing from the list until the fault is reset', async () => {
    const proxy = await start();
    await proxy.call('PUT', '/v1/admin/faults', { fault: 'model-gone' });
    expect(await proxy.listIds()).toHaveLength(10);
    expect(await proxy.listIds()).not.toContain('demo/assistant');
    const [other = ''] = await proxy.listIds();
    expect((await ask(proxy, null, { model: other })).status).toBe(404);
    expect(await proxy.listIds()).not.toContain(other);
    await proxy.call('PUT', '/v1/admin/faults', { fault: null });
    expect(await proxy.listIds()).toHaveLength(11);
  });
});

describe('faults that reject some requests', () => {
  const tool = { type: 'function', function: { name: 'x' } };

  it.each([
    ['tools', { tools: [tool] }, 400],
    ['an empty list of tools', { tools: [] }, 200],
    ['no tools', {}, 200],
  ])('tools-refused: a request with %s', async (_, body, status) => {
    const proxy = await start();
    expect((await ask(proxy, 'tools-refused', body)).status).toBe(status);
  });

  it.each([
    ['a right order', [{ role: 'system', content: '' }, ...ASK.messages], 200],
    ['a late system message', [...ASK.messages, { role: 'system', content: '' }], 400],
    ['two messages of the user’s in a row', [...ASK.messages, ...ASK.messages], 400],
  ])('strict-role-order: a request with %s', async (_, messages, status) => {
    const proxy = await start();
    const response = await ask(proxy, 'strict-role-order', { messages });
    expect(response.status).toBe(status);
    if (status === 400) expect(await response.json()).toMatchObject({ error: { param: 'messages' } });
  });
});
