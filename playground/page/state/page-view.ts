import { assertNever } from '../../assert-never';
import { countBits, forEachBit } from '../../filter/bit-set';
import {
  decideModels,
  isVisible,
  type ModelDecision,
  matchesOfAny,
  type RuleKind,
} from '../../filter/decide';
import { modelListOf } from '../../filter/model-list';
import { splitPatterns } from '../../filter/rules';
import { memoizeLast } from './memoize-last';
import type { ModelLoad, PageState, Pointer } from './page-state';
import { changedProviders, rulesOf, sameList } from './rule-sets';

/** The number of models, and how many of them clients see. */
export interface ModelCounts {
  total: number;
  visible: number;
  hidden: number;
}

/** A rule of the provider in view, with the models that it decides. */
export interface RuleView {
  kind: RuleKind;
  pattern: string;
  /** Its index in its list; determines its colour. */
  index: number;
  decides: readonly string[];
  /** Number of models that it matches, including those that other rules decide. */
  matches: number;
}

/** The highlighted rows of panes and rule lists. */
export interface Highlight {
  rule: { kind: RuleKind; pattern: string } | null;
  models: readonly string[];
}

const NO_MODELS: readonly string[] = [];

/** The loaded model ids of the provider in view. */
export function modelsOf(state: PageState): readonly string[] {
  return loadedModelsOf(state) ?? NO_MODELS;
}

/**
 * True if the models of the provider in view are loaded, even if there are none or they are being refreshed.
 */
export function areModelsLoaded(state: PageState): boolean {
  return loadedModelsOf(state) !== null;
}

/** True while the models of the provider in view are being fetched. */
export function isLoading(state: PageState): boolean {
  return loadOf(state)?.status === 'loading';
}

/** The message of the last failed fetch of the models of the provider in view, or null. */
export function loadErrorOf(state: PageState): string | null {
  const load = loadOf(state);
  return load?.status === 'failed' ? load.message : null;
}

/** The providers with unsaved changes. */
export const unsavedProvidersOf = (state: PageState): readonly string[] =>
  unsavedProviders(state.drafts, state.saved);

/** All models of the provider in view with their status. */
export const decisionsOf = (state: PageState): readonly ModelDecision[] =>
  state.provider === null ? [] : decisions(modelsOf(state), rulesOf(state.drafts, state.provider));

/** The models that match the search. It compares the full id, ignoring case. */
export const rowsOf = (state: PageState): readonly ModelDecision[] =>
  rows(modelsOf(state), decisionsOf(state), state.search);

/** Counts all models of the provider in view, regardless of the search. */
export const countsOf = (state: PageState): ModelCounts => counts(decisionsOf(state));

/** The rules of one list of the provider in view, in order. */
export const ruleViewsOf = (state: PageState, kind: RuleKind): readonly RuleView[] =>
  state.provider === null
    ? []
    : ruleViews[kind](modelsOf(state), decisionsOf(state), rulesOf(state.drafts, state.provider)[kind]);

/**
 * The highlight of the pointer, or else of the pinned row. A rule or model that no longer exists highlights
 * nothing.
 */
export function highlightOf(state: PageState): Highlight {
  const { pointer, pinned } = state;
  const isAtRest =
    pointer.on === 'nothing' || (pointer.on === 'field' && previewOf(state, pointer.kind) === null);
  return highlightAt(state, isAtRest ? pinned : pointer);
}

