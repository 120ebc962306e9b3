import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createKeyMask, maskKey } from '@/playground/server/upstream/mask-key';

const KEY = 'sk-sk-sk-0123456789';

/** Sends bytes through a mask in pieces of these sizes, and the rest in one. */
async function masked(bytes: Buffer, sizes: readonly number[]): Promise<Buffer> {
  const mask = createKeyMask(KEY);
  const pieces = new ReadableStream<Uint8Array>({
    start(controller) {
      let at = 0;
      for (const size of [...sizes, bytes.length]) {
        controller.enqueue(bytes.subarray(at, at + size));
        at += size;
      }
      controller.close();
    },
  });
  return Buffer.from(await new Response(mask === null ? pieces : pieces.pipeThrough(mask)).arrayBuffer());
}

it('masks the key however the bytes are split, and keeps the length', async () => {
  const text = fc
    .array(fc.oneof(fc.constant(KEY), fc.constant('sk-'), fc.constant(KEY.slice(0, 12)), fc.string()))
    .map((parts) => parts.join(''));
  await fc.assert(
    fc.asyncProperty(text, fc.array(fc.nat(40)), async (whole, sizes) => {
      const bytes = Buffer.from(whole);
      const shown = await masked(bytes, sizes);
      expect(shown.toString()).toBe(maskKey(bytes.toString(), KEY));
      expect(shown).toHaveLength(bytes.length);
    }),
  );
});

it.each([null, 'none', 'ollama'])('doesn’t mask the key %j', (key) => {
  expect(createKeyMask(key)).toBeNull();
  expect(maskKey('none of ollama', key)).toBe('none of ollama');
});
