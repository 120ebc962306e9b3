/**
 * The faults that can be injected. The first four apply to the body of a chat completion; `slow` and
 * `stall-before-first-byte` also to the model list. `strict-role-order` and `tools-refused` reject some
 * requests with 400; the others replace the answer.
 */
export const FAULT_NAMES = [
  'slow',
  'stall-before-first-byte',
  'stall-mid-stream',
  'cut',
  'malformed-chunk',
  'html-200',
  'json-error-200',
  'error-event-200',
  '401',
  '403',
  '404',
  '429',
  '500',
  'model-gone',
  'strict-role-order',
  'tools-refused',
  'redirect',
] as const;

export type FaultName = (typeof FAULT_NAMES)[number];
