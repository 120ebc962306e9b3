import { z } from 'zod';
import { isJsonObject } from '@/src/schema/values/json';

/*
 * The fields of an answer in the forms that real servers send. A value is accepted if it has only one
 * possible meaning; for any other the error contains the field's path.
 */

/** A string that some servers send as a number, such as an id. Null if empty. */
export const textOrNumber = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => (value === '' || value === null || value === undefined ? null : String(value)));

/** Largest index that is accepted: far above any real index, and far below the limit of exact integers. */
const MAX_CALL_INDEX = 1_000_000;

/** An index. Some servers send it as a string, and −1 or nothing if they don't count. */
export const index = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^-?\d+$/)
      .transform(Number),
  ])
  .pipe(z.int().max(MAX_CALL_INDEX))
  .nullish()
  .transform((value) => (typeof value === 'number' && value >= 0 ? value : null));

/**
 * A call's arguments as JSON text; some servers send the value itself. Whether it is an object is checked with
 * the call, so that the model receives the problem.
 */
export const argumentsText = z
  .unknown()
  .optional()
  .transform((value) => (typeof value === 'string' ? value : value == null ? '' : JSON.stringify(value)));

/**
 * Converts a finish reason to a text; empty if there is none. Some servers send 0 for none, and some send an object
 * whose `type` is the reason.
 */
export function finishReasonIn(value: unknown): string {
  if (isJsonObject(value)) return finishReasonIn(value.type);
  return typeof value === 'string' || (typeof value === 'number' && value !== 0) ? String(value) : '';
}

/** The first issue with its path. The others add nothing, and there may be thousands. */
export function firstIssueOf(error: z.ZodError): string {
  return z.prettifyError(new z.ZodError(error.issues.slice(0, 1)));
}

/**
 * A list schema that stops at the first invalid entry. `z.array` collects an issue for each of ten thousand
 * entries, which takes seconds.
 */
export function listOf<Entry extends z.ZodType>(entry: Entry) {
  return z.array(z.unknown()).transform((list, context) => {
    const read: z.output<Entry>[] = [];
    for (const [at, one] of list.entries()) {
      const parsed = entry.safeParse(one);
      if (!parsed.success) {
        const issue = parsed.error.issues[0];
        const path = [at, ...(issue?.path ?? [])];
        // A failed parse has an issue; the type doesn't say so.
        context.addIssue({ code: 'custom', message: issue?.message ?? 'Invalid input', path });
        return z.NEVER;
      }
      read.push(parsed.data);
    }
    return read;
  });
}

/** Members that may contain the text of a part. The first one whose text isn't empty is used. */
const TEXTS = ['text', 'content', 'thinking', 'summary', 'refusal', 'value', 'parts', 'transcript'] as const;

/**
 * Reads the text of a part. A part is a string, an object with a text member, or a list of parts. Any other value
 * counts as empty, so that the rest of the answer can still be read.
 */
export function textIn(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(textIn).join('');
  if (!isJsonObject(value)) return '';
  // A part without a text member, such as an image, contributes no text.
  return TEXTS.map((name) => textIn(value[name])).find((text) => text !== '') ?? '';
}

/**
 * Reads the content of an answer, which is a string, a part, or a list of parts. Text of parts that are marked as
 * thinking is returned as `reasoning`.
 */
export function contentIn(value: unknown): { content: string; reasoning: string } {
  const texts = { content: '', reasoning: '' };
  for (const part of Array.isArray(value) ? value : [value]) {
    const isThought =
      isJsonObject(part) && (part.thinking ?? /^(thinking|reasoning)$/.test(String(part.type)));
    texts[isThought ? 'reasoning' : 'content'] += textIn(part);
  }
  return texts;
}
