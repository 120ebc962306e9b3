import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KEY_REMOVED } from '@/src/core/secrets/known-secrets';
import { createSecretRemover } from '@/src/core/secrets/secret-filter';

const KEY = 'sk-canary/0815"x';
const inJson = (text: string) => JSON.stringify(text).slice(1, -1);
/** Every character as `\uXXXX`. */
const escaped = (text: string) =>
  Array.from(text, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');

/** Forms of a key in an answer. */
const WRITTEN: [string, (key: string) => string][] = [
  ['unchanged', (key) => key],
  ['in a JSON string', inJson],
  ['in JSON in a JSON string', (key) => inJson(inJson(key))],
  ['with escapes for all characters', escaped],
  ['with escapes for some characters', (key) => key.replace(/["\\a-m]/g, escaped)],
  ['with escapes in JSON in a JSON string', (key) => inJson(escaped(key))],
  ['with escaped slashes', (key) => inJson(key).replaceAll('/', '\\/')],
  ['in an address', encodeURIComponent],
  ['in Base64', (key) => Buffer.from(`Basic ${key} here`).toString('base64')],
];

/** Cuts a text at offsets, which are taken modulo its length. */
function cut(text: string, places: readonly number[]): string[] {
  const at = [0, ...places.map((place) => place % (text.length + 1)), text.length].sort((a, b) => a - b);
  return at.slice(1).map((end, index) => text.slice(at[index], end));
}

/** A text's content read literally, as a JSON string, and as JSON in a JSON string. */
function readings(text: string): string[] {
  const unescaped = (read: string) =>
    read.replace(/\\(?:u([0-9a-fA-F]{4})|(?!u)([\s\S]))/g, (_, code: string | undefined, other: string) =>
      code === undefined
        ? /[bfnrt]/.test(other)
          ? '\n'
          : other
        : String.fromCharCode(Number.parseInt(code, 16)),
    );
  return [text, unescaped(text), unescaped(unescaped(text))];
}

function inPieces(secrets: readonly string[], pieces: readonly string[]): string {
  const filter = createSecretRemover(secrets).filter();
  return pieces.map((piece) => filter.add(piece)).join('') + filter.end();
}

describe.each(WRITTEN)('a key %s', (_, write) => {
  it.each(['', 'before ', '\\', 'sk-', 'sk-canary', '{"a":"\\u00'])('is removed after %j', (before) => {
    const text = `${before}${write(KEY)} after`;
    const removed = createSecretRemover([KEY]).remove(text);
    expect(removed).toContain(KEY_REMOVED);
    expect(removed).not.toContain(write(KEY));
  });
});

const texts = fc.oneof(
  fc.string({ unit: 'binary-ascii', maxLength: 12 }),
  fc.constantFrom('\\', '\\u', 'sk', '"'),
);
const keys = fc.oneof(
  fc.stringMatching(/^[!-~]{8,30}$/),
  // Keys that overlap with themselves.
  fc.stringMatching(/^[ab]{8,12}$/),
);
const stories = fc.record({
  keys: fc.array(keys, { minLength: 1, maxLength: 3 }),
  parts: fc.array(fc.tuple(texts, fc.nat(2), fc.constantFrom(...WRITTEN.map(([, write]) => write))), {
    minLength: 1,
    maxLength: 4,
  }),
  places: fc.array(fc.nat(400), { maxLength: 12 }),
});

describe('a text in pieces', () => {
  it('gives the same result as the whole text, wherever it is cut, and contains no key', () => {
    fc.assert(
      fc.property(stories, ({ keys: secrets, parts, places }) => {
        const text = parts
          .map(([before, index, write]) => before + write(secrets[index % secrets.length] ?? ''))
          .join('');
        const whole = createSecretRemover(secrets).remove(text);
        expect(inPieces(secrets, cut(text, places))).toBe(whole);
        for (const secret of secrets) {
          for (const read of readings(whole)) expect(read).not.toContain(secret);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it('contains no key whose last character may be the start of an escape', () => {
    const key = 'a-key-with-\\';
    // In JSON in a JSON string, the last escape is complete at the outer level only.
    const text = `\\\\u0061${key.slice(1, -1)}\\u005c`;
    expect(createSecretRemover([key]).remove(text)).toBe(KEY_REMOVED);
  });

  it('is passed on at once, except for the possible start of a key', () => {
    const filter = createSecretRemover([KEY]).filter();
    expect(filter.add('Some text, ')).toBe('Some text, ');
    expect(filter.add('and sk-ca')).toBe('and ');
    expect(filter.add('ts.')).toBe('sk-cats.');
    expect(filter.add(' sk-canary/0815')).toBe(' ');
    expect(filter.add('"x.')).toBe(`${KEY_REMOVED}.`);
    expect(filter.end()).toBe('');
  });

  it('is unchanged if it contains no key', () => {
    fc.assert(
      fc.property(fc.array(texts), (pieces) => {
        expect(inPieces(['a-key-that-is-nowhere-1'], pieces)).toBe(pieces.join(''));
      }),
    );
  });
});
