import { modelListOf } from './model-list';

/** Longest pattern of a rule, in UTF-16 units. */
const MAX_RULE_LENGTH = 200;

/** The outcome of adding a pattern to a list. `replaced` contains the rules that it covers. */
export type AddOutcome = { pattern: string } & (
  | { kind: 'added'; replaced: readonly string[] }
  | { kind: 'covered'; by: string }
  | { kind: 'duplicate' }
  | { kind: 'invalid'; problem: string }
);

/** The patterns of a comma-separated text: trimmed, without empty ones, in order, with duplicates. */
export function splitPatterns(text: string): string[] {
  return text
    .split(',')
    .map(stripBlanks)
    .filter((part) => part !== '');
}

/** Trims what Python's `str.strip` trims, since the real proxy reads its rules with it. */
function stripBlanks(text: string): string {
  const signs = [...text];
  const first = signs.findIndex((sign) => !isBlank(sign));
  return first < 0 ? '' : signs.slice(first, signs.findLastIndex((sign) => !isBlank(sign)) + 1).join('');
}

/** True for Python's blanks, which differ from those of `trim`: U+001C to U+001F and U+0085 count, U+FEFF does not. */
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
  // A UTF-8 file cannot store a lone surrogate, so another rule would be read back.
  if (LONE_SURROGATE.test(pattern)) return 'A rule can’t hold half of a character.';
  return null;
}

/**
 * As {@link ruleProblem}, for a rule that is not in the file yet. Such a rule must not contain `${`, because the real
 * proxy replaces `${NAME}` by an environment variable when it loads its file. Rules that users wrote into the file may
 * contain it.
 */
export function newRuleProblem(pattern: string): string | null {
  const holdsVariable = pattern.includes('${');
  return ruleProblem(pattern) ?? (holdsVariable ? 'A rule can’t hold ${: the proxy would replace it.' : null);
}

/**
 * True if the text of the older rule makes the newer one redundant, by the rule of the desktop tool: they are equal, or
 * the older is `*`, or the older ends with `*` and the newer starts with the text before it. This misses many cases and
 * is wrong if only the older has an unclosed `[`; see {@link coveringRule}.
 */
export function coversByText(older: string, newer: string): boolean {
  if (older === newer || older === '*') return true;
  return older.endsWith('*') && withoutTrailingStar(newer).startsWith(withoutTrailingStar(older));
}

/**
 * The first existing rule whose text covers the pattern, unless a model disproves it, i.e. the pattern matches the
 * model and the existing rule does not. Null without such a rule.
 */
export function coveringRule(
  pattern: string,
  existing: readonly string[],
  modelIds: readonly string[],
): string | null {
  const candidates = existing.filter((older) => coversByText(older, pattern));
  if (candidates.length === 0) return null;
  const { matchesOf } = modelListOf(modelIds);
  const matched = [...matchesOf(pattern)];
  return candidates.find((older) => matched.every((at) => matchesOf(older).has(at))) ?? null;
}

/**
 * The outcome of adding a rule to a list. An added rule is appended, and the rules that it covers are removed.
 * `modelIds` are the models that decide coverage; the array must not be modified afterwards.
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
