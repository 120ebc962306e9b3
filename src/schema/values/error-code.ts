/**
 * The closed set of error codes. The code decides which remedy the panel offers.
 * Classes don't survive structured clone between contexts, so code compares this string, never `instanceof`.
 */
export const ERROR_CODES = [
  'aborted',
  'approval-gone',
  'auth',
  'budget-reached',
  'busy',
  'conflict',
  'connection-missing',
  'context-too-long',
  'endpoint-not-allowed',
  'illegal-transition',
  'internal',
  'interrupted',
  'invalid-calls',
  'invalid-message',
  'model-missing',
  'model-not-found',
  'network',
  'not-found',
  'over-budget',
  'page-changed',
  'page-gone',
  'page-key',
  'page-protocol',
  'page-unknown',
  'permission-missing',
  'protocol',
  'rate-limit',
  'server',
  'state-refused',
  'storage',
  'storage-full',
  'timeout',
  'too-complex',
  'tool-call-required',
  'turned-off',
  'write-refused',
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];
