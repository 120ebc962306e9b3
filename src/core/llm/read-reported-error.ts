import { z } from 'zod';
import { isJsonObject, type JsonObject } from '@/src/schema/values/json';
import { finishReasonIn } from './answer-fields';
import { SENTENCE } from './endpoint-words';
import { failureOfFinishReason } from './read-finish-reason';

const failedStatus = z.coerce.number().int().min(400).max(599);
const statement = z.string().min(1);

/** Top-level forms of an error without an `error` field, whatever other fields there are. */
const flatErrorSchema = z.union([
  z.object({ object: z.literal('error') }),
  z.object({ type: z.literal('error') }),
  z.object({ status: z.literal('error') }),
  z.object({ success: z.literal(false) }),
  z.object({
    detail: z.union([statement, z.array(z.unknown()).min(1), z.looseObject({})]),
    // With a list of models, `detail` is a remark and not an error.
    data: z.null().optional(),
    models: z.null().optional(),
  }),
  z.object({ message: statement, code: failedStatus }),
  z.object({ message: statement, status: failedStatus }),
  z.object({ error_code: z.union([z.number().refine((code) => code !== 0), statement]) }),
]);

/** Words of events that some servers send while they are working. A message with such a word isn't an error. */
export const WORKING =
  /\b(ping|heartbeat|keep-?alive|status|progress|processing|queued|pending|in_progress)\b/i;

/**
 * Finds the failure that the endpoint reports in an event of a stream, or in a body with status 200; null if
 * none. An error anywhere makes the whole answer a failure. The forms:
 *
 * - `{ error }` at the top, in a choice or in its delta or message, from most servers and OpenRouter; Gemini
 *   sends it in a list. `{ errors: [...] }` is the plural form.
 * - `{ object: 'error', message }` of vLLM, `{ detail }` of FastAPI, `{ error_code, error_msg }` of Baidu and
 *   other flat forms, if there are no choices.
 * - A message such as `{ message }`, if there is no field of an answer or of a list of models. Not if the
 *   type or status shows that the server is still working, or the code means success.
 * - A status other than 0 in MiniMax's `base_resp`.
 * - A finish reason that names a failure, without any other error.
 */
export function readReportedError(value: unknown): unknown {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  if (!isJsonObject(first)) return null;
  // Groq puts the error into a member `x_groq`, which is at the same level as the choices.
  const ofTop = errorIn(first) ?? errorIn(first.x_groq) ?? errorOfBaseResponse(first);
  if (ofTop !== null) return ofTop;
  const { choices } = first;
  if (Array.isArray(choices) && choices.length > 0) return errorOfChoices(choices);
  return flatErrorSchema.safeParse(first).success || isSentence(first) ? first : null;
}

function errorOfChoices(choices: readonly unknown[]): unknown {
  for (const choice of choices) {
    if (!isJsonObject(choice)) continue;
    const { delta, message } = choice;
    const error =
      errorIn(choice) ??
      errorIn(delta) ??
      errorIn(message) ??
      failureOfFinishReason(finishReasonIn(choice.finish_reason)) ??
      // OpenRouter sends its provider's own finish reason in this field.
      failureOfFinishReason(finishReasonIn(choice.native_finish_reason));
    if (error !== null) return error;
  }
  return null;
}

function errorIn(value: unknown): unknown {
  if (!isJsonObject(value)) return null;
  if (isError(value.error)) return value.error;
  const errors: unknown = Array.isArray(value.errors) ? value.errors[0] : value.errors;
  return isError(errors) ? errors : null;
}

/** MiniMax puts this into each event; 0 is success. */
function errorOfBaseResponse({ base_resp: base }: JsonObject): unknown {
  return isJsonObject(base) && typeof base.status_code === 'number' && base.status_code !== 0 ? base : null;
}

function isSentence(event: JsonObject): boolean {
  const isOther = ['data', 'models', 'usage', 'timings'].some((name) => (event[name] ?? null) !== null);
  const isWaiting = [event.type, event.status, event.event].some(
    (word) => typeof word === 'string' && WORKING.test(word),
  );
  const isGood = [event.code, event.status].some(
    (code) => typeof code === 'number' && (code === 0 || (code >= 100 && code <= 299)),
  );
  return (
    !isOther &&
    !isWaiting &&
    !isGood &&
    Object.entries(event).some(([name, value]) => SENTENCE.test(name) && statement.safeParse(value).success)
  );
}

/** True for a text, or an object with a member, that isn't empty; some servers send an empty error with each event. */
function isError(value: unknown): boolean {
  return typeof value === 'object' && value !== null
    ? Object.values(value).some(isWord)
    : value !== '' && typeof value === 'string';
}

function isWord(value: unknown): boolean {
  return value !== null && value !== undefined && value !== '' && value !== 0 && value !== false;
}
