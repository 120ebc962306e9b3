import { z } from 'zod';
import { isJsonObject } from '../tools/is-json-object';

/*
 * The fields of an answer as servers really send them. What has one meaning only is read; the error names every other
 * field by its path.
 */

/** A text, or nothing. */
export const text = z.string().nullish();

/** A word that may have come as a number, such as an id; null for an empty one. */
export const word = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => (value === '' || value === null || value === undefined ? null : String(value)));

/** Far above what any server counts to, and far below where adding one stops being exact. */
const MAX_CALL_INDEX = 1_000_000;

/** An index; some servers send it as a text, and −1 or nothing if they don't count. */
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

/** A call's arguments as JSON text; some servers send the object itself. */
export const argumentsText = z
  .union([z.string(), z.custom<object>(isJsonObject, 'Invalid input: expected JSON text or an object')])
  .nullish()
  .transform((value) => (typeof value === 'string' ? value : value ? JSON.stringify(value) : ''));

/** One that is not a word, such as 0, says nothing; some servers send an object with its type. */
export const finishReason = z
  .union([z.string(), z.number(), z.object({ type: z.string() })])
  .nullish()
  .transform((value) => {
    if (typeof value === 'number') return value === 0 ? '' : String(value);
    return (typeof value === 'object' ? value?.type : value) ?? '';
  });

/** What is wrong with the first wrong field, and where; the others add nothing, and may be thousands. */
export function firstIssueOf(error: z.ZodError): string {
  return z.prettifyError(new z.ZodError(error.issues.slice(0, 1)));
}

/**
 * A list. Reading ends at the first wrong entry: one that reads on collects an issue for each of ten thousand entries,
 * which takes seconds.
 */
export function listOf<Entry extends z.ZodType>(entry: Entry) {
  return z.array(z.unknown()).transform((list, context) => {
    const read: z.output<Entry>[] = [];
    for (const [at, one] of list.entries()) {
      const parsed = entry.safeParse(one);
      if (!parsed.success) {
        const issue = parsed.error.issues[0];
        const path = [at, ...(issue?.path ?? [])];
        context.addIssue({ code: 'custom', message: issue?.message ?? 'Invalid input', path });
        return z.NEVER;
      }
      read.push(parsed.data);
    }
    return read;
  });
}

/** A text with its kind, in place of a text. Some servers put texts of their own kinds into it, or a list again. */
interface TextPart {
  kind: 'content' | 'reasoning';
  text: string;
}

const innerText = z
  .union([z.string(), z.array(z.union([z.string(), z.object({ text })]))])
  .nullish()
  .transform((value) =>
    typeof value === 'string'
      ? value
      : (value ?? []).map((one) => (typeof one === 'string' ? one : (one.text ?? ''))).join(''),
  );

const partSchema = z
  .object({
    type: z.string().nullish().catch(null),
    text: innerText,
    thinking: innerText,
    refusal: innerText,
  })
  .transform((part): TextPart[] => [
    { kind: 'reasoning', text: part.thinking },
    { kind: isThought(part.type) ? 'reasoning' : 'content', text: part.text + part.refusal },
  ]);

const plainPart = z.string().transform((value): TextPart[] => [{ kind: 'content', text: value }]);

/** The texts of an answer: one text, or a part or a list of parts in its place. */
export const content = z
  .union([plainPart, partSchema, listOf(z.union([plainPart, partSchema])).transform((parts) => parts.flat())])
  .nullish()
  .transform((parts) => ({ content: textOf(parts, 'content'), reasoning: textOf(parts, 'reasoning') }));

/** Reasoning: a text, an object with its text, or a list of such. */
export const reasoning = z
  .union([
    z.string(),
    thoughtSchema(),
    listOf(z.union([z.string(), thoughtSchema()])).transform((thoughts) => thoughts.join('')),
  ])
  .nullish()
  .transform((value) => value ?? '');

function thoughtSchema() {
  return z
    .object({ text: innerText, content: innerText, thinking: innerText, summary: innerText })
    .transform((thought) => thought.text || thought.content || thought.thinking || thought.summary);
}

function isThought(type: string | null | undefined): boolean {
  return type === 'thinking' || type === 'reasoning';
}

function textOf(parts: readonly TextPart[] | null | undefined, kind: TextPart['kind']): string {
  return (parts ?? []).map((part) => (part.kind === kind ? part.text : '')).join('');
}
