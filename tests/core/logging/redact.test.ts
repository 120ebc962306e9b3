import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { REMOVED, redact } from '@/src/core/logging/redact';
import type { Json } from '@/src/schema/values/json';

/** Every text in the value, including names of fields. */
function textsIn(value: Json): string[] {
  if (typeof value === 'string') return [value];
  if (value === null || typeof value !== 'object') return [String(value)];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return Object.entries(value).flatMap(([key, inner]) => [key, ...textsIn(inner)]);
}

const inJson = (text: string) => JSON.stringify(text).slice(1, -1);

/** True if a text contains the secret in any form that a reader can decode. */
function containsSecret(text: string, secret: string): boolean {
  const forms = [secret, inJson(secret), inJson(inJson(secret)), encodeURIComponent(secret)];
  return forms.some((form) => text.includes(form)) || decodedRuns(text).some((run) => run.includes(secret));
}

/** The decoded Base64 in a text, at any offset. */
function decodedRuns(text: string): string[] {
  return (text.match(/[A-Za-z0-9+/_-]{4,}/g) ?? []).flatMap((run) =>
    [0, 1, 2, 3].map((start) =>
      Buffer.from(run.slice(start).replaceAll('-', '+').replaceAll('_', '/'), 'base64').toString('utf8'),
    ),
  );
}

const base64 = (text: string) => Buffer.from(text, 'utf8').toString('base64');

/** A key in a provider's format, or any text that a header can contain. */
const secretArbitrary = fc
  .oneof(
    fc.stringMatching(/^[A-Za-z0-9_-]{8,40}$/),
    fc.stringMatching(/^[!-~]{8,40}$/),
    fc.string({ minLength: 8, maxLength: 30, unit: 'grapheme' }),
  )
  // With a space in it, the part after it counts as a secret too; another test covers that.
  .filter((secret) => !/\s/.test(secret) && !REMOVED.includes(secret) && !/\p{Surrogate}/u.test(secret));

type Hide = (secret: string, before: string, after: string) => Json;

const hidesArbitrary = fc.constantFrom<Hide>(
  (secret) => secret,
  (secret, before, after) => before + secret + after,
  (secret, before, after) => ({ [before + secret + after]: 1 }),
  (secret, before, after) => JSON.stringify({ note: [before, secret, after] }),
  (secret, before, after) => `${before} ${JSON.stringify({ note: secret })} ${after}`,
  (secret, before, after) => `${before} ${JSON.stringify(JSON.stringify({ note: secret }))} ${after}`,
  (secret, _, after) => `https://example.test/${encodeURIComponent(secret)}?x=${encodeURIComponent(after)}`,
  (secret, before, after) => base64(before + secret + after),
  (secret, before, after) =>
    base64(before + secret + after)
      .replaceAll('+', '-')
      .replaceAll('/', '_'),
  (secret) => ['Authorization', `Bearer ${secret}`],
  (secret) => ({ name: 'X-Api-Key', value: secret }),
  (secret) => ({ headers: { authorization: [secret] } }),
);

