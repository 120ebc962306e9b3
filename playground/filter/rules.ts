import { isSubset } from './bit-set';
import { modelListOf } from './model-list';

/** The longest pattern a rule may have, in UTF-16 units. */
export const MAX_RULE_LENGTH = 200;

/** What came of adding a rule to a list. */
export type AddedRule =
  | { kind: 'added'; list: string[]; replaced: string[] }
  | { kind: 'covered'; by: string }
  | { kind: 'duplicate' }
  | { kind: 'invalid'; problem: string };

/** The patterns of a comma-separated text: trimmed, empty ones dropped, in order, duplicates kept. */
export function splitPatterns(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** Why a text can't be a rule's pattern, as a sentence; null when it can. */
export function ruleProblem(pattern: string): string | null {
  if (pattern.trim() === '') return 'A rule needs at least one character that is not blank.';
  if (LINE_BREAK.test(pattern)) return 'A rule can’t hold a line break.';
  if (pattern !== pattern.trim()) return 'A rule can’t begin or end with a blank.';
  if (pattern.includes(',')) return 'A rule can’t hold a comma: commas separate rules.';
  if (pattern.length > MAX_RULE_LENGTH) return `A rule can have ${MAX_RULE_LENGTH} characters at most.`;
  // A file in UTF-8 could not keep it, so what is read back would be another rule.
  if (LONE_SURROGATE.test(pattern)) return 'A rule can’t hold half of a character.';
  return null;
}

/**
 * Whether the older rule makes the newer one needless, judged by their texts alone, as the proxy's own tool does:
 * they are equal, or the older is `*`, or the older ends with `*` and the newer begins with what precedes it. This
 * misses many true cases and is wrong where a `[` is unclosed in the older only; see {@link coveringRule}.
 */
export function coversByText(older: string, newer: string): boolean {
  if (older === newer || older === '*') return true;
  return older.endsWith('*') && withoutTrailingStar(newer).startsWith(withoutTrailingStar(older));
}

/**
 * The first existing rule that covers the pattern by its text, passing over those that are seen not to: the pattern
 * matches one of the models and the existing rule does not. Null when none covers it.
 */
export function coveringRule(
  pattern: string,
  existing: readonly string[],
  modelIds: readonly string[],
): string | null {
  const candidates = existing.filter((older) => coversByText(older, pattern));
  if (candidates.length === 0) return null;
  const { matchesOf } = modelListOf(modelIds);
  const matched = matchesOf(pattern);
  return candidates.find((older) => isSubset(matched, matchesOf(older))) ?? null;
}

/**
 * Adds a rule at the end of a list. Rules of the list that the new one covers are taken out first (`replaced`, in
 * their order). Nothing is added when the rule is no valid one, is there already, or is covered by another.
 * `modelIds` are the models that coverage is checked on; their array must never change afterwards.
 */
export function addRule(list: readonly string[], pattern: string, modelIds: readonly string[]): AddedRule {
  const problem = ruleProblem(pattern);
  if (problem !== null) return { kind: 'invalid', problem };
  if (list.includes(pattern)) return { kind: 'duplicate' };
  const by = coveringRule(pattern, list, modelIds);
  if (by !== null) return { kind: 'covered', by };
  const replaced = list.filter((older) => coveringRule(older, [pattern], modelIds) !== null);
  return { kind: 'added', list: [...list.filter((older) => !replaced.includes(older)), pattern], replaced };
}

const LINE_BREAK = /[\n\r\u2028\u2029]/u;
const LONE_SURROGATE = /\p{Cs}/u;

function withoutTrailingStar(pattern: string): string {
  return pattern.endsWith('*') ? pattern.slice(0, -1) : pattern;
}
