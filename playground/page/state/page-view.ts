import { assertNever } from '../../assert-never';
import {
  decideModels,
  isVisible,
  type ModelDecision,
  matchedModels,
  type RuleKind,
} from '../../filter/decide';
import { modelListOf } from '../../filter/model-list';
import { changedProviders, type RuleSets, rulesOf } from '../../filter/rule-sets';
import { splitPatterns } from '../../filter/rules';
import { memoizeLast } from './memoize-last';
import type { ModelLoad, PageState, Pointer } from './page-state';

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
  /** Index in its list; determines the rule's colour. */
  index: number;
  decides: readonly string[];
  /** Number of models that the rule matches, including those that other rules decide. */
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
  return memberOf(state.models, state.provider) ?? NO_MODELS;
}

/** True if the models of the provider in view are loaded, even if there are none or they are being refreshed. */
export function areModelsLoaded({ models, provider }: PageState): boolean {
  return memberOf(models, provider) !== null;
}

/** True while the models of the provider in view are being fetched. */
export function isLoading({ loads, provider }: PageState): boolean {
  return memberOf<ModelLoad>(loads, provider)?.status === 'loading';
}

/** The message of the last failed fetch for the provider in view; null without one. */
export function loadErrorOf({ loads, provider }: PageState): string | null {
  const load = memberOf<ModelLoad>(loads, provider);
  return load?.status === 'failed' ? load.message : null;
}

/** The own property of a provider; null if there is none. */
function memberOf<Value>(entries: Readonly<Record<string, Value>>, provider: string | null): Value | null {
  return provider !== null && Object.hasOwn(entries, provider) ? (entries[provider] ?? null) : null;
}

/** The providers with unsaved changes. */
export const unsavedProvidersOf = (state: PageState): readonly string[] =>
  unsavedProviders(state.drafts, state.saved);

/** All models of the provider in view with their status. */
export const decisionsOf = (state: PageState): readonly ModelDecision[] =>
  decisions(modelsOf(state), state.drafts, state.provider ?? '');

/** The models whose full id contains the search text, ignoring case. */
export const rowsOf = (state: PageState): readonly ModelDecision[] => rows(decisionsOf(state), state.search);

/** Counts all models of the provider in view, regardless of the search. */
export const countsOf = (state: PageState): ModelCounts => counts(decisionsOf(state));

/** The rules of one list of the provider in view, in order. */
export const ruleViewsOf = (state: PageState, kind: RuleKind): readonly RuleView[] =>
  ruleListsOf(state)[kind];

/** True if a model of this id, or a rule with this pattern, has a row in the view. */
export const isInView = (state: PageState, name: string): boolean =>
  rowsOf(state).some(({ id }) => id === name) ||
  Object.values(ruleListsOf(state)).some((views) => views.some(({ pattern }) => pattern === name));

const ruleListsOf = (state: PageState): RuleLists =>
  ruleLists(modelsOf(state), decisionsOf(state), state.drafts, state.provider ?? '');

/**
 * The rule and the models that a clicked row or a field highlights. Rules and models that no longer exist highlight
 * nothing.
 */
export const highlightOf = (state: PageState): Highlight => highlightBy(state.pinned, state);

/** The highlight in the view: the row under the mouse has precedence over {@link highlightOf}. */
export const shownHighlightOf = (state: PageState): Highlight =>
  highlightBy(state.hovered.on === 'nothing' ? state.pinned : state.hovered, state);

/** Computes a highlight. A field highlights the models that its patterns match, regardless of other rules. */
const highlightBy = (pointer: Pointer, state: PageState): Highlight => {
  const fieldMatches = pointer.on === 'field' ? previewOf(state, pointer.kind) : null;
  return highlight(pointer, decisionsOf(state), ruleListsOf(state), fieldMatches ?? NO_MODELS);
};

/** The models that the patterns in a list's field match, regardless of other rules; null for an empty field. */
export const previewOf = (state: PageState, kind: RuleKind): readonly string[] | null => {
  const { text } = state.fields[kind];
  return splitPatterns(text).length === 0 ? null : previews[kind](text, modelsOf(state));
};

/** The models that the view shows highlighted, for fast lookup. */
export const highlightedIdsOf = (state: PageState): ReadonlySet<string> =>
  idSet(shownHighlightOf(state).models);

/** A name that a sentence can contain without quotation marks. */
const PLAIN_NAME = /^[a-z\d][\w./:-]*$/i;

/**
 * A first request about the provider in view, which the demo model understands. Null as soon as the page has a rule, and while it has
 * no models.
 */
export const firstRequestOf = (state: PageState): string | null =>
  Object.keys(state.drafts).length > 0 ? null : firstRequest(modelsOf(state));

const firstRequest = memoizeLast((ids: readonly string[]): string | null => {
  if (ids.some((id) => id.includes('-preview'))) return 'Block preview models';
  const name = ids.map((id) => id.slice(id.indexOf('/') + 1)).find((each) => PLAIN_NAME.test(each));
  return name === undefined ? null : `Block ${name}`;
});

const unsavedProviders = memoizeLast(changedProviders);

const decisions = memoizeLast((ids: readonly string[], drafts: RuleSets, provider: string) =>
  decideModels(ids, rulesOf(drafts, provider)),
);

const rows = memoizeLast((all: readonly ModelDecision[], search: string): readonly ModelDecision[] => {
  const wanted = search.trim().toLowerCase();
  return wanted === '' ? all : all.filter(({ id }) => id.toLowerCase().includes(wanted));
});

const counts = memoizeLast((all: readonly ModelDecision[]): ModelCounts => {
  const visible = all.filter(isVisible).length;
  return { total: all.length, visible, hidden: all.length - visible };
});

type RuleLists = Readonly<Record<RuleKind, readonly RuleView[]>>;

const ruleLists = memoizeLast(
  (ids: readonly string[], all: readonly ModelDecision[], drafts: RuleSets, provider: string): RuleLists => {
    const rules = rulesOf(drafts, provider);
    const { matchesOf } = modelListOf(ids);
    const viewsOf = (kind: RuleKind): RuleView[] => {
      const views = rules[kind].map((pattern, index) => ({
        kind,
        pattern,
        index,
        decides: [] as string[],
        matches: matchesOf(pattern).size,
      }));
      for (const { id, rule } of all) if (rule?.kind === kind) views[rule.index]?.decides.push(id);
      return views;
    };
    return { ignore: viewsOf('ignore'), whitelist: viewsOf('whitelist') };
  },
);

const makePreview = () =>
  memoizeLast((text: string, ids: readonly string[]) => matchedModels(ids, splitPatterns(text)));

const previews = { ignore: makePreview(), whitelist: makePreview() };

const highlight = memoizeLast(
  (
    pointer: Pointer,
    all: readonly ModelDecision[],
    rules: RuleLists,
    fieldMatches: readonly string[],
  ): Highlight => {
    switch (pointer.on) {
      case 'nothing':
      case 'field':
        return { rule: null, models: fieldMatches };
      case 'rule': {
        const { kind, pattern } = pointer;
        const view = rules[kind].find((rule) => rule.pattern === pattern);
        return { rule: view ? { kind, pattern } : null, models: view?.decides ?? NO_MODELS };
      }
      case 'model': {
        const model = all.find(({ id }) => id === pointer.id);
        const rule = model?.rule ? { kind: model.rule.kind, pattern: model.rule.pattern } : null;
        return { rule, models: model ? [model.id] : NO_MODELS };
      }
      default:
        return assertNever(pointer);
    }
  },
);

const idSet = memoizeLast((ids: readonly string[]): ReadonlySet<string> => new Set(ids));
