import { forEachBit, without } from '../../filter/bit-set';
import { hiddenModels, type RuleKind, type RuleSet } from '../../filter/decide';
import { modelListOf } from '../../filter/model-list';
import type { AddOutcome } from './add-rules';
import { type ImportMode, planImport } from './import-plan';
import { memoizeLast } from './memoize-last';
import type { PageState } from './page-state';
import { modelsOf } from './page-view';
import { rulesOf } from './rule-sets';

/** The effect of an import on a list of the provider in view, and on its loaded models. */
export interface ImportPreview {
  /**
   * One for each distinct pattern. A merge decides like the input field; with `replace` only `added` and
   * `invalid` occur.
   */
  outcomes: readonly AddOutcome[];
  /** Number of repeated patterns in the text. */
  duplicates: number;
  rulesBefore: number;
  rulesAfter: number;
  /** The rules that the import removes, in the list's order. */
  removed: readonly string[];
  /** The names of the models that the import hides, and of those that it makes visible. */
  newlyHidden: readonly string[];
  broughtBack: readonly string[];
  /** Number of models whose visibility stays the same. */
  unchanged: number;
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
  return preview(modelsOf(state), rulesOf(state.drafts, state.provider ?? ''), kind, text, mode);
}

const preview = memoizeLast(
  (ids: readonly string[], rules: RuleSet, kind: RuleKind, text: string, mode: ImportMode): ImportPreview => {
    const before = rules[kind];
    const { list, outcomes, duplicates, canImport } = planImport(before, text, mode, ids);
    const after = new Set(list);
    const hiddenBefore = hiddenModels(ids, rules);
    const hiddenAfter = hiddenModels(ids, { ...rules, [kind]: list });
    const newlyHidden = namesAt(ids, without(hiddenAfter, hiddenBefore));
    const broughtBack = namesAt(ids, without(hiddenBefore, hiddenAfter));
    return {
      outcomes,
      duplicates,
      rulesBefore: before.length,
      rulesAfter: list.length,
      removed: before.filter((pattern) => !after.has(pattern)),
      newlyHidden,
      broughtBack,
      unchanged: ids.length - newlyHidden.length - broughtBack.length,
      canImport,
    };
  },
);

function namesAt(ids: readonly string[], positions: Uint32Array): string[] {
  const { names } = modelListOf(ids);
  const found: string[] = [];
  forEachBit(positions, (at) => found.push(names[at] ?? ''));
  return found;
}
