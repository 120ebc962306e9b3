import { assertNever } from '../../assert-never';
import type { RuleKind } from '../../filter/decide';
import { changedProviders, normaliseRuleSets, rulesOf, withRules } from '../../filter/rule-sets';
import { addRules, splitPatterns } from '../../filter/rules';
import { importPreviewOf } from './import-preview';
import type { PageAction } from './page-action';
import { type ModelLoad, type PageState, POINTING_AT_NOTHING, samePointer } from './page-state';
import { isLoading, loadErrorOf, modelsOf, unsavedProvidersOf } from './page-view';
import { savedRead, saveEnded, saveRefused } from './reduce-saved';

type Of<Type extends PageAction['type']> = Extract<PageAction, { type: Type }>;

/** The page's reducer. Returns the same state for an action without a change. */
export function reducePage(state: PageState, action: PageAction): PageState {
  const next = withoutSettled(reduce(state, action));
  return isSeenByProtocol(state, next) ? { ...next, revision: state.revision + 1 } : next;
}

function reduce(state: PageState, action: PageAction): PageState {
  switch (action.type) {
    case 'catalogue-requested':
      return { ...state, catalogue: { status: 'loading' } };
    case 'catalogue-loaded':
      return catalogueLoaded(state, action);
    case 'catalogue-failed':
      return { ...state, catalogue: { status: 'failed', message: action.message } };
    case 'key-refused':
      return { ...state, catalogue: { status: 'locked', problem: action.problem }, saving: false };
    case 'models-requested':
      return withLoad(state, action.provider, { status: 'loading', request: action.request });
    case 'models-loaded':
    case 'models-failed':
      return loadEnded(state, action);
    case 'provider-selected':
      return inView(state, action.provider);
    case 'search-changed':
      return action.search === state.search ? state : { ...state, search: action.search };
    case 'pinned':
      return { ...state, pinned: action.pointer };
    case 'hovered':
      return samePointer(state.hovered, action.pointer) ? state : { ...state, hovered: action.pointer };
    case 'shown':
      return { ...state, shown: action.shown };
    case 'field-typed':
      return fieldTyped(state, action);
    case 'rules-added':
      return entered(state, action.kind, splitPatterns(state.fields[action.kind].text), true);
    case 'rule-entered':
      return entered(state, action.kind, [action.pattern], false);
    case 'rule-removed':
      return ruleRemoved(state, action);
    case 'rules-imported': {
      const { canImport, list } = importPreviewOf(state, action.kind, action.text, action.mode);
      return canImport ? withList(state, action.kind, list) : state;
    }
    case 'drafts-discarded':
      return draftsDiscarded(state);
    case 'discard-undone':
      if (!state.notice?.undo) return state;
      return { ...state, drafts: state.notice.undo, discards: state.discards - 1, notice: null };
    case 'state-applied':
      return stateApplied(state, action);
    case 'told':
      return { ...state, notice: action.notice };
    case 'save-started':
      return { ...state, saving: true, notice: null };
    case 'save-ended':
      return saveEnded(state, action);
    case 'save-refused':
      return saveRefused(state, action.saved);
    case 'save-failed':
      return { ...state, saving: false, notice: { tone: 'failed', text: action.message } };
    case 'saved-read':
      return savedRead(state, action.saved);
    case 'drafts-kept':
      return { ...state, conflict: null };
    default:
      return assertNever(action);
  }
}

function catalogueLoaded(state: PageState, action: Of<'catalogue-loaded'>): PageState {
  const names = action.providers.map((entry) => entry.name);
  const provider = state.provider !== null && names.includes(state.provider) ? state.provider : names[0];
  return {
    ...savedRead(state, action.saved),
    catalogue: { status: 'ready', instanceId: action.instanceId, providers: action.providers },
    provider: provider ?? null,
  };
}