describe('a known secret', () => {
  it('never remains, at any place, literal, escaped, encoded or in Base64', () => {
    fc.assert(
      fc.property(
        secretArbitrary,
        hidesArbitrary,
        fc.string({ maxLength: 12 }),
        fc.string({ maxLength: 12 }),
        fc.jsonValue({ maxDepth: 3 }),
        (secret, hide, before, after, around) => {
          const payload = { messages: [around as Json, { content: hide(secret, before, after) }] };
          const shown = redact(payload, [secret]);
          const telling = [...textsIn(shown), JSON.stringify(shown)].filter((text) =>
            containsSecret(text, secret),
          );
          // A short secret may occur in the rest by chance.
          const byChance = [...textsIn(around as Json), JSON.stringify(around)].some((text) =>
            containsSecret(text, secret),
          );
          expect(byChance ? [] : telling).toEqual([]);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it.each<[string, Json, Json]>([
    ['in a sentence', 'The key s3cr3t-canary is wrong.', `The key ${REMOVED} is wrong.`],
    ['as a name', { 's3cr3t-canary': 1 }, { [REMOVED]: 1 }],
    ['as a number', [12345678], [REMOVED]],
    ['after its scheme', 'It was scheme-word.', `It was ${REMOVED}.`],
    ['with its slashes escaped', 'a\\/b\\/c', REMOVED],
    ['with ASCII escapes', 'caf\\u00e9s', REMOVED],
    ['with lower-case percent escapes', 'a%2fb%2fc', REMOVED],
    ['in form encoding', 'two+words+here', REMOVED],
  ])('is removed %s', (_, value, shown) => {
    const secrets = ['s3cr3t-canary', '12345678', 'Basic scheme-word', 'a/b/c', 'cafés', 'two words here'];
    expect(redact(value, secrets)).toEqual(shown);
  });

  it('that looks like parameters leaves no part of itself', () => {
    expect(redact('?token=abc=d&rest-of-it x', ['abc=d&rest-of-it'])).toBe(`?token=${REMOVED} x`);
    expect(redact('Cookie: abcd; b=c', ['abcd'])).toBe(`Cookie: ${REMOVED}`);
  });

  it('that contains another one is removed as a whole', () => {
    expect(redact('abcd-efgh', ['abcd', 'abcd-efgh'])).toBe(REMOVED);
  });

  it.each([[['']], [['abc']]])('with fewer than four characters is kept: %j', (secrets) => {
    expect(redact('abc is abc', secrets)).toBe('abc is abc');
  });

  it('with a lone surrogate does not break the log', () => {
    expect(redact('a\ud800bcd', ['a\ud800bcd'])).toBe(REMOVED);
  });
});

describe('a field with a secret name', () => {
  it.each([
    'authorization',
    'Proxy-Authorization',
    'apiKey',
    'api_key',
    'X-API-KEY',
    'cookie',
    'Set-Cookie',
    'password',
    'db_passwd',
    'clientSecret',
    'private_key',
    'credentials',
    'auth',
    'jwt',
  ])('%s has its value removed', (name) => {
    expect(redact({ [name]: 'x', deep: { [name]: { a: [1, true] } } }, [])).toEqual({
      [name]: REMOVED,
      deep: { [name]: { a: [REMOVED, REMOVED] } },
    });
  });

  it.each(['token', 'accessToken', 'refresh_token', 'tokens'])('%s keeps its counts', (name) => {
    expect(redact({ [name]: ['abc', 12, null, ''] }, [])).toEqual({ [name]: [REMOVED, 12, null, ''] });
  });

  it.each(['max_tokens_note', 'author', 'key', 'tokenizer', 'secondary'])('%s keeps a boolean', (name) => {
    const isSecret = name === 'max_tokens_note';
    expect(redact({ [name]: 'x' }, [])).toEqual({ [name]: isSecret ? REMOVED : 'x' });
  });

  it('is found in a pair, in an object of name and value, and in text that is JSON', () => {
    expect(
      redact(
        {
          pairs: [
            ['Cookie', 'a=b'],
            ['Accept', 'json'],
            ['Cookie', 'b', 'c'],
          ],
          named: [
            { name: 'X-Api-Key', value: 'abc' },
            { name: 'Accept', value: 'json' },
            { name: 7, value: 'json' },
          ],
          arguments: '{"password": "abc", "pattern": "*"}',
        },
        [],
      ),
    ).toEqual({
      pairs: [
        ['Cookie', REMOVED],
        ['Accept', 'json'],
        ['Cookie', 'b', 'c'],
      ],
      named: [
        { name: 'X-Api-Key', value: REMOVED },
        { name: 'Accept', value: 'json' },
        { name: 7, value: 'json' },
      ],
      arguments: `{"password":"${REMOVED}","pattern":"*"}`,
    });
  });

  it('stays secret inside a token', () => {
    expect(redact({ token: { password: 1, count: 2 }, password: { token: 3 } }, [])).toEqual({
      token: { password: REMOVED, count: 2 },
      password: { token: REMOVED },
    });
  });
});

describe('a text that looks like a credential', () => {
  it.each([
    ['GET https://me:pass@host.test/x', `GET https://${REMOVED}@host.test/x`],
    [
      'https://host.test/v1?key=abc&model=x#sig=d',
      `https://host.test/v1?key=${REMOVED}&model=x#sig=${REMOVED}`,
    ],
    ['https://host.test/?access_token=12', `https://host.test/?access_token=${REMOVED}`],
    [
      'OPENAI_API_KEY=abc KEY=x max_tokens=100 token=a1',
      `OPENAI_API_KEY=${REMOVED} KEY=x max_tokens=100 token=${REMOVED}`,
    ],
    ['so {"password": "a\\"b", "x": "y"} it said', `so {"password": "${REMOVED}", "x": "y"} it said`],
    ['Authorization: Basic dXNlcjpwYXNz\nAccept: json', `Authorization: ${REMOVED}\nAccept: json`],
    ['the header Bearer dXNlcjpwYXNz was sent', `the header Bearer ${REMOVED} was sent`],
    ['with sk-abcdefghijklmnop1234', `with ${REMOVED}`],
    ['ghp_abcdefghijklmnopqrst and AIzaabcdefghijklmnopqrstuvwxyz1234', `${REMOVED} and ${REMOVED}`],
    ['eyJhbGciOiJI.eyJzdWIiOiIx.c2ln xoxb-1234567890', `${REMOVED} ${REMOVED}`],
  ])('%s', (text, shown) => {
    expect(redact(text, [])).toBe(shown);
  });

  it('is found as the name of a member, and after an encoded character of an address', () => {
    const key = `sk-proj-${'aB3'.repeat(12)}`;
    expect(
      redact({ [key]: 3, url: `https://host.test/?u=https%3A%2F%2Fb.test%2F%3Fx%3D${key}` }, []),
    ).toEqual({
      [REMOVED]: 3,
      url: `https://host.test/?u=https%3A%2F%2Fb.test%2F%3Fx%3D${REMOVED}`,
    });
  });

  it.each([
    'a basic understanding of bearer instruments',
    'task-sk-and openai/gpt-4o-preview',
    '{"pattern": "*-preview*", "n": 1}',
    '{ not json',
    '[1, 2',
    'https://host.test/v1/models?page=2',
    '',
  ])('otherwise it is unchanged: %s', (text) => {
    expect(redact(text, [])).toBe(text);
  });

  it('is processed in linear time', () => {
    const hostile = ['a.', '"a":"', 'a=', '://', 'eyJaaaaaaaa-', 'sk-', 'Bearer ', 'cookie:', '\\"'];
    for (const piece of hostile) redact(piece.repeat(50_000), ['secret-canary']);
  });
});

it('redacting is idempotent', () => {
  fc.assert(
    fc.property(secretArbitrary, hidesArbitrary, fc.string(), (secret, hide, around) => {
      const once = redact(hide(secret, around, around), [secret]);
      expect(redact(once, [secret])).toEqual(once);
    }),
  );
});

it('a value without secrets is unchanged', () => {
  const value: Json = { a: [null, true, 1.5, 'text', { b: '{"c": [1, 2]}' }], max_tokens: 5 };
  expect(redact(value, ['s3cr3t-canary'])).toEqual(value);
});

it('data that is too deep is left out', () => {
  let deep: Json = 'core';
  for (let level = 0; level < 100; level += 1) deep = [deep];
  expect(JSON.stringify(redact(deep, []))).toBe(`${'['.repeat(64)}"‹too deep›"${']'.repeat(64)}`);
  expect(redact('['.repeat(100_000), [])).toHaveLength(100_000);
  expect(redact(`${'['.repeat(100_000)}${']'.repeat(100_000)}`, [])).not.toBe('');
});
