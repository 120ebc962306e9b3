import type { ToolResult } from './tool-result';

/** One look at a page's state, by the page itself. */
export interface PageLook {
  /** Names the document: another one after each load. */
  document: string;
  /** Number of the look at the document: a later one has a higher number, whenever its answer arrives. */
  order: number;
}

/** A tool's result with the hash of the page's restorable state before and after it; the look is the one after it. */
export interface ExecutionOutcome extends PageLook {
  result: ToolResult;
  stateHashBefore: string;
  stateHashAfter: string;
}
