import { forEachBit, without } from '../../filter/bit-set';
import { hiddenModels, type RuleKind, type RuleSet } from '../../filter/decide';
import { modelListOf } from '../../filter/model-list';
import type { AddOutcome } from './add-rules';
import { type ImportMode, planImport } from './import-plan';
import { memoizeLast } from './memoize-last';
import type { PageState } from './page-state';
import { modelsOf } from './page-view';
import { rulesOf } from './rule-sets';

/** What an import would do to a list of the provider in view, and to its models as far as they are loaded. */
export interface ImportPreview {
  /** One for each distinct pattern. A merge decides as the field does; replacing knows `added` and `invalid` only. */
  outcomes: readonly AddOutcome[];
  /** How many patterns the text names again. */
  duplicates: number;
  rulesBefore: number;
  rulesAfter: number;
  /** The patterns that the import takes out of the list, in the list's order. */
  removed: readonly string[];
  /** The names of the models that only the import hides, and of those that only it lets be seen. */
  newlyHidden: readonly string[];
  broughtBack: readonly string[];
  /** How many models are as visible as before. */
  unchanged: number;
  /** False when a pattern can't be a rule, or when the list would stay as it is. */
  canImport: boolean;
}

/** Previews an import into a list of the provider in view. Nothing is changed by it. */
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
