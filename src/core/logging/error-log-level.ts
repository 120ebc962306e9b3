import type { ErrorInfo } from '@/src/schema/error-info';
import type { JsonObject } from '@/src/schema/values/json';

/** Longest logged text of an internal error, in UTF-16 units. */
const MAX_DEFECT_LENGTH = 300;

/**
 * The data logged for an error beside its message. Details of most errors may quote the conversation or the
 * page, so they stay with the chat. Only an internal error needs them; quoted text is removed from these.
 */
export function errorFacts({ code, details }: ErrorInfo): JsonObject {
  if (code !== 'internal' || details === null) return { code };
  return { code, defect: details.replace(/"[^"]*"?/g, '"…"').slice(0, MAX_DEFECT_LENGTH) };
}
