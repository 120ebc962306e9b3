import type { JsonObject } from '@/src/core/json';
import type { ToolResult } from '@/src/core/tools/tool-definition';
import { loadedModels, type ModelFilterContext, type RuleKind } from './model-filter-context';
import type { PageWrite } from './page-access';
import { countOf, inWords } from './sentence-parts';

/** Longest list of names in a result. */
export const MAX_LISTED = 200;

/** How much of the page's own explanation goes into a message, in UTF-16 units. */
const MAX_PAGE_WORDS = 300;
/** Rules that a message names; more are counted. The data names them all. */
const MAX_NAMED_RULES = 3;

/** Why a tool of this page failed, as the model is told. */
export type ModelFilterErrorCode =
  | 'already_covered'
  | 'duplicate_rule'
  | 'invalid_parameters'
  | 'invalid_pattern'
  | 'model_not_found'
  | 'no_match'
  | 'not_applied'
  | 'not_ready'
  | 'nothing_to_discard'
  | 'nothing_to_save'
  | 'page_changed'
  | 'page_refused'
  | 'rule_not_found'
  | 'save_failed'
  | 'unknown_tool';

export function failure(code: ModelFilterErrorCode, message: string, data?: JsonObject): ToolResult {
  return { success: false, message, error_code: code, ...(data === undefined ? {} : { data }) };
}

/** A list of names under a key; beyond {@link MAX_LISTED} it is cut, and `KEY_total` has the exact count. */
export function listed(key: string, names: readonly string[]): JsonObject {
  if (names.length <= MAX_LISTED) return { [key]: [...names] };
  return { [key]: names.slice(0, MAX_LISTED), [`${key}_total`]: names.length };
}

/** A rule as messages name it, e.g. `ignore rule "*-preview*"`. */
export function ruleLabel(kind: RuleKind, pattern: string): string {
  return `${kind} rule ${JSON.stringify(pattern)}`;
}

/** Rules as a message names them. */
export function rulesInWords(patterns: readonly string[]): string {
  if (patterns.length > MAX_NAMED_RULES) return countOf(patterns.length, 'rule');
  return inWords(patterns.map((pattern) => JSON.stringify(pattern)));
}

/** What tools work on: the ids in view, or the failure that says why there are none yet. */
export function modelsInView(context: ModelFilterContext): { ids: string[] } | { notReady: ToolResult } {
  const { provider, loading, error } = context;
  const ids = loading ? null : loadedModels(context, provider);
  if (ids !== null) return { ids };
  const reason =
    error === null
      ? `The models of ${provider} are still loading; try again in a moment.`
      : `The models of ${provider} could not be loaded (${error.slice(0, MAX_PAGE_WORDS)}); the page’s Refresh button tries again.`;
  return { notReady: failure('not_ready', reason) };
}

/** The failure of a change that the page didn't make. */
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
  const code = write.code === 'not-ready' ? 'not_ready' : refusalCode;
  return failure(code, `The page did not do it: ${write.message}`);
}
