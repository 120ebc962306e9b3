import { assertNever } from '../../assert-never';
import type { PageAction } from './page-action';
import { type ModelLoad, type PageState, POINTING_AT_NOTHING, type Pointer, samePointer } from './page-state';
import { isLoading, loadErrorOf, unsavedProvidersOf } from './page-view';
import {
  discardUndone,
  draftsDiscarded,
  inView,
  providerChangesDiscarded,
  ruleEntered,
  ruleRemoved,
  rulesAdded,
  rulesImported,
  stateApplied,
  withField,
} from './reduce-drafts';
import { saveDiffered, saveDone, savedRead, saveRefused, saveUnconfirmed } from './reduce-saved';

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
      return providerSelected(state, action.provider);
    case 'search-changed':
      return action.search === state.search ? state : { ...state, search: action.search };
    case 'pointed':
      return samePointer(state.pointer, action.pointer) ? state : { ...state, pointer: action.pointer };
    case 'pinned':
      return pinned(state, action.pointer);
    case 'field-typed':
      return withField(state, action.kind, { text: action.text, outcomes: [] });
    case 'rules-added':
      return rulesAdded(state, action.kind);
    case 'rule-entered':
      return ruleEntered(state, action);
    case 'rule-removed':
      return ruleRemoved(state, action);
    case 'rules-imported':
      return rulesImported(state, action);
    case 'drafts-discarded':
      return draftsDiscarded(state);
    case 'provider-changes-discarded':
      return providerChangesDiscarded(state, action.provider);
    case 'discard-undone':
      return discardUndone(state);
    case 'left-unsaved-dismissed':
      return { ...state, leftUnsaved: null };
    case 'state-applied':
      return stateApplied(state, action);
    case 'save-started':
      return { ...state, saving: true, notice: null };
    case 'save-done':
      return saveDone(state, action);
    case 'save-differed':
      return saveDiffered(state, action);
    case 'save-unconfirmed':
      return saveUnconfirmed(state, action);
    case 'save-refused':
      return saveRefused(state, action.saved);
    case 'save-failed':
      return { ...state, saving: false, notice: { tone: 'failed', text: action.message, undo: null } };
    case 'saved-read':
      return savedRead(state, action.saved);
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
  return {
    ...savedRead(state, action.saved),
    catalogue: { status: 'ready', instanceId: action.instanceId, providers: action.providers },
    provider: provider ?? null,
  };
}

/** Only the answer to the newest request of a provider is used. */
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

function providerSelected(state: PageState, provider: string): PageState {
  const left = state.provider;
  const isLeftUnsaved = left !== null && left !== provider && unsavedProvidersOf(state).includes(left);
  return { ...inView(state, provider), leftUnsaved: isLeftUnsaved ? left : state.leftUnsaved };
}

function pinned(state: PageState, pointer: Pointer): PageState {
  const next = samePointer(state.pinned, pointer) ? POINTING_AT_NOTHING : pointer;
  return samePointer(state.pinned, next) ? state : { ...state, pinned: next };
}

/**
 * Clears the note on unsaved changes of another provider once they are saved, discarded or in view again; and
 * a conflict once unsaved and saved rules are equal.
 */
function withoutSettled(state: PageState): PageState {
  if (state.leftUnsaved === null && state.conflict === null) return state;
  const { leftUnsaved, provider, conflict } = state;
  const unsaved = unsavedProvidersOf(state);
  const isLeft = leftUnsaved !== null && leftUnsaved !== provider && unsaved.includes(leftUnsaved);
  const next = {
    ...state,
    leftUnsaved: isLeft ? leftUnsaved : null,
    conflict: unsaved.length > 0 ? conflict : null,
  };
  return next.leftUnsaved === leftUnsaved && next.conflict === conflict ? state : next;
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
    before.pinned !== after.pinned ||
    (after.pointer.on === 'field' && before.fields !== after.fields) ||
    isLoading(before) !== isLoading(after) ||
    loadErrorOf(before) !== loadErrorOf(after)
  );
}
