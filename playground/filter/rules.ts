import { modelListOf } from './model-list';

/** The longest pattern a rule may have, in UTF-16 units. */
const MAX_RULE_LENGTH = 200;

/** The outcome of adding a pattern to a list; `replaced`: the rules that it covers. */
export type AddOutcome = { pattern: string } & (
  | { kind: 'added'; replaced: readonly string[] }
  | { kind: 'covered'; by: string }
  | { kind: 'duplicate' }
  | { kind: 'invalid'; problem: string }
);

/** The patterns of a comma-separated text: without blanks at their ends, empty ones dropped, in order, duplicates kept. */
export function splitPatterns(text: string): string[] {
  return text
    .split(',')
    .map(stripBlanks)
    .filter((part) => part !== '');
}

/** The text without what Python's `str.strip` removes from its ends, as the real proxy reads its rules. */
function stripBlanks(text: string): string {
  const signs = [...text];
  const first = signs.findIndex((sign) => !isBlank(sign));
  return first < 0 ? '' : signs.slice(first, signs.findLastIndex((sign) => !isBlank(sign)) + 1).join('');
}

/** Unlike `trim`, Python counts U+001C to U+001F and U+0085 as blanks, and not U+FEFF. */
function isBlank(sign: string): boolean {
  return '\u001c\u001d\u001e\u001f\u0085'.includes(sign) || (sign.trim() === '' && sign !== '\ufeff');
}

/** The reason why a text can't be a rule, as a sentence; null if it can. */
export function ruleProblem(pattern: string): string | null {
  if (stripBlanks(pattern) === '') return 'A rule needs at least one character that is not blank.';
  if (LINE_BREAK.test(pattern)) return 'A rule can’t hold a line break.';
  if (pattern !== stripBlanks(pattern)) return 'A rule can’t begin or end with a blank.';
  if (pattern.includes(',')) return 'A rule can’t hold a comma: commas separate rules.';
  if (pattern.length > MAX_RULE_LENGTH) return `A rule can have ${MAX_RULE_LENGTH} characters at most.`;
  // A file in UTF-8 can't store it, so another rule would be read back.
  if (LONE_SURROGATE.test(pattern)) return 'A rule can’t hold half of a character.';
  return null;
}

/**
 * As {@link ruleProblem}, for a rule that isn't in the file yet: one by hand may hold `${`, but the real proxy replaces `${NAME}` by
 * an environment variable when it loads its file.
 */
export function newRuleProblem(pattern: string): string | null {
  const holdsVariable = pattern.includes('${');
  return ruleProblem(pattern) ?? (holdsVariable ? 'A rule can’t hold ${: the proxy would replace it.' : null);
}

/**
 * True if the older rule makes the newer one redundant by text alone, as the desktop tool decides: they are
 * equal, or the older is `*`, or the older ends with `*` and the newer begins with what precedes it. This
 * misses many cases and is wrong if only the older has an unclosed `[`; see {@link coveringRule}.
 */
export function coversByText(older: string, newer: string): boolean {
  if (older === newer || older === '*') return true;
  return older.endsWith('*') && withoutTrailingStar(newer).startsWith(withoutTrailingStar(older));
}

/**
 * The first existing rule that covers the pattern by its text, unless a model disproves it: one that the
 * pattern matches and the existing rule doesn't. Null if there is none.
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
  return (
    candidates.find((older) => matched.every((isMatch, at) => isMatch <= (matchesOf(older)[at] ?? 0))) ?? null
  );
}

/**
 * The outcome of adding a rule to a list. An added rule goes to the end, and the rules that it covers are
 * removed. `modelIds` are the models that decide coverage; the array must never change afterwards.
 */
function addRule(list: readonly string[], pattern: string, modelIds: readonly string[]): AddOutcome {
  const problem = newRuleProblem(pattern);
  if (problem !== null) return { pattern, kind: 'invalid', problem };
  if (list.includes(pattern)) return { pattern, kind: 'duplicate' };
  const by = coveringRule(pattern, list, modelIds);
  if (by !== null) return { pattern, kind: 'covered', by };
  const replaced = list.filter((older) => coveringRule(older, [pattern], modelIds) !== null);
  return { pattern, kind: 'added', replaced };
}

/** Adds patterns to a list, in order; returns the same list if none was added. */
export function addRules(
  list: readonly string[],
  patterns: readonly string[],
  modelIds: readonly string[],
): { list: readonly string[]; outcomes: AddOutcome[] } {
  let current = list;
  const outcomes = patterns.map((pattern) => {
    const outcome = addRule(current, pattern, modelIds);
    if (outcome.kind === 'added') {
      current = [...current.filter((older) => !outcome.replaced.includes(older)), pattern];
    }
    return outcome;
  });
  return { list: current, outcomes };
}

const LINE_BREAK = /[\n\r\u2028\u2029]/u;
const LONE_SURROGATE = /\p{Cs}/u;

function withoutTrailingStar(pattern: string): string {
  return pattern.endsWith('*') ? pattern.slice(0, -1) : pattern;
}
