import { isStewardError } from '@/src/core/errors';

/**
 * The endpoint's reason if it rejected a request before any answer because of its cache marks: it names them, or the content
 * parts that they need. Null for any other failure.
 */
export function cacheMarkRefusal(error: unknown): string | null {
  if (!isStewardError(error) || error.code !== 'protocol') return null;
  const words = error.details ?? '';
  const names = /cache.?control|ephemeral|\bcontent\b|\bstring\b/i;
  return /^HTTP 4(00|22):/.test(words) && names.test(words) ? words : null;
}
