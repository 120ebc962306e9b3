import { mkdir, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { startTestProxy } from './start-test-proxy';

it('explains how to build the page while it is missing, then serves it and no other file without a key', async () => {
  const proxy = await startTestProxy({ apiKey: 'key', env: 'SECRET=1\n' });
  const hint = { detail: expect.stringContaining('npm run build:playground') };
  expect(await proxy.call('GET', '/')).toEqual({ status: 503, body: hint });
  await mkdir(`${proxy.folder}/dist/assets`, { recursive: true });
  await writeFile(`${proxy.folder}/dist/index.html`, '<title>page</title>');
  await writeFile(`${proxy.folder}/dist/assets/main.js`, 'let a;');
  for (const [path, type, text] of [
    ['/', 'text/html', '<title>page</title>'],
    ['/models', 'text/html', '<title>page</title>'],
    ['/assets/main.js', 'text/javascript', 'let a;'],
  ] as const) {
    const response = await fetch(proxy.url + path);
    expect(response.headers.get('content-type')).toContain(type);
    expect([response.status, await response.text()]).toEqual([200, text]);
  }
  for (const path of [
    '/nothing',
    '/assets/none.js',
    '/..%2Frules.env',
    '/%2e%2e/rules.env',
    '/assets/..%5c..%5crules.env',
  ]) {
    const { status, body } = await proxy.call('GET', path);
    expect([status, JSON.stringify(body)]).toEqual([404, expect.not.stringContaining('SECRET')]);
  }
});
