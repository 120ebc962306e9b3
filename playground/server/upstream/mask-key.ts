/**
 * Shorter keys are placeholders like `none` or `ollama`, which are not secret and occur in ordinary texts.
 */
const SHORTEST_SECRET_LENGTH = 16;

/**
 * Masks a key in bytes that arrive in parts, of one answer. The end of a part is held back while it may start the key.
 * Null if there is no secret.
 */
export function createKeyMask(key: string | null): TransformStream<Uint8Array, Uint8Array> | null {
  if (key === null || key.length < SHORTEST_SECRET_LENGTH) return null;
  // One byte per character, so that nothing else changes.
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

/** A text with the key masked. */
export function maskKey(text: string, key: string | null): string {
  if (key === null || key.length < SHORTEST_SECRET_LENGTH) return text;
  return text.replaceAll(key, '*'.repeat(key.length));
}

/** Number of characters at the end that may be the start of the key. */
function heldLength(text: string, key: string): number {
  for (let length = Math.min(key.length - 1, text.length); length > 0; length -= 1) {
    if (text.endsWith(key.slice(0, length))) return length;
  }
  return 0;
}
