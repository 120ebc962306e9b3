import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createKeyMask, maskKey } from '@/playground/server/upstream/mask-key';

const KEY = 'sk-sk-sk-0123456789';

it('masks the key however the bytes are split, and keeps the length', async () => {
  const part = fc.oneof(fc.constantFrom(KEY, 'sk-', KEY.slice(0, 12)), fc.string());
  await fc.assert(
    fc.asyncProperty(fc.array(part), fc.array(fc.nat(40)), async (parts, sizes) => {
      const bytes = Buffer.from(parts.join(''));
      const stream = new ReadableStream<Uint8Array>({
        start(controller) {
          let at = 0;
          for (const size of [...sizes, bytes.length]) {
            controller.enqueue(bytes.subarray(at, at + size));
            at += size;
          }
          controller.close();
        },
      });
      const mask = createKeyMask(KEY);
      const shown = Buffer.from(
        await new Response(mask === null ? stream : stream.pipeThrough(mask)).arrayBuffer(),
      );
      expect(shown.toString()).toBe(maskKey(bytes.toString(), KEY));
      expect(shown).toHaveLength(bytes.length);
    }),
  );
});

it.each([null, 'none', 'ollama'])('doesn’t mask the key %j', (key) => {
  expect(createKeyMask(key)).toBeNull();
  expect(maskKey('none of ollama', key)).toBe('none of ollama');
});
