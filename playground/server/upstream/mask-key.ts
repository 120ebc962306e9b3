/**
 * Length in characters from which a key is secret. Shorter keys are placeholders like `none` or `ollama`, which also
 * occur in ordinary texts.
 */
const SHORTEST_SECRET_LENGTH = 16;

/**
 * Masks a key in the bytes of one answer, which arrive in parts. Holds the end of a part back while it may be the start
 * of the key. Null if the key is not secret.
 */
export function createKeyMask(key: string | null): TransformStream<Uint8Array, Uint8Array> | null {
  if (key === null || key.length < SHORTEST_SECRET_LENGTH) return null;
  // Decoded with one character per byte, so that all other bytes stay unchanged.
  let held = '';
  return new TransformStream({
    transform(bytes, controller) {
      const text = maskKey(held + Buffer.from(bytes).toString('latin1'), key);
      const kept = heldLength(text, key);
      held = text.slice(text.length - kept);
      if (text.length > kept) controller.enqueue(Buffer.from(text.slice(0, text.length - kept), 'latin1'));
    },
    flush(controller) {
      if (held !== '') controller.enqueue(Buffer.from(held, 'latin1'));
    },
  });
}

/** Masks the key in a text. */
export function maskKey(text: string, key: string | null): string {
  if (key === null || key.length < SHORTEST_SECRET_LENGTH) return text;
  return text.replaceAll(key, '*'.repeat(key.length));
}

/** Number of characters at the end of the text that may be the start of the key. */
function heldLength(text: string, key: string): number {
  for (let length = Math.min(key.length - 1, text.length); length > 0; length -= 1) {
    if (text.endsWith(key.slice(0, length))) return length;
  }
  return 0;
}
