import type { SavedSince } from '../chat/message';
import type { ToolResult } from '../tools/tool-definition';

/**
 * What the record says of a commit that was sent.
 *
 * - `done`: it took effect.
 * - `open`: nobody could tell; it may also have taken effect after its result was stored.
 * - `refused`: it did not take effect.
 */
type CommitWord = 'done' | 'open' | 'refused';

/** A commit that was sent, or what an earlier rollback left of some. */
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
export function stillSaved(sent: readonly SentCommit[], savedHash: string): SavedSince | null {
  const landed = inOrderOfEffect(sent, savedHash);
  const [first] = landed;
  const last = landed.at(-1);
  if (first === undefined || last === undefined || first.beforeHash === savedHash) return null;
  if (last.afterHash !== null && last.afterHash !== savedHash) return null;
  return { executionId: first.executionId, savedHash };
}

/**
 * The commits that took effect, as far as the saved state shows it wherever it was seen: right before each commit, and
 * now. One that was open may have taken effect behind commits that were sent after it.
 */
function inOrderOfEffect(sent: readonly SentCommit[], savedHash: string): SentCommit[] {
  const seen = [...sent.map(({ beforeHash }) => beforeHash), savedHash];
  return sent
    .flatMap((commit, index) => {
      const behind = landedBehind(commit, index, seen);
      return behind === null ? [] : [{ commit, behind }];
    })
    .sort((a, b) => a.behind - b.behind || rank(a.commit) - rank(b.commit))
    .map(({ commit }) => commit);
}

/** The sighting behind which a commit took effect; null if none shows that it did. */
function landedBehind(
  { word, beforeHash, afterHash }: SentCommit,
  index: number,
  seen: readonly (string | null)[],
): number | null {
  if (word === 'done') return index;
  if (afterHash === null) {
    // What it was to save nobody knows, so all that tells is that something else is saved right behind it.
    return word === 'open' && seen[index + 1] !== beforeHash ? index : null;
  }
  const shown = seen.findIndex((hash, at) => at > index && hash === afterHash && hash !== beforeHash);
  return shown < 0 ? null : shown - 1;
}

/** Between two sightings, what the second one shows came last; that is the commit of which only the sighting tells. */
function rank({ word }: SentCommit): number {
  return word === 'done' ? 0 : 1;
}
