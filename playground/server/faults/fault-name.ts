/**
 * The faults that can be injected. The first five delay or damage the answer to a chat completion. `strict-role-order`
 * and `tools-refused` reject some chat completions with 400; the others replace the answer. `slow`,
 * `stall-before-first-byte` and the faults that replace an answer also apply to the model list, except
 * `error-event-200`.
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
