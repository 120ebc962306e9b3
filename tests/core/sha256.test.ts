import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sha256 } from '@/src/core/sha256';

const expected = (text: string) => createHash('sha256').update(text).digest('hex');

it.each([
  ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
])('the hash of “%s” is that of the standard', (text, hash) => {
  expect(sha256([text])).toBe(hash);
});

it('agrees with Node for every length around the blocks', () => {
  for (let length = 0; length < 200; length += 1) {
    const text = 'x'.repeat(length);
    expect(sha256([text])).toBe(expected(text));
  }
});

it('agrees with Node for any texts, one after the other', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 200 })), (texts) => {
      expect(sha256(texts)).toBe(expected(texts.join('')));
    }),
  );
});
