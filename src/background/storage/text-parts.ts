import { textError } from '@/src/core/errors';
import type { TextPart } from '@/src/messages/text-part';

/**
 * Creates a function that joins the parts of a file's text. It returns null until the last part, and then the whole
 * text. It throws `invalid-message` if a part is missing.
 */
export function createTextParts(): (part: TextPart) => string | null {
  let parts: string[] = [];
  return ({ text, index, isLast }) => {
    if (index === 0) parts = [];
    if (index !== parts.length) throw textError('invalid-message', 'error.storage.file.interrupted');
    parts.push(text);
    if (!isLast) return null;
    const whole = parts.join('');
    parts = [];
    return whole;
  };
}
