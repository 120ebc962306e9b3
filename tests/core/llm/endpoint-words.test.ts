import { describe, expect, it } from 'vitest';
import { readEndpointError, redactedExcerpt } from '@/src/core/llm/endpoint-words';

describe('the facts of an endpoint’s error', () => {
  it.each([
    ['a text', 'Too\n\tbig ', { message: 'Too big', codes: [], param: null, status: null }],
    ['null', null, { message: 'null', codes: [], param: null, status: null }],
    [
      'all known fields',
      { error: { message: 'No', code: 'A_Code', type: 400, status: 503, param: 'model' } },
      { message: 'No', codes: ['a_code', '400', '503'], param: 'model', status: 400 },
    ],
    [
      'numbers that are not error statuses',
      { message: 'No', code: 399, type: 600, status: 450.5 },
      { message: 'No', codes: ['399', '600', '450.5'], param: null, status: null },
    ],
    [
      'several errors',
      { errors: [{ message: 'No', code: 503 }, { message: 'x' }] },
      { message: 'No', codes: ['503'], param: null, status: 503 },
    ],
    [
      'the format of Baidu',
      { error_code: 336501, error_msg: 'No' },
      { message: 'No', codes: ['336501'], param: null, status: null },
    ],
    [
      'the format of MiniMax',
      { status_code: 1008, status_msg: 'No' },
      { message: 'No', codes: ['1008'], param: null, status: null },
    ],
    [
      'the last status',
      { message: 'No', code: 599 },
      { message: 'No', codes: ['599'], param: null, status: 599 },
    ],
  ])('are parsed from %s', (_, body, words) => {
    expect(readEndpointError(body, Number.NaN)).toMatchObject(words);
  });
});

describe('a text prepared for an error', () => {
  it.each([
    ['without a key', [], 'a key', 'a key'],
    ['with an empty key', ['', ''], 'a key', 'a key'],
    ['with a short header', ['abc', 'x abcd'], 'abc abcd', 'abc [key removed]'],
    ['with a secret inside another', ['abcd', 'abcdefgh'], 'abcd abcdefgh', '[key removed] [key removed]'],
    ['with a secret segment of the address', ['a1b2'], 'POST /a1b2/v1', 'POST /[key removed]/v1'],
    [
      'with quotes and spaces in the key',
      ['a "b"  c'],
      'a "b"  c, a \\"b\\"  c, a%20%22b%22%20%20c, a "b" c',
      '[key removed], [key removed], [key removed], [key removed]',
    ],
  ])('contains no secrets: %s', (_, secrets, text, shown) => {
    expect(redactedExcerpt(text, secrets)).toBe(shown);
  });

  it('is one line of at most 500 characters, cut after secrets were removed', () => {
    expect(redactedExcerpt(` a\n\n b ${'x'.repeat(490)}sk-1234`, ['sk-1234'])).toBe(
      `a b ${'x'.repeat(490)}[key r`,
    );
  });
});
