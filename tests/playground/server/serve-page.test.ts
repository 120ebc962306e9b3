import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startTestProxy, type TestProxy } from './start-test-proxy';

async function buildPage(proxy: TestProxy): Promise<void> {
  const dist = join(proxy.folder, 'dist');
  await mkdir(join(dist, 'assets'), { recursive: true });
  await writeFile(join(dist, 'index.html'), '<title>page</title>');
  await writeFile(join(dist, 'assets', 'main.js'), 'let a;');
}

it('explains how to build the page while it is missing, and serves it once it is built', async () => {
  const proxy = await startTestProxy();
  expect(await proxy.call('GET', '/')).toEqual({
    status: 503,
    body: { detail: expect.stringContaining('npm run build:playground') },
  });
  await buildPage(proxy);
  expect((await fetch(`${proxy.url}/`)).status).toBe(200);
});

it.each([
  ['/', 'text/html', '<title>page</title>'],
  ['/models', 'text/html', '<title>page</title>'],
  ['/assets/main.js', 'text/javascript', 'let a;'],
])('serves %s without a key', async (path, type, text) => {
  const proxy = await startTestProxy({ apiKey: 'key' });
  await buildPage(proxy);
  const response = await fetch(proxy.url + path);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toContain(type);
  expect(await response.text()).toBe(text);
});

it.each([
  '/nothing',
  '/assets/none.js',
  '/..%2Frules.env',
  '/%2e%2e/rules.env',
  '/assets/..%5c..%5crules.env',
])('responds with 404 for %s', async (path) => {
  const proxy = await startTestProxy({ env: 'SECRET=1\n' });
  await buildPage(proxy);
  const { status, body } = await proxy.call('GET', path);
  expect(status).toBe(404);
  expect(JSON.stringify(body)).not.toContain('SECRET');
});
