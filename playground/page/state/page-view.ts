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

/** How many models there are, and what clients get to see of them. */
export interface ModelCounts {
  total: number;
  visible: number;
  hidden: number;
}

/** A rule of the provider in view, with the models that it decides. */
export interface RuleView {
  kind: RuleKind;
  pattern: string;
  /** Its position in its list, from 0: gives the colour. */
  index: number;
  decides: readonly string[];
  /** How many models it matches, whichever rule decides them. */
  matches: number;
}

/** What is highlighted in panes and rule lists. */
export interface Highlight {
  rule: { kind: RuleKind; pattern: string } | null;
  models: readonly string[];
}

const NO_MODELS: readonly string[] = [];

/** The model ids of the provider in view, as far as they are loaded. */
export function modelsOf(state: PageState): readonly string[] {
  return loadedModelsOf(state) ?? NO_MODELS;
}

/** Whether the models of the provider in view are there; they may be none, or being refreshed. */
export function areModelsLoaded(state: PageState): boolean {
  return loadedModelsOf(state) !== null;
}

/** Whether the models of the provider in view are being fetched. */
export function isLoading(state: PageState): boolean {
  return loadOf(state)?.status === 'loading';
}

/** Why the models of the provider in view could not be fetched the last time, or null. */
export function loadErrorOf(state: PageState): string | null {
  const load = loadOf(state);
  return load?.status === 'failed' ? load.message : null;
}

/** The providers whose drafts differ from the saved rules. */
export const unsavedProvidersOf = (state: PageState): readonly string[] =>
  unsavedProviders(state.drafts, state.saved);

/** Every model of the provider in view with what becomes of it. */
export const decisionsOf = (state: PageState): readonly ModelDecision[] =>
  state.provider === null ? [] : decisions(modelsOf(state), rulesOf(state.drafts, state.provider));

/** The models that the search lets through. It looks for its text in the full id, in any case. */
export const rowsOf = (state: PageState): readonly ModelDecision[] =>
  rows(modelsOf(state), decisionsOf(state), state.search);

/** Counts over all models of the provider in view: a search doesn't narrow them. */
export const countsOf = (state: PageState): ModelCounts => counts(decisionsOf(state));

/** The rules of one list of the provider in view, in order. */
export const ruleViewsOf = (state: PageState, kind: RuleKind): readonly RuleView[] =>
  state.provider === null
    ? []
    : ruleViews[kind](modelsOf(state), decisionsOf(state), rulesOf(state.drafts, state.provider)[kind]);

/** What is highlighted: what is pointed at, else what is pinned. A rule or model that is gone highlights nothing. */
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

/** The ids of {@link highlightOf}, for quick asking. */
export const highlightedIdsOf = (state: PageState): ReadonlySet<string> => idSet(highlightOf(state).models);

/** The models that the patterns in a list's field match, whatever other rules say; null while it is empty. */
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

/** A rule for which nothing changed keeps its view, so that it needn't be drawn again. */
function sameView(left: RuleView, right: RuleView): boolean {
  return (
    left.pattern === right.pattern && left.matches === right.matches && sameList(left.decides, right.decides)
  );
}
