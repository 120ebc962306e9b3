import { z } from 'zod';

/*
 * The fields of an answer in the forms that real servers send. A value is accepted if it has only one
 * possible meaning; for any other the error contains the field's path.
 */

/** A text, null or undefined. */
export const text = z.string().nullish();

/** A string that some servers send as a number, such as an id. Null if empty. */
export const textOrNumber = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => (value === '' || value === null || value === undefined ? null : String(value)));

/** Far above any real index, and far below the limit of exact integers. */
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

/** A finish reason. Some servers send 0 for none, or an object with its type. */
export const finishReason = z
  .union([z.string(), z.number(), z.object({ type: z.string() })])
  .nullish()
  .transform((value) => {
    if (typeof value === 'number') return value === 0 ? '' : String(value);
    return (typeof value === 'object' ? value?.type : value) ?? '';
  });

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

/**
 * A typed part, sent in place of a string. Some servers send part types of their own, or nest lists in it.
 */
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

/** The content of an answer: a string, a part, or a list of parts. */
export const content = z
  .union([plainPart, partSchema, listOf(z.union([plainPart, partSchema])).transform((parts) => parts.flat())])
  .nullish()
  .transform((parts) => ({ content: textOf(parts, 'content'), reasoning: textOf(parts, 'reasoning') }));

/** Reasoning: a string, an object with a text, or a list of both. Any other value counts as no reasoning, since the answer doesn't depend on it. */
export const reasoning = z
  .union([
    z.string(),
    thoughtSchema(),
    listOf(z.union([z.string(), thoughtSchema()])).transform((thoughts) => thoughts.join('')),
  ])
  .nullish()
  .catch(null)
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
