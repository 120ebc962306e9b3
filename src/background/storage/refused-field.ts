import { z } from 'zod';
import type { StewardError } from '@/src/core/errors';
import { exceededBound } from '@/src/schema/values/json-bounds';

/**
 * Names the first field that a schema rejected, with the reason, for an error message.
 *
 * @param depth number of leading path segments that lead to the row itself
 */
export function refusedField(error: z.ZodError, depth: number): string {
  const [issue] = error.issues;
  if (issue === undefined) return 'of an unknown field';
  const unknown = issue.code === 'unrecognized_keys' ? issue.keys : [];
  const field = [...issue.path.slice(depth), ...unknown].join('.');
  return `of its field “${field}” (${issue.message})`;
}

/** Maximum nesting depth of an imported file: a tool's result may have 64 levels, and the file adds some. */
const MAX_LEVELS = 80;

/** An imported file, with the format that it must have, and words for error messages. */
interface FileText {
  text: string;
  /** The file's content as the beginning of a sentence, e.g. “The chat was”. */
  subject: string;
  format: string;
  version: number;
  /** The error message for a file of another format. */
  isOther: string;
}

/**
 * Parses a file of this format and version. Throws the error that `refused` creates if the text isn't JSON, is nested
 * too deeply, or has another format or version.
 */
export function parsedFile(
  { text, subject, format, version, isOther }: FileText,
  refused: (message: string, cause?: unknown) => StewardError,
): unknown {
  const value = parsed(text, refused);
  const bound = exceededBound(value, { levels: MAX_LEVELS, length: Number.POSITIVE_INFINITY });
  if (bound !== null) throw refused('The file is nested too deeply to be imported.');
  const kind = z.object({ format: z.literal(format), version: z.int() }).safeParse(value);
  if (!kind.success) throw refused(isOther);
  if (kind.data.version === version) return value;
  const other = `${subject} exported by another version of Steward (format ${kind.data.version}).`;
  throw refused(other);
}

function parsed(text: string, refused: (message: string, cause?: unknown) => StewardError): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw refused('The file is not JSON.', cause);
  }
}
