import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import { renderTemplate, templateFiles } from '@/scripts/adapter/render-template';
import type { NewAdapter } from '@/scripts/adapter/template-kinds';
import { ROOT } from '@/scripts/set-up.mjs';
import type { AdapterCase } from '@/tests/conformance/adapter-case';
import { answerFrom } from '@/tests/conformance/answer-from';
import { onlyIn } from './only-in';
import { test } from './product-test';
import { thorough } from './thorough';

/** Time for the build with the adapter and for the calls, in milliseconds. */
const TIMEOUT_MS = 400_000;

const ADAPTER: NewAdapter = {
  ...{ id: 'team-limits', title: 'Team limits', match: 'http://127.0.0.1*/limits*', kind: 'rest' },
  ...{ changes: 'live', identity: 'site', noun: 'limit', value: 'number' },
};

/** The fixture's site on a real server, which answers only requests with this cookie. */
async function startSite({ open }: AdapterCase, cookie: string) {
  const { answer } = await open(null);
  if (answer === null) throw new Error('The fixture has no server.');
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    const { method = '', url: path = '' } = request;
    if (request.headers.cookie !== cookie) {
      response.writeHead(401, { 'content-type': 'text/html' }).end('<h1>Sign in</h1>');
      return;
    }
    const answered = answerFrom(answer, { method, path, headers: {}, body: body === '' ? null : body });
    response.writeHead(answered.status, answered.headers).end(answered.body);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test(
  'try-adapter previews a call on a real page with somebody’s session, approves it, and changes the page',
  onlyIn('chromium', 'The command starts Chromium.', thorough({ tag: '@adapters' })),
  async () => {
    test.setTimeout(TIMEOUT_MS);
    mkdirSync(join(ROOT, 'test-results'), { recursive: true });
    const parent = mkdtempSync(join(ROOT, 'test-results', 'tried-'));
    const folder = join(parent, ADAPTER.id);
    mkdirSync(folder);
    for (const name of templateFiles(ADAPTER.kind)) {
      writeFileSync(join(folder, name), renderTemplate(name, ADAPTER));
    }
    const { conformance }: { conformance: AdapterCase } = await import(
      pathToFileURL(join(folder, 'conformance.ts')).href
    );
    const { server, origin } = await startSite(conformance, 'session=s1');
    const session = { name: 'session', value: 's1', domain: '127.0.0.1', path: '/', expires: -1 };
    const flags = { httpOnly: true, secure: false, sameSite: 'Lax' };
    const storage = join(parent, 'session.json');
    writeFileSync(storage, JSON.stringify({ cookies: [{ ...session, ...flags }], origins: [] }));

    const pictures = join(parent, 'pictures');
    const options = ['--url', `${origin}/limits`, '--storage', storage, '--screenshots', pictures];
    const calls = ['set_limit {"name":"linus","value":9}', 'set_limit {"name":"dennis","value":9}'];
    const args = [...options, ...calls.flatMap((call) => ['--call', call])];
    const { stdout } = await promisify(execFile)(
      'node',
      ['scripts/try-adapter.mjs', '--adapter', folder, ...args],
      { cwd: ROOT },
    );

    expect(stdout).toContain('limit "linus": 0 → 9');
    expect(stdout).toContain('Set linus to 9 (was 0).');
    expect(stdout).toContain('is in use and can’t be changed now.');
    const read = await fetch(`${origin}/api/limits`, { headers: { cookie: 'session=s1' } });
    expect(await read.json()).toMatchObject({ limits: { linus: 9, dennis: 40 } });
    expect(readdirSync(pictures)).toEqual(
      expect.arrayContaining([expect.stringContaining('set_limit-asks')]),
    );
    server.closeAllConnections();
    server.close();
    rmSync(parent, { recursive: true });
  },
);
