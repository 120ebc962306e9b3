import type { ToolResult } from './tool-definition';

/** A tool's result with the hash of the page's restorable state before and after it. */
export interface ExecutionOutcome {
  result: ToolResult;
  stateHashBefore: string;
  stateHashAfter: string;
}
