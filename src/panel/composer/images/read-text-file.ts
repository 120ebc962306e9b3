import { type StewardError, textError } from '@/src/core/errors';
import { cleanText } from '@/src/core/secrets/clean-text';
import { LINE_BREAK } from '@/src/core/text/line-break';
import { MAX_SELECTION_LENGTH } from '@/src/messages/channels';
import { cutText } from '@/src/panel/kit/text/cut-text';
import { MAX_IMAGE_NAME_LENGTH } from '@/src/schema/values/image';
import { type SaidText, say } from '@/src/schema/values/said';

/** Largest file that is read, in bytes: a UTF-16 unit takes at most three in UTF-8, and a byte order mark three more. */
const MAX_BYTES = 3 * MAX_SELECTION_LENGTH + 3;

/**
 * Reads a file as a text that can be sent, cleaned as the text of a page. Rejects with `invalid-message` if the file is binary, too long,
 * not in UTF-8, or empty.
 */
export async function readTextFile(file: File): Promise<{ name: string; text: string }> {
  const name = cutText(cleanText(file.name), MAX_IMAGE_NAME_LENGTH, 1);
  const bytes = new Uint8Array(await file.slice(0, MAX_BYTES + 1).arrayBuffer());
  // The byte order marks of UTF-16, which has many zero bytes: FE FF and FF FE.
  const isUtf16 = (bytes[0] ?? 0) + (bytes[1] ?? 0) === 0xfe + 0xff;
  if (!isUtf16 && bytes.some((byte) => byte < 7)) throw refused(say('composer.files.binary', { name }));
  const tooLong = say('composer.files.tooLong', { name, max: MAX_SELECTION_LENGTH });
  if (bytes.length > MAX_BYTES) throw refused(tooLong);
  const text = cleanText(decoded(bytes, name).replace(LINE_BREAK, '\n'));
  if (text.trim() === '') throw refused(say('composer.files.empty', { name }));
  if (text.length > MAX_SELECTION_LENGTH) throw refused(tooLong);
  return { name, text };
}

function decoded(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw refused(say('composer.files.notUtf8', { name }), cause);
  }
}

function refused(why: SaidText, cause?: unknown): StewardError {
  return textError('invalid-message', why, {
    remedy: say('remedy.chooseTextFile', { max: MAX_SELECTION_LENGTH }),
    cause,
  });
}