function highlightAt(state: PageState, pointer: Pointer): Highlight {
  switch (pointer.on) {
    case 'nothing':
      return asHighlight(null, null, NO_MODELS);
    case 'rule': {
      const rule = ruleViewsOf(state, pointer.kind).find(({ pattern }) => pattern === pointer.pattern);
      return asHighlight(rule?.kind ?? null, rule?.pattern ?? null, rule?.decides ?? NO_MODELS);
    }
    case 'model': {
      const position = modelListOf(modelsOf(state)).positionOf(pointer.id);
      const model = position === undefined ? undefined : decisionsOf(state)[position];
      return asHighlight(
        model?.rule?.kind ?? null,
        model?.rule?.pattern ?? null,
        model ? only(model.id) : NO_MODELS,
      );
    }
    case 'field':
      return asHighlight(null, null, previewOf(state, pointer.kind) ?? NO_MODELS);
    default:
      return assertNever(pointer);
  }
}

/** The ids of {@link highlightOf} as a set, for fast lookup. */
export const highlightedIdsOf = (state: PageState): ReadonlySet<string> => idSet(highlightOf(state).models);

/**
 * The models that the patterns in a list's field match, regardless of other rules; null while it is empty.
 */
export const previewOf = (state: PageState, kind: RuleKind): readonly string[] | null => {
  const { text } = state.fields[kind];
  return splitPatterns(text).length === 0 ? null : previews[kind](text, modelsOf(state));
};

function loadedModelsOf({ provider, models }: PageState): readonly string[] | null {
  if (provider === null || !Object.hasOwn(models, provider)) return null;
  return models[provider] ?? null;
}

function loadOf({ provider, loads }: PageState): ModelLoad | undefined {
  return provider !== null && Object.hasOwn(loads, provider) ? loads[provider] : undefined;
}

const unsavedProviders = memoizeLast(changedProviders);

const decisions = memoizeLast(decideModels);

const rows = memoizeLast(
  (ids: readonly string[], all: readonly ModelDecision[], search: string): readonly ModelDecision[] => {
    const wanted = search.trim().toLowerCase();
    if (wanted === '') return all;
    const searched = modelListOf(ids).lowerCaseIds();
    return all.filter((_, at) => searched[at]?.includes(wanted));
  },
);

const counts = memoizeLast((all: readonly ModelDecision[]): ModelCounts => {
  const visible = all.filter(isVisible).length;
  return { total: all.length, visible, hidden: all.length - visible };
});

const makeRuleViews = (kind: RuleKind) => {
  let last: readonly RuleView[] = [];
  return memoizeLast(
    (
      ids: readonly string[],
      all: readonly ModelDecision[],
      patterns: readonly string[],
    ): readonly RuleView[] => {
      const decided = patterns.map((): string[] => []);
      for (const { id, rule } of all) if (rule?.kind === kind) decided[rule.index]?.push(id);
      const { matchesOf } = modelListOf(ids);
      last = patterns.map((pattern, index) => {
        const decides = decided[index] ?? [];
        const view = { kind, pattern, index, decides, matches: countBits(matchesOf(pattern)) };
        const before = last[index];
        return before !== undefined && sameView(before, view) ? before : view;
      });
      return last;
    },
  );
};

const ruleViews = { ignore: makeRuleViews('ignore'), whitelist: makeRuleViews('whitelist') };

const makePreview = () =>
  memoizeLast((text: string, ids: readonly string[]): readonly string[] => {
    const matched: string[] = [];
    forEachBit(matchesOfAny(ids, splitPatterns(text)), (at) => matched.push(ids[at] ?? ''));
    return matched;
  });

const previews = { ignore: makePreview(), whitelist: makePreview() };

const asHighlight = memoizeLast(
  (kind: RuleKind | null, pattern: string | null, models: readonly string[]): Highlight => ({
    rule: kind === null || pattern === null ? null : { kind, pattern },
    models,
  }),
);

const only = memoizeLast((id: string): readonly string[] => [id]);

const idSet = memoizeLast((ids: readonly string[]): ReadonlySet<string> => new Set(ids));

/** An unchanged rule keeps its view object, so that it isn't rendered again. */
function sameView(left: RuleView, right: RuleView): boolean {
  return (
    left.pattern === right.pattern && left.matches === right.matches && sameList(left.decides, right.decides)
  );
}
