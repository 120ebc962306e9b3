import { decideModels, isVisible, type RuleKind } from '../../filter/decide';
import { type RuleSets, rulesOf, sameList } from '../../filter/rule-sets';
import { type AddOutcome, addRules, newRuleProblem, splitPatterns } from '../../filter/rules';
import { memoizeLast } from './memoize-last';
import type { PageState } from './page-state';
import { modelsOf } from './page-view';

/** `merge` adds each rule to the existing list; `replace` replaces the list. */
export type ImportMode = 'merge' | 'replace';

/** The effect of an import on a list of the provider in view, and on its loaded models. */
export interface ImportPreview {
  list: readonly string[];
  /** One outcome for each distinct pattern in the text; commas or line breaks separate patterns. */
  outcomes: readonly AddOutcome[];
  /** Number of repeated patterns in the text. */
  duplicates: number;
  before: readonly string[];
  /** Names of the models that the import hides, and of those that it makes visible. */
  newlyHidden: readonly string[];
  broughtBack: readonly string[];
  /** False if a pattern is invalid, or if the list would not change. */
  canImport: boolean;
}

/** Previews an import into a list of the provider in view, without changing anything. */
export function importPreviewOf(
  state: PageState,
  kind: RuleKind,
  text: string,
  mode: ImportMode,
): ImportPreview {
  return preview(modelsOf(state), state.drafts, state.provider ?? '', kind, text, mode);
}

const preview = memoizeLast(
  (
    ids: readonly string[],
    drafts: RuleSets,
    provider: string,
    kind: RuleKind,
    text: string,
    mode: ImportMode,
  ): ImportPreview => {
    const rules = rulesOf(drafts, provider);
    const before = rules[kind];
    const named = text.split(/[\r\n\u2028\u2029]+/).flatMap(splitPatterns);
    const patterns = [...new Set(named)];
    const { list, outcomes } =
      mode === 'merge'
        ? addRules(before, patterns, ids)
        : { list: patterns.filter((one) => newRuleProblem(one) === null), outcomes: patterns.map(asGiven) };
    const shownBefore = decideModels(ids, rules).map(isVisible);
    const after = decideModels(ids, { ...rules, [kind]: list });
    const changed = after.filter((model, at) => isVisible(model) !== shownBefore[at]);
    const namesOf = (visible: boolean) =>
      changed.filter((model) => isVisible(model) === visible).map(({ name }) => name);
    const isValid = outcomes.every((outcome) => outcome.kind !== 'invalid');
    return {
      list,
      outcomes,
      duplicates: named.length - patterns.length,
      before,
      newlyHidden: namesOf(false),
      broughtBack: namesOf(true),
      canImport: isValid && !sameList(before, list),
    };
  },
);

/** The outcome of a pattern in a list that is replaced: accepted unless it cannot be a rule. */
function asGiven(pattern: string): AddOutcome {
  const problem = newRuleProblem(pattern);
  return problem === null ? { pattern, kind: 'added', replaced: [] } : { pattern, kind: 'invalid', problem };
}
