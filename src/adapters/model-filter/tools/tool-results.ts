import type { StewardError } from '@/src/core/errors';
import { joinWithAnd } from '@/src/core/in-words';
import type { ToolResult } from '@/src/schema/tool-result';
import type { JsonObject } from '@/src/schema/values/json';
import { failure as anyFailure, countOf } from '../../kit/tool-results';
import type { RuleKind } from '../model-filter-context';
import type { PageWrite } from '../page-access';

/** Longest part of the page's own explanation in a message, in UTF-16 units. */
const MAX_PAGE_WORDS = 300;
/** Rules that a message names; more are counted. The data has all of them. */
const MAX_NAMED_RULES = 3;

/** The reason why a tool of this page failed, as reported to the model. */
export type ModelFilterErrorCode =
  | 'already_covered'
  | 'duplicate_rule'
  | 'invalid_parameters'
  | 'invalid_pattern'
  | 'invalid_rules'
  | 'model_not_found'
  | 'no_match'
  | 'not_applied'
  | 'not_ready'
  | 'nothing_to_change'
  | 'nothing_to_discard'
  | 'nothing_to_save'
  | 'page_changed'
  | 'page_refused'
  | 'provider_not_found'
  | 'rule_not_found'
  | 'save_failed'
  | 'saved_changed'
  | 'timeout'
  | 'too_many_to_decide'
  | 'unknown_tool';

export const failure: typeof anyFailure<ModelFilterErrorCode> = anyFailure;

/** The failure of a call with a text that can't be a rule. */
export function invalidPattern(pattern: string, problem: string): ToolResult {
  return failure('invalid_pattern', `${JSON.stringify(pattern)} can’t be a rule: ${problem}.`, { pattern });
}

/** The failure of a call on a page whose rules and models exceed the step budget. */
export function tooManyToDecide({ message, remedy }: StewardError): ToolResult {
  return failure('too_many_to_decide', `${message} ${remedy}`);
}

/** A rule in the `data` of a result. */
export function ruleData({ kind, pattern }: { kind: RuleKind; pattern: string }): JsonObject {
  return { rule_type: kind, pattern };
}

/** Rules in a message. */
export function rulesInWords(patterns: readonly string[]): string {
  if (patterns.length > MAX_NAMED_RULES) return countOf(patterns.length, 'rule');
  return joinWithAnd(patterns.map((pattern) => JSON.stringify(pattern)));
}

/** The page's own explanation, cut to the length that a message may hold. */
export function pageWords(text: string): string {
  return text.slice(0, MAX_PAGE_WORDS);
}

/** The failure of a change that was not applied. */
export function writeFailure(
  write: Exclude<PageWrite, { outcome: 'done' }>,
  refusalCode: ModelFilterErrorCode,
): ToolResult {
  if (write.outcome === 'page-changed') {
    return failure(
      'page_changed',
      'The page was changed in the meantime, so nothing was done. Look at its state before going on.',
    );
  }
  if (write.code === 'timeout') return failure('timeout', write.message);
  if (write.code === 'not-applied') {
    return failure('not_applied', `${pageWords(write.message)} Look at its state before going on.`);
  }
  const code = write.code === 'not-ready' ? 'not_ready' : refusalCode;
  return failure(code, `The page did not do it: ${pageWords(write.message)}`);
}
