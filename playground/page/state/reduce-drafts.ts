import type { RuleKind, RuleSet } from '../../filter/decide';
import { addPatterns, addRules } from './add-rules';
import { planImport } from './import-plan';
import type { PageAction } from './page-action';
import { type PageState, POINTING_AT_NOTHING, type RuleField } from './page-state';
import { modelsOf } from './page-view';
import { changedProviders, normaliseRuleSets, type RuleSets, rulesOf, withRules } from './rule-sets';

type Of<Type extends PageAction['type']> = Extract<PageAction, { type: Type }>;

/** Brings a provider into view, with nothing highlighted. */
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

/** Puts a text, with what became of the last one, into a list's field. */
export function withField(state: PageState, kind: RuleKind, field: RuleField): PageState {
  return { ...state, fields: { ...state.fields, [kind]: field } };
}

/** Adds the patterns of a list's field. */
export function rulesAdded(state: PageState, kind: RuleKind): PageState {
  const list = rulesOf(state.drafts, state.provider ?? '')[kind];
  const { list: next, outcomes, rest } = addRules(list, state.fields[kind].text, modelsOf(state));
  return withList(withField(state, kind, { text: rest, outcomes }), kind, next);
}

/** Adds one pattern that was not typed. What is typed stays, and what became of the pattern is told beside it. */
export function ruleEntered(state: PageState, { kind, pattern }: Of<'rule-entered'>): PageState {
  const list = rulesOf(state.drafts, state.provider ?? '')[kind];
  const { list: next, outcomes } = addPatterns(list, [pattern], modelsOf(state));
  return withList(withField(state, kind, { text: state.fields[kind].text, outcomes }), kind, next);
}

/** Takes a rule out of its list. */
export function ruleRemoved(state: PageState, { kind, pattern }: Of<'rule-removed'>): PageState {
  const list = rulesOf(state.drafts, state.provider ?? '')[kind];
  const left = list.filter((one) => one !== pattern);
  return withList(state, kind, left.length === list.length ? list : left);
}

/** Imports a text of rules, as its plan says. */
export function rulesImported(state: PageState, { kind, text, mode }: Of<'rules-imported'>): PageState {
  const list = rulesOf(state.drafts, state.provider ?? '')[kind];
  const plan = planImport(list, text, mode, modelsOf(state));
  return plan.canImport ? withList(state, kind, plan.list) : state;
}

/** Puts the drafts of all providers back to their saved rules. */
export function draftsDiscarded(state: PageState): PageState {
  return discardedOf(state, changedProviders(state.drafts, state.saved), state.saved);
}

/** Puts the draft of one provider back to its saved rules. */
export function providerChangesDiscarded(state: PageState, provider: string): PageState {
  const drafts = withRules(state.drafts, provider, rulesOf(state.saved, provider));
  return discardedOf(state, changedProviders(state.drafts, drafts), drafts);
}

/** Puts the page into a state, as the page protocol asks. */
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

/** Takes the last discard back, as long as its notice is shown. */
export function discardUndone(state: PageState): PageState {
  if (!state.notice?.undo) return state;
  return { ...state, drafts: state.notice.undo, discards: state.discards - 1, notice: null };
}

/** Gives a list of the provider in view its rules; the very list that it has is no change. */
function withList(state: PageState, kind: RuleKind, list: readonly string[]): PageState {
  if (state.provider === null) return state;
  const rules = rulesOf(state.drafts, state.provider);
  if (rules[kind] === list) return state;
  const changed: RuleSet = { ...rules, [kind]: [...list] };
  return { ...state, drafts: withRules(state.drafts, state.provider, changed), notice: null };
}