/** Uses only the answer to the latest request of a provider. */
function loadEnded(state: PageState, action: Of<'models-loaded'> | Of<'models-failed'>): PageState {
  const load = Object.hasOwn(state.loads, action.provider) ? state.loads[action.provider] : undefined;
  if (load?.status !== 'loading' || load.request !== action.request) return state;
  if (action.type === 'models-failed') {
    return withLoad(state, action.provider, { status: 'failed', message: action.message });
  }
  const { [action.provider]: _ended, ...loads } = state.loads;
  return { ...state, loads, models: { ...state.models, [action.provider]: action.models } };
}

function withLoad(state: PageState, provider: string, load: ModelLoad): PageState {
  return { ...state, loads: { ...state.loads, [provider]: load } };
}

/** Shows a provider and clears the highlight. */
function inView(state: PageState, provider: string): PageState {
  if (provider === state.provider) return state;
  const { ignore, whitelist } = state.fields;
  const fields = { ignore: { ...ignore, outcomes: [] }, whitelist: { ...whitelist, outcomes: [] } };
  return { ...state, provider, pinned: POINTING_AT_NOTHING, fields };
}

function fieldTyped(state: PageState, { kind, text }: Of<'field-typed'>): PageState {
  const fields = { ...state.fields, [kind]: { text, outcomes: [] } };
  return { ...state, fields, pinned: { on: 'field', kind } };
}

/**
 * Adds patterns to a list and shows the outcomes at its field. If the user typed them there, those that were not added
 * stay in the field for correction.
 */
function entered(state: PageState, kind: RuleKind, patterns: readonly string[], isTyped: boolean): PageState {
  const list = rulesOf(state.drafts, state.provider ?? '')[kind];
  const { list: next, outcomes } = addRules(list, patterns, modelsOf(state));
  const left = outcomes.filter(({ kind: what }) => what !== 'added').map(({ pattern }) => pattern);
  const text = isTyped ? left.join(', ') : state.fields[kind].text;
  return withList({ ...state, fields: { ...state.fields, [kind]: { text, outcomes } } }, kind, next);
}

function ruleRemoved(state: PageState, { kind, pattern }: Of<'rule-removed'>): PageState {
  const list = rulesOf(state.drafts, state.provider ?? '')[kind];
  const left = list.filter((one) => one !== pattern);
  return left.length === list.length ? state : withList(state, kind, left);
}

/** Sets a list of the provider in view; passing the same list changes nothing. */
function withList(state: PageState, kind: RuleKind, list: readonly string[]): PageState {
  if (state.provider === null) return state;
  const rules = rulesOf(state.drafts, state.provider);
  if (rules[kind] === list) return state;
  const drafts = withRules(state.drafts, state.provider, { ...rules, [kind]: [...list] });
  return { ...state, drafts, notice: null };
}

function draftsDiscarded(state: PageState): PageState {
  const providers = changedProviders(state.drafts, state.saved);
  if (providers.length === 0) return state;
  const text = `Discarded the changes of ${providers.join(', ')}.`;
  const notice = { tone: 'done', text, undo: state.drafts } as const;
  return { ...state, drafts: state.saved, discards: state.discards + 1, notice };
}

/** Applies a state for the page protocol. */
function stateApplied(
  state: PageState,
  { state: wanted, isDiscard = false }: Of<'state-applied'>,
): PageState {
  return {
    ...inView(state, wanted.provider),
    drafts: normaliseRuleSets(wanted.drafts),
    search: wanted.search,
    discards: state.discards + (isDiscard ? 1 : 0),
    pinned: POINTING_AT_NOTHING,
    notice: null,
  };
}

/** Clears a conflict once unsaved and saved rules are equal. */
function withoutSettled(state: PageState): PageState {
  if (state.conflict === null || unsavedProvidersOf(state).length > 0) return state;
  return { ...state, conflict: null };
}

const SEEN = ['catalogue', 'provider', 'models', 'drafts', 'saved', 'search', 'pinned'] as const;

function isSeenByProtocol(before: PageState, after: PageState): boolean {
  return (
    SEEN.some((part) => before[part] !== after[part]) ||
    isLoading(before) !== isLoading(after) ||
    loadErrorOf(before) !== loadErrorOf(after)
  );
}
