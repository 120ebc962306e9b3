import { describe, expect, it } from 'vitest';
import { normaliseBaseUrl, pathsToTry, readAddress } from '@/src/core/llm/endpoint-address';

describe('an address', () => {
  it.each([
    ['http://127.0.0.1:8787/v1', 'http://127.0.0.1:8787/v1'],
    ['  https://proxy.example/v1///  ', 'https://proxy.example/v1'],
    ['HTTP://LOCALHOST:11434/v1', 'http://localhost:11434/v1'],
  ])('%s is stored as %s', (typed, kept) => expect(normaliseBaseUrl(typed)).toBe(kept));

  it.each([
    '',
    'sk-canary-0815',
    'ftp://proxy/sk-canary-0815',
    'javascript:alert(1)',
    'https://user:sk-canary-0815@proxy/v1',
    'https://proxy/v1?key=sk-canary-0815',
    'https://proxy/v1#sk-canary-0815',
    'https://http://sk-canary-0815',
  ])('%j is refused with a remedy that repeats nothing of it', (typed) => {
    const refusal = expect.objectContaining({
      code: 'invalid-message',
      message: expect.not.stringContaining('canary'),
      remedy: expect.not.stringContaining('canary'),
      details: null,
    });
    expect(() => normaliseBaseUrl(typed)).toThrow(refusal);
  });
});

it.each([
  ['127.0.0.1:9350', 'http://127.0.0.1:9350'],
  [' localhost:11434/v1 ', 'http://localhost:11434/v1'],
  ['[::1]:4000', 'http://[::1]:4000'],
  ['10.0.0.7', 'http://10.0.0.7'],
  ['172.16.0.1:4000', 'http://172.16.0.1:4000'],
  ['192.168.1.5:8000', 'http://192.168.1.5:8000'],
  ['100.64.0.1', 'http://100.64.0.1'],
  ['[fd00::1]:4000', 'http://[fd00::1]:4000'],
  ['proxy:4000', 'http://proxy:4000'],
  ['llm.home.arpa', 'http://llm.home.arpa'],
  ['nas.local:4000', 'http://nas.local:4000'],
  ['172.32.0.1', 'https://172.32.0.1'],
  ['11.0.0.1', 'https://11.0.0.1'],
  ['api.openai.com/v1', 'https://api.openai.com/v1'],
  ['local.example', 'https://local.example'],
  ['proxy', 'https://proxy'],
  ['http://proxy.example/v1', 'http://proxy.example/v1'],
  ['ftp://proxy', 'ftp://proxy'],
  ['', ''],
  ['a proxy', 'a proxy'],
  ['http:/proxy.example/v1', 'http://proxy.example/v1'],
  ['https:\\\\proxy.example', 'https://proxy.example'],
  ['http//127.0.0.1:4000', 'http://127.0.0.1:4000'],
  ['https;//proxy.example', 'https://proxy.example'],
  ['http://http://proxy.example/v1', 'http://proxy.example/v1'],
  ['HTTPS://https:/ proxy.example', 'https://proxy.example'],
  ['https://http://proxy.example', 'https://http://proxy.example'],
  ['OPENAI_BASE_URL=http://proxy:4000/v1', 'http://proxy:4000/v1'],
  ['export API_BASE="https://proxy.example/v1"', 'https://proxy.example/v1'],
  ['"base_url": "https://proxy.example/v1",', 'https://proxy.example/v1'],
  ['base_url: 127.0.0.1:4000', 'http://127.0.0.1:4000'],
  ['<https://proxy.example>', 'https://proxy.example'],
  ['https://proxy.example/v1/chat/completions', 'https://proxy.example/v1'],
  ['proxy:4000/v1/responses/', 'http://proxy:4000/v1'],
  ['https://proxy.example/v1/models', 'https://proxy.example/v1'],
  ['https://proxy.example/models', 'https://proxy.example/models'],
  ['\ufeffhttps://proxy\u200b.example/v1\u00a0', 'https://proxy.example/v1'],
])('%j becomes %j', (typed, expected) => {
  expect(readAddress(typed)).toBe(expected);
});

it.each([
  ['http://127.0.0.1:9350', ['/v1', '']],
  ['https://openrouter.ai/api', ['', '/v1']],
  ['http://127.0.0.1:9350/v1', ['']],
  ['https://host.example/v1beta/openai', ['', '/v1']],
  ['https://host.example/v1beta', ['']],
])('the list of models of %s is requested with the paths %j', (baseUrl, expected) => {
  expect(pathsToTry(baseUrl)).toEqual(expected);
});
