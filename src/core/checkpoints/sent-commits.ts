import type { SavedSince } from '../records/message';
import type { ToolResult } from '../records/tool-result';

/**
 * What the record says of a commit that was sent.
 *
 * - `done`: it took effect.
 * - `open`: nobody could tell; it may also have taken effect after its result was stored.
 * - `refused`: it did not take effect.
 */
type CommitWord = 'done' | 'open' | 'refused';

/**
 * A commit that was sent. An earlier rollback past commits is also represented as a commit: its entry keeps the hash of
 * what was saved then, and its own commits may no longer be in the conversation.
 */
export interface SentCommit {
  executionId: string;
  word: CommitWord;
  /** Hash of the saved state right before it; null where that is lost. */
  beforeHash: string | null;
  /** Hash of the saved state as it was to leave it; null where that couldn't be told. */
  afterHash: string | null;
}

/** Results after which a change that was sent may have been made, or may be made yet. */
const OPEN_RESULTS: readonly string[] = ['outcome_unknown', 'partly_applied'];

/** `result`: null where none was stored, as after an error in mid-call. */
export function wordOf(result: ToolResult | null): CommitWord {
  if (result === null) return 'open';
  if (result.success) return 'done';
  return OPEN_RESULTS.includes(result.error_code ?? '') ? 'open' : 'refused';
}

/**
 * The first of the commits that took effect, if what is saved now is what the last of them saved, and isn't what was
 * saved before the first.
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
 * The commits that took effect, in the order in which they did. What is known of that are the saved states that were
 * seen: right before each commit, and now. A late commit may have taken effect after commits that were sent later.
 */
function inOrderOfEffect(sent: readonly SentCommit[], savedHash: string): SentCommit[] {
  const seen = [...sent.map(({ beforeHash }) => beforeHash), savedHash];
  return sent
    .flatMap((commit, index) => {
      const seenBefore = lastSeenBefore(commit, index, seen);
      return seenBefore === null ? [] : [{ commit, seenBefore }];
    })
    .sort((a, b) => a.seenBefore - b.seenBefore || Number(isLate(a.commit)) - Number(isLate(b.commit)))
    .map(({ commit }) => commit);
}

/** Index in `seen` of the last state that was seen before a commit took effect; null if nothing shows that it did. */
function lastSeenBefore(
  { word, beforeHash, afterHash }: SentCommit,
  index: number,
  seen: readonly (string | null)[],
): number | null {
  if (word === 'done') return index;
  if (afterHash === null) {
    // The state to save is unknown, so only a different saved state directly after the commit proves that it saved.
    return word === 'open' && seen[index + 1] !== beforeHash ? index : null;
  }
  const shown = seen.findIndex((hash, at) => at > index && hash === afterHash && hash !== beforeHash);
  return shown < 0 ? null : shown - 1;
}

/** Whether only a saved state seen later proves the commit. It then took effect last before that state was seen. */
function isLate({ word }: SentCommit): boolean {
  return word !== 'done';
}
