import type { ToolResult } from '@/src/schema/tool-result';

/** Identifies one reading of a page's state, as numbered by the page. */
export interface PageLook {
  /** Random name of the document; another one after each load. */
  document: string;
  /** A later reading of the same document has a higher number, in whatever order the answers arrive. */
  order: number;
}

/**
 * A tool's result with the hashes of the page's restorable state before and after it. `document` and `order` are
 * those of the reading after the call.
 */
export interface ExecutionOutcome extends PageLook {
  result: ToolResult;
  stateHashBefore: string;
  stateHashAfter: string;
}

/** Hashes of the page's state right before and after a call, if the page reported them. */
export type StatesAround = Partial<Pick<ExecutionOutcome, 'stateHashBefore' | 'stateHashAfter'>>;

/** True if a reading was requested after another one. False if they are of different documents. */
export function isAfter(reading: PageLook, other: PageLook): boolean {
  return reading.document === other.document && reading.order > other.order;
}
