import type { SavedSince } from '@/src/schema/message';
import type { ToolResult } from '@/src/schema/tool-result';

/**
 * The stored outcome of a commit that was sent.
 *
 * - `done`: it took effect.
 * - `open`: unknown; it may also have taken effect after its result was stored.
 * - `refused`: it did not take effect.
 */
type CommitOutcome = 'done' | 'open' | 'refused';

/**
 * A commit that was sent. The commits that an earlier rollback left in effect are represented as one commit: the rollback's message
 * contains the hash of the saved state, and those commits may no longer be in the conversation.
 */
export interface SentCommit {
  executionId: string;
  outcome: CommitOutcome;
  /** Hash of the saved state right before the commit; null if unknown. */
  beforeHash: string | null;
  /** Hash of the saved state that the commit was to make; null if it couldn't be computed. */
  afterHash: string | null;
}

/** Error codes of results after which a change may have been made, or may still be made. */
const OPEN_RESULTS: readonly string[] = ['outcome_unknown', 'partly_applied'];

/** Outcome of a commit, from its result. `result`: null if none was stored, e.g. after an error during the call. */
export function commitOutcomeOf(result: ToolResult | null): CommitOutcome {
  if (result === null) return 'open';
  if (result.success) return 'done';
  return OPEN_RESULTS.includes(result.error_code ?? '') ? 'open' : 'refused';
}

/**
 * The first of the commits that took effect, if the present saved state is that of the last of them, and differs from the
 * saved state before the first.
 *
 * @param sent in the order in which they were sent
 */
export function firstInEffect(sent: readonly SentCommit[], savedHash: string): SavedSince | null {
  const effective = inOrderOfEffect(sent, savedHash);
  const [first] = effective;
  const last = effective.at(-1);
  if (first === undefined || last === undefined || first.beforeHash === savedHash) return null;
  if (last.afterHash !== null && last.afterHash !== savedHash) return null;
  return { executionId: first.executionId, savedHash };
}

/**
 * The commits that took effect, in that order. It is derived from the observed saved states: those right before each commit,
 * and the present one. A late commit may have taken effect after commits that were sent later.
 */
function inOrderOfEffect(sent: readonly SentCommit[], savedHash: string): SentCommit[] {
  const observed = [...sent.map(({ beforeHash }) => beforeHash), savedHash];
  return sent
    .flatMap((commit, index) => {
      const lastBefore = lastObservedBefore(commit, index, observed);
      return lastBefore === null ? [] : [{ commit, lastBefore }];
    })
    .sort((a, b) => a.lastBefore - b.lastBefore || Number(isLate(a.commit)) - Number(isLate(b.commit)))
    .map(({ commit }) => commit);
}

/** Index in `observed` of the last state before a commit took effect; null if no observed state proves that it did. */
function lastObservedBefore(
  { outcome, beforeHash, afterHash }: SentCommit,
  index: number,
  observed: readonly (string | null)[],
): number | null {
  if (outcome === 'done') return index;
  if (afterHash === null) {
    // The state to save is unknown, so only a different saved state directly after the commit proves that it saved.
    return outcome === 'open' && observed[index + 1] !== beforeHash ? index : null;
  }
  const shown = observed.findIndex((hash, at) => at > index && hash === afterHash && hash !== beforeHash);
  return shown < 0 ? null : shown - 1;
}

/** True if only a saved state observed later proves the commit, which then took effect right before that observation. */
function isLate({ outcome }: SentCommit): boolean {
  return outcome !== 'done';
}
