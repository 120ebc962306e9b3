import { expect, it } from 'vitest';
import { isClosedToExtensions } from '@/src/background/sites/closed-sites';

it.each([
  ['chrome://extensions/', '', true],
  ['about:addons', '', true],
  ['file:///etc/hosts', '', true],
  ['https://chromewebstore.google.com/detail/x', '', true],
  ['https://chrome.google.com/webstore/category/extensions', '', true],
  ['https://addons.mozilla.org/en-US/firefox/', '', true],
  ['', 'Error: Cannot access a chrome:// URL', true],
  ['', 'Error: Cannot access a chrome-extension:// URL of different extension', true],
  ['', 'Error: The extensions gallery cannot be scripted.', true],
  ['https://chrome.google.com/', '', false],
  ['http://127.0.0.1:8787/', 'Steward is not turned on', false],
  ['', 'Error: Cannot access contents of the page. Extension manifest must request permission.', false],
])('%j, refused with %j, is closed to extensions: %s', (url, refusal, expected) =>
  expect(isClosedToExtensions(url, refusal)).toBe(expected),
);
