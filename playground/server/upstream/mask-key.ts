/** Shorter keys are placeholders like `none` or `ollama`, which are no secret and stand in ordinary texts. */
const SHORTEST_SECRET_LENGTH = 16;
const STAR = 0x2a;

/** Takes a key out of bytes that arrive in parts. */
export interface KeyMask {
  /** The bytes that can be passed on, with the key's places starred out. Ends of a part that may begin the key are held back. */
  push(bytes: Uint8Array): Uint8Array;
  /** What was held back and turned out to be no key. */
  end(): Uint8Array;
}

/** A mask for one answer. Lengths never change, so a Content-Length stays true. Null when there is nothing to hide. */
export function createKeyMask(key: string | null): KeyMask | null {
  if (key === null || key.length < SHORTEST_SECRET_LENGTH) return null;
  const secret = Buffer.from(key);
  let held = Buffer.alloc(0);
  return {
    push(bytes) {
      const all = held.length === 0 ? Buffer.from(bytes) : Buffer.concat([held, bytes]);
      for (let at = all.indexOf(secret); at >= 0; at = all.indexOf(secret, at + secret.length)) {
        all.fill(STAR, at, at + secret.length);
      }
      const kept = heldLength(all, secret);
      held = all.subarray(all.length - kept);
      return all.subarray(0, all.length - kept);
    },
    end() {
      const rest = held;
      held = Buffer.alloc(0);
      return rest;
    },
  };
}

/** A text with the key's places starred out. */
export function maskKey(text: string, key: string | null): string {
  if (key === null || key.length < SHORTEST_SECRET_LENGTH) return text;
  return text.replaceAll(key, '*'.repeat(key.length));
}

/** How many bytes at the end may be the key's beginning. */
function heldLength(bytes: Buffer, secret: Buffer): number {
  for (let length = Math.min(secret.length - 1, bytes.length); length > 0; length -= 1) {
    if (bytes.subarray(bytes.length - length).equals(secret.subarray(0, length))) return length;
  }
  return 0;
}
