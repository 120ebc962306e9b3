// @document
import { expect, it } from 'vitest';
import { identityOf, matchesUrl } from '@/src/adapters/kit/page-sign';

it.each([
  ['https://a.example/x*', 'https://a.example/x/1?q', true],
  ['https://a.example/x', 'https://a.example/x/1', false],
  ['https://a.example/x*', 'https://a_example/x', false],
  ['*://*.example/admin*', 'http://one.example/admin', true],
  ['https://a.example/#/switches*', 'https://a.example/#/switches/2', true],
  ['https://a.example/?tab=[1]', 'https://a.example/?tab=1', false],
])('the pattern %s compared with %s gives %s', (pattern, url, isMatch) => {
  expect(matchesUrl(pattern, url)).toBe(isMatch);
});

it.each(['site', 'path'] as const)('a page is identified by its %s', (by) => {
  const { origin, pathname } = new URL(document.URL);
  expect(identityOf(document, by).instanceId).toBe(by === 'site' ? origin : `${origin}${pathname}`);
});
