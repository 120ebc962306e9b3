import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { idInPath, jsonRequests } from '@/scripts/adapter/templates/rest/json-requests';
import { toErrorInfo } from '@/src/core/errors';
import { say } from '@/src/schema/values/said';
import { type PageServer, type ServerAnswer, startPageServer } from './page-server';

const JSON_TYPE = 'application/json';
const LOGIN = '<!doctype html><form><input name="user"><input type="password" name="secret"></form>';

let answer: ServerAnswer;
let server: PageServer;
beforeEach(async () => {
  server = await startPageServer(() => answer);
});
afterEach(() => server.close());

const send = (method: string, path = '/api/limits') =>
  jsonRequests(server.document, () => ({ authorization: 'Bearer t' }))(
    method,
    path,
    method === 'GET' ? null : 7,
    new AbortController().signal,
  );
const errorOf = (method: string, path?: string) =>
  send(method, path).then(() => expect.fail('The request did not fail.'), toErrorInfo);

const problem = (name: 'refused' | 'unreadable' | 'signedOut' | 'forbidden') =>
  say(`template-adapter.error.${name}`);
const because = (name: Parameters<typeof problem>[0], reason: string) =>
  say('template-adapter.error.withReason', { problem: problem(name), reason });

describe('a request for JSON', () => {
  it('is sent as the API needs it, with the headers of the page itself', async () => {
    answer = [200, '{"limits":{}}', JSON_TYPE];
    expect(await send('GET')).toEqual({ limits: {} });
    expect(await send('PUT')).toEqual({ limits: {} });
    expect(server.requests).toMatchObject([
      { method: 'GET', headers: { accept: JSON_TYPE, authorization: 'Bearer t' }, body: '' },
      { method: 'PUT', headers: { accept: JSON_TYPE, 'content-type': JSON_TYPE }, body: '7' },
    ]);
  });

  it.each([
    ['nothing', 204, '', JSON_TYPE],
    ['a word', 200, 'OK', 'text/plain'],
  ])('that changes something may be answered with %s', async (_, ...answered) => {
    answer = answered;
    expect(await send('PUT')).toBeNull();
  });

  it.each([
    ['a message', '{"message":"Ada is in use."}', 'Ada is in use.'],
    ['a code and a message', '{"code":"in_use","error":"E17","message":"Ada is in use."}', 'Ada is in use.'],
    ['an error', '{"error":"Ada is in use."}', 'Ada is in use.'],
    ['an object with a message', '{"error":{"code":17,"message":"Ada is in use."}}', 'Ada is in use.'],
    ['details of a schema', '{"detail":[{"loc":["value"],"msg":"Too high."}]}', 'Too high.'],
    ['a list of errors', '{"errors":[{"message":"Ada is in use."},{"message":"Other"}]}', 'Ada is in use.'],
    ['a text', 'Ada is\n in use.', 'Ada is in use.'],
  ])('that is refused for a reason, which is %s, shows it', async (_, body, reason) => {
    answer = [400, body, body.startsWith('{') ? JSON_TYPE : 'text/plain'];
    expect(await errorOf('PUT')).toMatchObject({
      code: 'state-refused',
      message: because('refused', reason),
      details: `PUT /api/limits was answered 400: ${reason}`,
    });
    expect(await errorOf('GET')).toMatchObject({
      code: 'page-protocol',
      message: because('unreadable', reason),
    });
  });

  it('that is refused with a page shows nothing of the page', async () => {
    answer = [500, '<!doctype html><h1>Whoops</h1>', 'text/html'];
    expect(await errorOf('PUT')).toMatchObject({
      message: problem('refused'),
      details: 'PUT /api/limits was answered 500.',
    });
  });

  it('that is refused with a long text shows the beginning', async () => {
    answer = [400, 'x'.repeat(10_000), 'text/plain'];
    expect(await errorOf('PUT')).toMatchObject({ message: because('refused', 'x'.repeat(300)) });
  });

  it.each(['GET', 'PUT'])('%s without a session, and without the permission, says which', async (method) => {
    answer = [401, '', JSON_TYPE];
    expect(await errorOf(method)).toMatchObject({ message: problem('signedOut') });
    answer = [403, '{"message":"Admins only."}', JSON_TYPE];
    expect(await errorOf(method)).toMatchObject({ message: because('forbidden', 'Admins only.') });
  });

  it.each(['GET', 'PUT'])(
    '%s that is answered with a login page says that nobody is signed in',
    async (method) => {
      answer = [200, LOGIN, 'text/html'];
      expect(await errorOf(method)).toMatchObject({ message: problem('signedOut') });
    },
  );

  it.each([
    ['an empty answer', '', 'nothing'],
    ['a page', '<!doctype html><h1>Home</h1>', 'a page or a text'],
  ])('GET with %s fails in words', async (_, body, what) => {
    answer = [200, body, 'text/html'];
    expect(await errorOf('GET')).toMatchObject({
      code: 'page-protocol',
      message: problem('unreadable'),
      details: `GET /api/limits was answered with ${what} in place of JSON.`,
    });
  });

  it.each([
    ['{"id":"ada","enabled":false,"err":"Cannot find module x"}', 'Cannot find module x'],
    ['{"success":false,"message":"Too high."}', 'Too high.'],
    ['{"ok":false,"error":{"message":"Too high."}}', 'Too high.'],
    ['{"data":null,"errors":[{"message":"Too high."}]}', 'Too high.'],
  ])('that is answered 200 with an error of its own is refused: %s', async (body, reason) => {
    answer = [200, body, JSON_TYPE];
    expect(await errorOf('PUT')).toMatchObject({ message: because('refused', reason) });
  });

  it.each([
    '{"err":null}',
    '{"error":"","errors":[]}',
    '{"success":true,"error":false}',
    '[{"err":"x"}]',
    '7',
  ])('that is answered with %s has succeeded', async (body) => {
    answer = [200, body, JSON_TYPE];
    expect(await send('PUT')).toEqual(JSON.parse(body));
  });

  it('to another site is not sent', async () => {
    expect(await errorOf('PUT', '//127.0.0.1:1/api')).toMatchObject({ code: 'state-refused' });
    expect(server.requests).toEqual([]);
  });

  it('that gets no answer says so', async () => {
    await server.close();
    expect(await errorOf('GET')).toMatchObject({
      code: 'page-protocol',
      details: expect.stringMatching(/^GET \/api\/limits got no answer: /),
    });
  });
});

describe('an id in a path', () => {
  it.each([
    ['@scope/module/set', '%40scope%2Fmodule%2Fset', '%40scope/module/set'],
    ['a b?c#d', 'a%20b%3Fc%23d', 'a%20b%3Fc%23d'],
    ['100%', '100%25', '100%25'],
  ])('%s is encoded as one segment, or as its segments', (id, one, several) => {
    expect(idInPath(id, 'one segment')).toBe(one);
    expect(idInPath(id, 'segments')).toBe(several);
  });

  it.each(['..', '.', '', 'a/../../admin', 'a//b', '/a', 'a/'])('%j is refused as segments', (id) => {
    expect(() => idInPath(id, 'segments')).toThrow();
  });

  it.each(['..', '.', ''])('%j is refused as one segment', (id) => {
    expect(() => idInPath(id, 'one segment')).toThrow();
  });
});
