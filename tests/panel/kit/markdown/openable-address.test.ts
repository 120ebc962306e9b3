import { expect, it } from 'vitest';
import { openableAddress } from '@/src/panel/kit/markdown/openable-address';

it.each([
  ['https://example.com/a?b=c', 'https://example.com/a?b=c'],
  ['http://127.0.0.1:8787', 'http://127.0.0.1:8787/'],
  ['mailto:a@example.com', 'mailto:a@example.com'],
  ['https://ex\u0430mple.com', 'https://xn--exmple-4nf.com/'],
  ['javascript:alert(1)', null],
  ['data:text/html,x', null],
  ['file:///etc/passwd', null],
  ['chrome-extension://abc/sidepanel.html', null],
  ['/relative', null],
  ['#footnote', null],
  ['', null],
])('for %j is %j', (href, address) => {
  expect(openableAddress(href)).toBe(address);
});
