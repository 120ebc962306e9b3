import type { ToolResult } from '@/src/schema/tool-result';
import { CALL_OUTCOMES, type CallOutcome, callOutcome, isModelsError } from '../records/tool-result';

/**
 * The outcome of a call on one of several sites. A site that doesn't have what the call names had nothing to do: the call may be right for
 * the others.
 */
export function outcomeOnSite(result: ToolResult): CallOutcome {
  return isModelsError(result) ? 'nothing-to-do' : callOutcome(result);
}

/** Compares outcomes for a list with the worst first. */
export function worstFirst(a: CallOutcome, b: CallOutcome): number {
  return CALL_OUTCOMES.indexOf(a) - CALL_OUTCOMES.indexOf(b);
}
