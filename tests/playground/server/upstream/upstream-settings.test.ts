import { expect, it } from 'vitest';
import { readUpstreamSettings, UpstreamSettingsError } from '@/playground/server/upstream/upstream-settings';

it.each([
  ['neither', null, null, null],
  ['an address', 'http://localhost:11434/v1', null, { baseUrl: 'http://localhost:11434/v1', apiKey: null }],
  ['both', 'https://a.example/v1//', 'sk-1', { baseUrl: 'https://a.example/v1', apiKey: 'sk-1' }],
  ['a bare host', 'https://a.example', 'sk-1', { baseUrl: 'https://a.example', apiKey: 'sk-1' }],
])('parses %s', (_, baseUrl, apiKey, settings) => {
  expect(readUpstreamSettings(baseUrl, apiKey)).toEqual(settings);
});

it.each([
  ['a key without an address', null, 'secret-key', 'UPSTREAM_BASE_URL'],
  ['an address without a protocol', 'a.example/v1', 'secret-key', 'UPSTREAM_BASE_URL'],
  ['another protocol', 'file:///etc', 'secret-key', 'UPSTREAM_BASE_URL'],
  ['a password in the address', 'http://u:secret-key@a.example', null, 'UPSTREAM_BASE_URL'],
  ['a query in the address', 'http://a.example/?k=secret-key', null, 'UPSTREAM_BASE_URL'],
  ['a key with a line break', 'http://a.example', 'secret-key\n', 'UPSTREAM_API_KEY'],
  ['a key in other letters', 'http://a.example', 'secret-key’', 'UPSTREAM_API_KEY'],
])('refuses %s with a sentence that contains no secret', (_, baseUrl, apiKey, words) => {
  const read = () => readUpstreamSettings(baseUrl, apiKey);
  expect(read).toThrow(UpstreamSettingsError);
  expect(read).toThrow(words);
  expect(read).not.toThrow('secret-key');
});
