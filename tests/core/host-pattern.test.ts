import { expect, it } from 'vitest';
import { hostPattern } from '@/src/core/host-pattern';

it.each([
  ['http://127.0.0.1:8787', 'http://127.0.0.1/*'],
  [' https://proxy.example/v1?x=1 ', 'https://proxy.example/*'],
  ['HTTP://LOCALHOST:11434/v1', 'http://localhost/*'],
  ['http://[::1]:8787/', 'http://[::1]/*'],
  ['chrome://settings', null],
  ['proxy.example', null],
  ['', null],
])('access to %j is requested as %j', (url, expected) => expect(hostPattern(url)).toBe(expected));
