import type { RuleKind, RuleSet } from '../../filter/decide';
import { addPatterns, addRules } from './add-rules';
import { planImport } from './import-plan';
import type { PageAction } from './page-action';
import { type PageState, POINTING_AT_NOTHING, type RuleField } from './page-state';
import { modelsOf } from './page-view';
import { changedProviders, normaliseRuleSets, type RuleSets, rulesOf, withRules } from './rule-sets';

type Of<Type extends PageAction['type']> = Extract<PageAction, { type: Type }>;

/** Shows a provider and clears the highlight. */
export function inView(state: PageState, provider: string): PageState {
  if (provider === state.provider) return state;
  const { ignore, whitelist } = state.fields;
  return {
    ...state,
    provider,
    pointer: POINTING_AT_NOTHING,
    pinned: POINTING_AT_NOTHING,
    fields: { ignore: { ...ignore, outcomes: [] }, whitelist: { ...whitelist, outcomes: [] } },
  };
}

/** Sets the text of a list's field, with the outcomes of the last patterns entered. */
export function withField(state: PageState, kind: RuleKind, field: RuleField): PageState {
  return { ...state, fields: { ...state.fields, [kind]: field } };
}

/** Adds the patterns of a list's field. */
export function rulesAdded(state: PageState, kind: RuleKind): PageState {
  const list = rulesOf(state.drafts, state.provider ?? '')[kind];
  const { list: next, outcomes, rest } = addRules(list, state.fields[kind].text, modelsOf(state));
  return withList(withField(state, kind, { text: rest, outcomes }), kind, next);
}

/** Adds a pattern that was not typed. The typed text stays, and the outcome is shown beside it. */
export function ruleEntered(state: PageState, { kind, pattern }: Of<'rule-entered'>): PageState {
  const list = rulesOf(state.drafts, state.provider ?? '')[kind];
  const { list: next, outcomes } = addPatterns(list, [pattern], modelsOf(state));
  return withList(withField(state, kind, { text: state.fields[kind].text, outcomes }), kind, next);
}

/** Removes a rule from its list. */
export function ruleRemoved(state: PageState, { kind, pattern }: Of<'rule-removed'>): PageState {
  const list = rulesOf(state.drafts, state.provider ?? '')[kind];
  const left = list.filter((one) => one !== pattern);
  return withList(state, kind, left.length === list.length ? list : left);
}

/** Imports a text of rules by its plan. */
export function rulesImported(state: PageState, { kind, text, mode }: Of<'rules-imported'>): PageState {
  const list = rulesOf(state.drafts, state.provider ?? '')[kind];
  const plan = planImport(list, text, mode, modelsOf(state));
  return plan.canImport ? withList(state, kind, plan.list) : state;
}

/** Discards the unsaved changes of all providers. */
export function draftsDiscarded(state: PageState): PageState {
  return discardedOf(state, changedProviders(state.drafts, state.saved), state.saved);
}

/** Discards the unsaved changes of one provider. */
export function providerChangesDiscarded(state: PageState, provider: string): PageState {
  const drafts = withRules(state.drafts, provider, rulesOf(state.saved, provider));
  return discardedOf(state, changedProviders(state.drafts, drafts), drafts);
}

/** Puts the page into a state, for the page protocol. */
export function stateApplied(
  state: PageState,
  { state: wanted, isDiscard = false }: Of<'state-applied'>,
): PageState {
  return {
    ...inView(state, wanted.provider),
    drafts: normaliseRuleSets(wanted.drafts),
    search: wanted.search,
    discards: state.discards + (isDiscard ? 1 : 0),
    pointer: POINTING_AT_NOTHING,
    pinned: POINTING_AT_NOTHING,
    notice: null,
  };
}

function discardedOf(state: PageState, providers: readonly string[], drafts: RuleSets): PageState {
  if (providers.length === 0) return state;
  const text = `Discarded the changes of ${providers.join(', ')}.`;
  return {
    ...state,
    drafts,
    discards: state.discards + 1,
    notice: { tone: 'done', text, undo: state.drafts },
  };
}

/** Undoes the last discard while its notice is shown. */
export function discardUndone(state: PageState): PageState {
  if (!state.notice?.undo) return state;
  return { ...state, drafts: state.notice.undo, discards: state.discards - 1, notice: null };
}

/** Sets a list of the provider in view; passing the same list is no change. */
function withList(state: PageState, kind: RuleKind, list: readonly string[]): PageState {
  if (state.provider === null) return state;
  const rules = rulesOf(state.drafts, state.provider);
  if (rules[kind] === list) return state;
  const changed: RuleSet = { ...rules, [kind]: [...list] };
  return { ...state, drafts: withRules(state.drafts, state.provider, changed), notice: null };
}
