import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createKeyMask, maskKey } from '@/playground/server/upstream/mask-key';

const KEY = 'sk-sk-sk-0123456789';

it('masks the key however the bytes are split, and keeps the length', () => {
  const text = fc
    .array(fc.oneof(fc.constant(KEY), fc.constant('sk-'), fc.constant(KEY.slice(0, 12)), fc.string()))
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, fc.array(fc.nat(40)), (whole, sizes) => {
      const mask = createKeyMask(KEY);
      const bytes = Buffer.from(whole);
      const shown: Uint8Array[] = [];
      let at = 0;
      for (const size of [...sizes, bytes.length]) {
        shown.push(mask?.push(bytes.subarray(at, at + size)) ?? bytes);
        at += size;
      }
      shown.push(mask?.end() ?? bytes);
      expect(Buffer.concat(shown).toString()).toBe(maskKey(bytes.toString(), KEY));
      expect(Buffer.concat(shown)).toHaveLength(bytes.length);
    }),
  );
});

it('holds back only bytes that may start the key', () => {
  const mask = createKeyMask(KEY);
  expect(Buffer.from(mask?.push(Buffer.from('data: {}\n\n')) ?? []).toString()).toBe('data: {}\n\n');
});

it.each([null, 'none', 'ollama'])('doesn’t mask the key %j', (key) => {
  expect(createKeyMask(key)).toBeNull();
  expect(maskKey('none of ollama', key)).toBe('none of ollama');
});
