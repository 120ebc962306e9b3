import { expect, it } from 'vitest';
import { endpointSecrets, isRemovable } from '@/src/core/secrets/known-secrets';

const endpoint = { baseUrl: 'https://host.test/v1', key: null, headers: {} };

it.each([
  ['a key', { key: 'sk-canary-0815' }, ['sk-canary-0815']],
  ['a short key with a digit', { key: 'sk-12345' }, ['sk-12345']],
  ['a key too short', { key: 'sk-1234' }, []],
  ['a placeholder', { key: 'lm-studio' }, []],
  ['another placeholder', { key: 'not-needed' }, []],
  ['a word', { key: 'test' }, []],
  ['a long pass phrase', { key: 'correct-horse-battery' }, ['correct-horse-battery']],
  ['no key', { key: null }, []],
  ['a header with a secret name', { headers: { 'X-Api-Key': 'gate-4711' } }, ['gate-4711']],
  ['a header with a scheme', { headers: { 'X-Auth': 'Bearer gate-4711' } }, ['gate-4711']],
  ['a header that looks like a key', { headers: { 'X-Gate': 'a1b2c3d4e5f6a7b8' } }, ['a1b2c3d4e5f6a7b8']],
  ['a plain header', { headers: { 'X-Title': 'Steward for admins' } }, []],
  ['a content type', { headers: { Accept: 'application/json' } }, []],
  ['a path', { baseUrl: 'https://host.test/a1b2c3d4e5f6a7b8/v1' }, ['a1b2c3d4e5f6a7b8']],
])('of %s, these are removed from answers', (_, fields, secrets) => {
  const known = endpointSecrets({ ...endpoint, ...fields } as Parameters<typeof endpointSecrets>[0]);
  expect(known.filter(isRemovable)).toEqual(secrets);
});

it.each([
  ['a short key', { key: 'sk-1234' }, ['sk-1234']],
  ['a placeholder', { key: 'lm-studio' }, ['lm-studio']],
  ['a plain word in a header', { headers: { 'X-Provider': 'openai' } }, []],
  ['a sentence in a header', { headers: { 'X-Title': 'Steward for admins' } }, []],
  ['a short value of a secret header', { headers: { 'X-Auth-Mode': 'basic' } }, []],
  ['a word of eight letters in a secret header', { headers: { 'X-Auth-Pass': 'password' } }, ['password']],
  ['a header with a scheme', { headers: { 'Proxy-Authorization': 'Basic dXNlcjpwYXNz' } }, ['dXNlcjpwYXNz']],
])('of %s, these are removed from errors and logs', (_, fields, secrets) => {
  expect(endpointSecrets({ ...endpoint, ...fields } as Parameters<typeof endpointSecrets>[0])).toEqual(
    secrets,
  );
});
