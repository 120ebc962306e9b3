import { expect, it } from 'vitest';
import { endpointOrigin } from '@/src/panel/connection/endpoint-origin';

it.each([
  ['http://127.0.0.1:8787/v1', 'http://127.0.0.1/*'],
  [' https://llm.example.com/openai/v1/ ', 'https://llm.example.com/*'],
  ['http://[::1]:8080/v1', 'http://[::1]/*'],
  ['localhost:8787/v1', null],
  ['127.0.0.1:8787', null],
  ['ftp://example.com', null],
  ['', null],
])('asks for %j with %j', (baseUrl, origin) => {
  expect(endpointOrigin(baseUrl)).toBe(origin);
});
