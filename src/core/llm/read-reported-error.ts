import { z } from 'zod';
import { failureOfFinishReason } from './read-finish-reason';

const answerSchema = z.object({ choices: z.array(z.unknown()).min(1) });
const errorSchema = z.object({ error: z.union([z.string().min(1), z.looseObject({})]) });
const endSchema = z.object({ finish_reason: z.string() });

/** What servers write at the top of an error that has no `error` field. */
const flatErrorSchema = z.union([
  z.object({ object: z.literal('error') }),
  z.object({ type: z.literal('error') }),
  z.object({ status: z.literal('error') }),
  z.object({ success: z.literal(false) }),
  z.object({ detail: z.union([z.string().min(1), z.array(z.unknown()).min(1), z.looseObject({})]) }),
  z.object({ message: z.string().min(1), code: z.coerce.number().int().min(400).max(599) }),
  z.object({ message: z.string().min(1), status: z.coerce.number().int().min(400).max(599) }),
]);

/**
 * The failure that the endpoint reports in an event of a stream, or in a body with status 200; null if it reports none.
 * An answer is never partly a failure: with an error in it, all of it is one. The forms:
 *
 * - `{ error }` at the top or in a choice, as most servers and OpenRouter have it; Gemini puts it into a list.
 * - `{ object: 'error', message }` of vLLM, `{ detail }` of FastAPI, and other flat forms, if there are no choices.
 * - A finish reason that names a failure, with nothing else.
 */
export function readReportedError(value: unknown): unknown {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  const wrapped = errorSchema.safeParse(first);
  if (wrapped.success) return wrapped.data.error;
  const answer = answerSchema.safeParse(first);
  if (answer.success) return errorOfChoice(answer.data.choices[0]);
  return flatErrorSchema.safeParse(first).success ? first : null;
}

function errorOfChoice(choice: unknown): unknown {
  const wrapped = errorSchema.safeParse(choice);
  if (wrapped.success) return wrapped.data.error;
  const end = endSchema.safeParse(choice);
  return end.success ? failureOfFinishReason(end.data.finish_reason) : null;
}
