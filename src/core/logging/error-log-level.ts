import type { ErrorCode, ErrorInfo } from '../errors';
import type { JsonObject } from '../json';
import type { LogLevel } from './log-level';

/**
 * How much an error that ended something matters. `warning`: a time-out (ledger A-204), or nothing broke and the user
 * has something to do. `error`: something failed, the connection to the model among it (ledger A-203).
 */
const LEVELS = {
  aborted: 'info',
  'approval-gone': 'warning',
  auth: 'error',
  busy: 'warning',
  conflict: 'warning',
  'connection-missing': 'warning',
  'context-too-long': 'error',
  'illegal-transition': 'error',
  internal: 'error',
  interrupted: 'warning',
  'invalid-calls': 'error',
  'invalid-message': 'warning',
  'model-missing': 'warning',
  'model-not-found': 'error',
  network: 'error',
  'not-found': 'error',
  'page-changed': 'warning',
  'page-gone': 'warning',
  'page-protocol': 'error',
  'page-unknown': 'warning',
  'permission-missing': 'warning',
  protocol: 'error',
  'rate-limit': 'error',
  server: 'error',
  'state-refused': 'error',
  storage: 'error',
  timeout: 'warning',
  'too-complex': 'warning',
  'tool-call-required': 'error',
  'turned-off': 'warning',
  'write-refused': 'error',
} as const satisfies Record<ErrorCode, LogLevel>;

export function errorLogLevel(code: ErrorCode): LogLevel {
  return LEVELS[code];
}

/** Longest shown text of a defect, in UTF-16 units. */
const MAX_DEFECT_LENGTH = 300;

/**
 * What the log keeps of an error besides its sentence. The details of most may quote what was said or what stands on
 * the page, so they stay with the chat; only a defect of ours would be lost without them, and there quoted text, which
 * may be anybody's, is left out.
 */
export function errorFacts({ code, details }: ErrorInfo): JsonObject {
  if (code !== 'internal' || details === null) return { code };
  return { code, defect: details.replace(/"[^"]*"?/g, '"…"').slice(0, MAX_DEFECT_LENGTH) };
}
