import type { ErrorInfo } from '@/src/schema/error-info';
import type { ErrorCode } from '@/src/schema/values/error-code';
import type { JsonObject } from '@/src/schema/values/json';
import type { LogLevel } from '@/src/schema/values/log-level';

/**
 * Log level of an error that ended an operation. `warning`: a timeout, or nothing failed and the user has to
 * act. `error`: something failed, such as the connection to the model.
 */
const LEVELS = {
  aborted: 'info',
  'approval-gone': 'warning',
  auth: 'error',
  'budget-reached': 'warning',
  busy: 'warning',
  'call-as-text': 'error',
  conflict: 'warning',
  'connection-missing': 'warning',
  'context-too-long': 'error',
  'endpoint-not-allowed': 'warning',
  'illegal-transition': 'error',
  internal: 'error',
  interrupted: 'warning',
  'invalid-calls': 'error',
  'invalid-message': 'warning',
  'model-missing': 'warning',
  'model-not-found': 'error',
  network: 'error',
  'not-found': 'error',
  'over-budget': 'warning',
  'page-changed': 'warning',
  'page-gone': 'warning',
  'page-key': 'warning',
  'page-protocol': 'error',
  'page-unknown': 'warning',
  'permission-missing': 'warning',
  protocol: 'error',
  'rate-limit': 'error',
  server: 'error',
  'state-refused': 'error',
  storage: 'error',
  'storage-full': 'error',
  timeout: 'warning',
  'too-complex': 'warning',
  'tool-call-required': 'error',
  'turned-off': 'warning',
  'write-refused': 'error',
} as const satisfies Record<ErrorCode, LogLevel>;

export function errorLogLevel(code: ErrorCode): LogLevel {
  return LEVELS[code];
}

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
