/**
 * What can be made to go wrong. The first four befall a chat completion on its way, `slow` and
 * `stall-before-first-byte` also the list of models; `strict-role-order` and `tools-refused` refuse some requests with
 * 400; the others answer in the place of the model or the list.
 */
export const FAULT_NAMES = [
  'slow',
  'stall-before-first-byte',
  'stall-mid-stream',
  'cut',
  'malformed-chunk',
  'html-200',
  'json-error-200',
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

/** One of {@link FAULT_NAMES}. */
export type FaultName = (typeof FAULT_NAMES)[number];

/** The header that makes one request go wrong. Heeded only where faults are switched on. */
export const FAULT_HEADER = 'x-steward-fault';

/** Whether a text names a fault. */
export function isFaultName(text: string): text is FaultName {
  return FAULT_NAMES.some((name) => name === text);
}
