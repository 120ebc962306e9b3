/**
 * Shorter keys are placeholders like `none` or `ollama`, which are not secret and occur in ordinary texts.
 */
const SHORTEST_SECRET_LENGTH = 16;
const STAR = 0x2a;

/** Masks a key in bytes that arrive in parts. */
export interface KeyMask {
  /**
   * The bytes that can be passed on, with the key masked. The end of a part is held back if it may start the
   * key.
   */
  push(bytes: Uint8Array): Uint8Array;
  /** The bytes held back that turned out not to be the key. */
  end(): Uint8Array;
}

/** A mask for one answer. It keeps the length, so Content-Length stays valid. Null if there is no secret. */
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

/** A text with the key masked. */
export function maskKey(text: string, key: string | null): string {
  if (key === null || key.length < SHORTEST_SECRET_LENGTH) return text;
  return text.replaceAll(key, '*'.repeat(key.length));
}

/** Number of bytes at the end that may be the start of the key. */
function heldLength(bytes: Buffer, secret: Buffer): number {
  for (let length = Math.min(secret.length - 1, bytes.length); length > 0; length -= 1) {
    if (bytes.subarray(bytes.length - length).equals(secret.subarray(0, length))) return length;
  }
  return 0;
}
