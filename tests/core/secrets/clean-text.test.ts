import { describe, expect, it } from 'vitest';
import { cleanPart, cleanText } from '@/src/core/secrets/clean-text';
import { KEYS_OF_SERVICES } from '@/tests/fakes/keys-of-services';

/** All parts of a text that begin and end at every third character, and at its ends. */
function partsOf(text: string): [from: number, to: number][] {
  const places = Array.from(text, (_, index) => index).filter((index) => index % 3 === 0);
  return places.flatMap((from) =>
    [...places, text.length].filter((to) => to > from).map((to): [number, number] => [from, to]),
  );
}

describe('a part of a text', () => {
  it.each(Object.entries(KEYS_OF_SERVICES))(
    'has no piece of a key of %s, wherever it begins and ends, and all other words',
    (_, key) => {
      const text = `one ${key} two`;
      const [start, end] = [4, 4 + key.length];
      for (const [from, to] of partsOf(text)) {
        const before = text.slice(from, Math.max(from, Math.min(to, start)));
        const after = text.slice(Math.min(to, Math.max(from, end)), to);
        const hasKey = from < end && to > start;
        expect(cleanPart(text, [from, to])).toBe(`${before}${hasKey ? '[key removed]' : ''}${after}`);
      }
    },
  );

  const SECRET = 'hunter2hunter2';
  it.each([
    `Authorization: ${SECRET} and more`,
    `Authorization:        Basic ${SECRET}Aa1`,
    `Bearer \u200b \u200b \u200b \u200b \u200b ${SECRET}Aa1`,
    `{"password": "${SECRET}"}`,
    `DB_PASSWORD=${SECRET}`,
    `https://me:${SECRET}@host.example/`,
    `🔑 Cookie: session=${SECRET}; b=2`,
    `-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG\n${SECRET}AAAAAAA\n-----END PRIVATE KEY-----`,
  ])('has nothing of a secret that its surroundings reveal: %j', (text) => {
    expect(cleanText(text.replace(/[ \u200b]+/g, ' '))).not.toContain(SECRET);
    const start = text.indexOf(SECRET);
    for (const from of [start, start + 3, start + 7]) {
      expect(cleanPart(text, [from, start + SECRET.length])).toBe('[key removed]');
    }
  });

  it('has the line after the value of a header', () => {
    const text = 'Authorization: Bearer abc\nAccept: text/plain\n';
    expect(cleanPart(text, [0, text.length])).toBe('Authorization: [key removed]\nAccept: text/plain\n');
  });

  it('has no invisible characters, and characters of any width', () => {
    const text = 'a 🔑\u200b\u{e0041}\u{e0042} wi\u200bde 👩\u200d🔧 b';
    expect(cleanPart(text, [2, text.length - 2])).toBe('🔑 wide 👩\u200d🔧');
  });

  it('has no key that only the part has the form of', () => {
    const key = `sk-${'a1B2'.repeat(10)}`;
    expect(cleanPart(`x${key}`, [1, key.length + 1])).toBe('[key removed]');
  });
});
