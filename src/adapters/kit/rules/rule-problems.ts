import { failure } from '@/src/core/records/tool-result';
import { codePointName, unseenCharacter } from '@/src/core/text/odd-characters';
import type { ToolResult } from '@/src/schema/tool-result';
import { rememberedValue } from '../slices';
import { decisionBudget } from './decision-budget';
import { createMatcher, modelName } from './matcher';
import { type RuleSet, rulesOnlyIn } from './provider-rules';

/** Longest rule that the page accepts, in UTF-16 units. */
export const MAX_PATTERN_LENGTH = 200;

/** The reasons why a text cannot be a rule, in words for the model: the end of a sentence. */
const PROBLEMS = {
  empty: 'it is empty',
  blanks: 'it begins or ends with a space',
  comma: 'it contains a comma; add one rule for each pattern',
  lineBreak: 'it contains a line break',
  halfCharacter: 'it contains half a character',
  tooLong: `it is longer than ${MAX_PATTERN_LENGTH} characters`,
  variable: 'it contains ${, which the proxy would replace with an environment variable',
  unseen: 'it contains an invisible character',
} as const;

export type RuleProblem = keyof typeof PROBLEMS;

/** A problem in words for the model; of a character that can't be seen, also its code. */
export function problemInWords(problem: RuleProblem, pattern: string): string {
  const unseen = problem === 'unseen' ? unseenCharacter(pattern) : null;
  return unseen === null ? PROBLEMS[problem] : `${PROBLEMS[problem]}: ${codePointName(unseen)}`;
}

/** The reason why a text cannot be a rule; null if it can (docs/page-protocol.md). */
export function ruleProblem(pattern: string): RuleProblem | null {
  if (pattern.trim() === '') return 'empty';
  if (pattern !== pattern.trim()) return 'blanks';
  if (pattern.includes(',')) return 'comma';
  if (/[\r\n\u2028\u2029]/.test(pattern)) return 'lineBreak';
  if (/\p{Surrogate}/u.test(pattern)) return 'halfCharacter';
  return pattern.length > MAX_PATTERN_LENGTH ? 'tooLong' : null;
}

/**
 * The reason why a text cannot become a new rule; null if it can. In addition to {@link ruleProblem}, it rejects
 * invisible characters, with which a rule could look like another, and `${`, since the proxy replaces `${NAME}` by an
 * environment variable when it loads its file (python-dotenv, also within single quotes). A rule that the page already
 * has is accepted, so that it can stay or be removed.
 */
export function newRuleProblem(pattern: string, existing: readonly string[]): RuleProblem | null {
  const problem = ruleProblem(pattern);
  if (problem !== null || existing.includes(pattern)) return problem;
  if (pattern.includes('${')) return 'variable';
  return unseenCharacter(pattern) === null ? null : 'unseen';
}

/** The failure of a call with a text that cannot be a rule. */
export function invalidPattern(pattern: string, why: string): ToolResult {
  return failure('invalid_pattern', `${JSON.stringify(pattern)} can’t be a rule: ${why}.`, { pattern });
}

/** A rule that equals a model's name or id but doesn't match that model, and the rule that does. Both are quoted. */
export interface MisnamedRule {
  rule: string;
  literal: string;
}

/** The ids and names of models. */
const namesAmong = rememberedValue(
  (ids: readonly string[], _: null) => new Set(ids.flatMap((id) => [id, modelName(id)])),
);

/**
 * New rules that don't match the model of their name, because brackets are wildcards. `ids` must not be mutated.
 */
export function misnamedRules(before: RuleSet, after: RuleSet, ids: readonly string[]): MisnamedRule[] {
  const names = namesAmong(ids, null);
  const budget = decisionBudget();
  return rulesOnlyIn(after, before)
    .filter(({ pattern }) => names.has(pattern) && !createMatcher(pattern, budget)(pattern))
    .map(({ pattern }) => ({
      rule: JSON.stringify(pattern),
      literal: JSON.stringify(pattern.replace(/[*?[]/g, '[$&]')),
    }));
}
