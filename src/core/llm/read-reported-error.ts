import { z } from 'zod';
import { finishReason } from './answer-fields';
import { failureOfFinishReason } from './read-finish-reason';

/** Reads every object without an issue: it is applied to each event of a stream. */
const eventSchema = z.object({
  error: z.unknown().optional(),
  finish_reason: z.unknown().optional(),
  choices: z.unknown().optional(),
});

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
  const event = eventSchema.safeParse(first);
  if (!event.success) return null;
  const { error, choices } = event.data;
  if (isError(error)) return error;
  if (Array.isArray(choices) && choices.length > 0) return errorOfChoice(choices[0]);
  return flatErrorSchema.safeParse(first).success ? first : null;
}

function errorOfChoice(value: unknown): unknown {
  const choice = eventSchema.safeParse(value);
  if (!choice.success) return null;
  if (isError(choice.data.error)) return choice.data.error;
  const reason = finishReason.safeParse(choice.data.finish_reason);
  return reason.success ? failureOfFinishReason(reason.data) : null;
}

function isError(value: unknown): boolean {
  return typeof value === 'string' ? value !== '' : typeof value === 'object' && value !== null;
}
