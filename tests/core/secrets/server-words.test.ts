import { describe, expect, it } from 'vitest';
import { withoutCredentials } from '@/src/core/secrets/server-words';

describe('the words of a page’s server', () => {
  it.each([
    ['0a1b2c3d4e5f60718293a4b5c6d7e8f9', '[key removed]'],
    ['key QWxhZGRpbjpvcGVuIHNlc2FtZTEyMzQ1Ng== is wrong', 'key [key removed]== is wrong'],
    [
      'See https://a:b@up.test/v1 for sk-0123456789abcdef.',
      'See https://[key removed]@up.test/v1 for [key removed].',
    ],
    ['{\\"api_key\\":\\"hunter2pass\\"} is wrong', '{\\"api_key\\":\\"[key removed]\\"} is wrong'],
    ["{'token': 'hunter2pass'}", "{'token': '[key removed]'}"],
    ['api_key: hunter2pass, password = s3cr3tvalue', 'api_key: [key removed], password = [key removed]'],
    ['X-Goog-Api-Key: hunter2pass', 'X-Goog-Api-Key: [key removed]'],
    ['with wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKE1 only', 'with [key removed] only'],
    ['Incorrect API key provided: abcd1234efgh5678.', 'Incorrect API key provided: [key removed].'],
  ])('%s → without the credential', (words, kept) => {
    expect(withoutCredentials(words)).toBe(kept);
  });

  it.each([
    'Channel 2 was not changed: Status 200: “database is locked”. Nothing is changed.',
    'Stopped: 6 of 40 are changed and stay so, the others are as before.',
    'Added claude-3-5-sonnet-20241022 and Meta-Llama-3.1-405B-Instruct-Turbo-FP8 to 3 channels.',
    'Entry 8c6f4276-1b5e-4f0e-9d63-0f1a2b3c4d5e has the models vendor/deepseek-r1-distill-qwen-32b.',
    'List gemini-api-key:1a2b3c4d was not changed: meanwhile it has {"rules":["gpt-5.4-mini"]}. Nothing is changed.',
    'The rules of codex-api-key:1a2b3c4d-2 can’t be changed here: it has no API key or one that another entry has.',
    'Invalid token: it has expired, max_tokens: 4096, password: longer than 8 characters, key gpt-4o-2024-11-20.',
    'accounts/fireworks/models/llama-v3p1-405b-instruct and @cf/meta/llama-3.1-8b-instruct-fp8-fast',
    'Donaudampfschifffahrtsgesellschaftskapitän, 123456789012345678901234567890',
  ])('%s → as they are', (words) => {
    expect(withoutCredentials(words)).toBe(words);
  });
});
