import { assertNever } from '../../assert-never';
import type { RuleKind, RuleSet } from '../../filter/decide';
import { addRules } from './add-rules';
import type { PageAction } from './page-action';
import { type ModelLoad, type PageState, POINTING_AT_NOTHING, type RuleField } from './page-state';
import { isLoading, loadErrorOf, modelsOf } from './page-view';
import {
  changedProviders,
  normaliseRuleSets,
  providersOf,
  type RuleSets,
  rulesOf,
  withRules,
} from './rule-sets';

/** Facts in, new state out. What changes nothing answers with the state itself. */
export function reducePage(state: PageState, action: PageAction): PageState {
  const next = reduce(state, action);
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
    case 'pointed':
      return samePointer(state, action) ? state : { ...state, pointer: action.pointer };
    case 'field-typed':
      return withField(state, action.kind, { text: action.text, outcomes: [] });
    case 'rules-added':
      return rulesAdded(state, action.kind);
    case 'rule-removed':
      return withList(state, action.kind, (list) => list.filter((pattern) => pattern !== action.pattern));
    case 'rules-replaced':
      return withList(state, action.kind, () => [...action.patterns]);
    case 'drafts-discarded':
      return draftsDiscarded(state);
    case 'discard-undone':
      return state.notice?.undo ? { ...state, drafts: state.notice.undo, notice: null } : state;
    case 'state-applied':
      return stateApplied(state, action);
    case 'save-started':
      return { ...state, saving: true, notice: null };
    case 'save-done':
      return saveDone(state, action);
    case 'save-refused':
      return saveRefused(state, action.saved);
    case 'save-failed':
      return { ...state, saving: false, notice: { tone: 'failed', text: action.message, undo: null } };
    case 'drafts-kept':
      return { ...state, conflict: null };
    default:
      return assertNever(action);
  }
}

type Of<Type extends PageAction['type']> = Extract<PageAction, { type: Type }>;

function catalogueLoaded(state: PageState, action: Of<'catalogue-loaded'>): PageState {
  const names = action.providers.map((entry) => entry.name);
  const provider = state.provider !== null && names.includes(state.provider) ? state.provider : names[0];
  const saved = normaliseRuleSets(action.saved);
  return {
    ...state,
    catalogue: { status: 'ready', instanceId: action.instanceId, providers: action.providers },
    provider: provider ?? null,
    drafts: rebaseDrafts(state.drafts, state.saved, saved),
    saved,
  };
}

/** Own changes stay; where the person changed nothing, the newly saved rules come in. */
function rebaseDrafts(drafts: RuleSets, before: RuleSets, now: RuleSets): RuleSets {
  const changed = changedProviders(drafts, before);
  const providers = [...new Set([...providersOf(drafts, now), ...changed])];
  return normaliseRuleSets(
    Object.fromEntries(
      providers.map((provider) => [provider, rulesOf(changed.includes(provider) ? drafts : now, provider)]),
    ),
  );
}

/** An answer counts only while it is the newest request of its provider: late ones change nothing. */
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

function inView(state: PageState, provider: string): PageState {
  if (provider === state.provider) return state;
  const { ignore, whitelist } = state.fields;
  return {
    ...state,
    provider,
    pointer: POINTING_AT_NOTHING,
    fields: { ignore: { ...ignore, outcomes: [] }, whitelist: { ...whitelist, outcomes: [] } },
  };
}

function samePointer(state: PageState, action: Of<'pointed'>): boolean {
  return JSON.stringify(state.pointer) === JSON.stringify(action.pointer);
}

function withField(state: PageState, kind: RuleKind, field: RuleField): PageState {
  return { ...state, fields: { ...state.fields, [kind]: field } };
}

function rulesAdded(state: PageState, kind: RuleKind): PageState {
  if (state.provider === null) return state;
  const list = rulesOf(state.drafts, state.provider)[kind];
  const { list: next, outcomes, rest } = addRules(list, state.fields[kind].text, modelsOf(state));
  const answered = withField(state, kind, { text: rest, outcomes });
  return next === list ? answered : withList(answered, kind, () => [...next]);
}

function withList(state: PageState, kind: RuleKind, change: (list: string[]) => string[]): PageState {
  if (state.provider === null) return state;
  const rules = rulesOf(state.drafts, state.provider);
  const changed: RuleSet = { ...rules, [kind]: change(rules[kind]) };
  return { ...state, drafts: withRules(state.drafts, state.provider, changed), notice: null };
}

function draftsDiscarded(state: PageState): PageState {
  const changed = changedProviders(state.drafts, state.saved);
  if (changed.length === 0) return { ...state, conflict: null };
  const text = `Discarded the changes of ${changed.join(', ')}.`;
  return {
    ...state,
    drafts: state.saved,
    conflict: null,
    notice: { tone: 'done', text, undo: state.drafts },
  };
}

function stateApplied(state: PageState, { state: wanted }: Of<'state-applied'>): PageState {
  return {
    ...inView(state, wanted.provider),
    drafts: normaliseRuleSets(wanted.drafts),
    search: wanted.search,
    pointer: POINTING_AT_NOTHING,
    conflict: null,
    notice: null,
  };
}

function saveDone(state: PageState, action: Of<'save-done'>): PageState {
  const names = action.providers.join(', ');
  const text = names === '' ? 'The saved rules were the same already.' : `Saved the rules of ${names}.`;
  return {
    ...state,
    saved: action.written,
    saving: false,
    conflict: null,
    notice: { tone: 'done', text, undo: null },
  };
}

function saveRefused(state: PageState, savedByOthers: RuleSets): PageState {
  const saved = normaliseRuleSets(savedByOthers);
  const drafts = rebaseDrafts(state.drafts, state.saved, saved);
  // Whoever saved meanwhile may have saved just the same: then there is nothing to decide.
  const conflict = changedProviders(drafts, saved).length > 0 ? { before: state.saved } : null;
  return { ...state, drafts, saved, saving: false, conflict };
}

function isSeenByProtocol(before: PageState, after: PageState): boolean {
  return (
    before.catalogue !== after.catalogue ||
    before.provider !== after.provider ||
    before.models !== after.models ||
    before.drafts !== after.drafts ||
    before.saved !== after.saved ||
    before.search !== after.search ||
    before.pointer !== after.pointer ||
    (after.pointer.on === 'field' && before.fields !== after.fields) ||
    isLoading(before) !== isLoading(after) ||
    loadErrorOf(before) !== loadErrorOf(after)
  );
}
