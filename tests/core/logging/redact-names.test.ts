import { expect, it } from 'vitest';
import { redact } from '@/src/core/logging/redact';

const KEY = 'sk-proj-AbCdEfGhIjKlMnOpQrStUvWxYz0123456789';

it.each([
  ['a name', { [KEY]: 3 }],
  ['a name in a text that is JSON', { text: JSON.stringify({ keys: { [KEY]: 'on' } }) }],
  ['a header’s name', { headers: [{ name: KEY, value: 'x' }] }],
  ['a model’s id', { model: KEY }],
  ['an argument', { argumentsText: `{"pattern":"${KEY}"}` }],
  ['an error', { error: { details: `401 for ${KEY}` } }],
  ['a query', { url: `https://a.example/v1?x=${KEY}` }],
  ['a path', { url: `https://a.example/${KEY}/v1` }],
  ['a text with a line break in it', { text: `${KEY.slice(0, 20)}\n${KEY.slice(20)}` }],
  ['a percent-encoded query', { url: `https://a.example/?u=https%3A%2F%2Fb%2F%3Fapi_key%3D${KEY}` }],
  ['a number’s name with "token"', { tokens: KEY }],
  ['a header Authorization without a scheme', { text: 'Authorization: Zm9vYmFyYmF6cXV4MTIz' }],
  ['user info', { text: 'https://ann:hunter22@a.example/' }],
  ['a Google key', { text: 'AIzaSyD-1234567890abcdefghijklmnopqrstu' }],
  [
    'a JWT',
    { text: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U' },
  ],
])('a key that nobody has told Steward is removed from %s', (_, value) => {
  const text = JSON.stringify(redact(value as never, []));
  for (const secret of [
    KEY,
    KEY.slice(8),
    'hunter22',
    'AIzaSyD-1234567890',
    'Zm9vYmFyYmF6cXV4MTIz',
    'dozjgNryP4J3jVm',
  ]) {
    expect(text).not.toContain(secret);
  }
});
