import { z } from 'zod';
import type { StewardError } from '@/src/core/errors';
import { exceededBound } from '@/src/schema/values/json-bounds';
import { type SaidText, say, type TextKey } from '@/src/schema/values/said';

/**
 * Name of the first field that a schema rejected, for an error message; empty if it is unknown.
 *
 * @param depth number of leading path segments that lead to the row itself
 */
export function refusedField(error: z.ZodError, depth: number): string {
  const [issue] = error.issues;
  if (issue === undefined) return '';
  const unknown = issue.code === 'unrecognized_keys' ? issue.keys : [];
  return [...issue.path.slice(depth), ...unknown].join('.');
}

/** Maximum nesting depth of an imported file: a tool's result may have 64 levels, and the file adds some. */
const MAX_LEVELS = 80;

/** An imported file, with the format that it must have. */
interface FileText {
  text: string;
  format: string;
  version: number;
  /** The error message for a file of another format. */
  isOther: TextKey;
}

/**
 * Parses a file of this format and version. Throws the error that `refused` creates if the text isn't JSON, is nested
 * too deeply, or has another format or version.
 */
export function parsedFile(
  { text, format, version, isOther }: FileText,
  refused: (message: TextKey | SaidText, details: string | null) => StewardError,
): unknown {
  const value = parsed(text, refused);
  const bound = exceededBound(value, { levels: MAX_LEVELS, length: Number.POSITIVE_INFINITY });
  if (bound !== null) throw refused('error.storage.file.tooDeep', null);
  const kind = z.object({ format: z.literal(format), version: z.int() }).safeParse(value);
  if (!kind.success) throw refused(isOther, null);
  if (kind.data.version === version) return value;
  throw refused(say('error.storage.file.otherVersion', { format: kind.data.version }), null);
}

function parsed(
  text: string,
  refused: (message: TextKey | SaidText, details: string | null) => StewardError,
): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw refused('error.storage.file.notJson', String(cause));
  }
}
