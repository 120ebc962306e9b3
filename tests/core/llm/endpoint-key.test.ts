import { expect, it } from 'vitest';
import { readKey } from '@/src/core/llm/endpoint-key';

it.each([
  ['sk-or-v1-abc', 'sk-or-v1-abc'],
  ['', ''],
  ['  sk-abc\n', 'sk-abc'],
  ['Bearer sk-abc', 'sk-abc'],
  ['Authorization: Bearer sk-abc', 'sk-abc'],
  ['"Authorization: Bearer sk-abc"', 'sk-abc'],
  ['x-api-key: sk-abc', 'sk-abc'],
  ['OPENAI_API_KEY=sk-abc', 'sk-abc'],
  ["export OPENAI_API_KEY='sk-abc';", 'sk-abc'],
  ['"api_key": "sk-abc",', 'sk-abc'],
  ['\u200bsk-\u2060abc\ufeff', 'sk-abc'],
  // These have the signs of a wrapping, but are keys.
  ['dGVzdA==', 'dGVzdA=='],
  ['a_b==', 'a_b=='],
  ['bearer-7f3a', 'bearer-7f3a'],
])('the key in %j is %j', (typed, key) => expect(readKey(typed)).toBe(key));

it.each([
  ['only the word before a key', 'Bearer ', 'has no key'],
  ['only quotation marks', '""', 'has no key'],
  ['a key over two lines', 'sk-canary\n0815', 'a line break'],
  ['two keys', 'sk-canary sk-0815', 'a space'],
  ['a shortened key', 'sk-canary…0815', 'can’t be sent: …'],
  ['a hidden key', '••••••••', 'can’t be sent: •'],
  ['letters of another script', 'sk-саnary', 'can’t be sent: с'],
])('%s is refused, without a word of it', (_, typed, message) => {
  const refusal = { code: 'invalid-message', message: expect.stringContaining(message) };
  expect(() => readKey(typed)).toThrow(expect.objectContaining(refusal));
  expect(() => readKey(typed)).not.toThrow(
    expect.objectContaining({ message: expect.stringContaining('canary') }),
  );
});
