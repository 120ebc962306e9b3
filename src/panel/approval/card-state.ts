import { assertNever } from '@/src/core/assert-never';
import { isSameJson } from '@/src/core/hash';
import type { ApprovalCall, CallChoice, NotedChoice } from '@/src/schema/approval';
import type { JsonObject } from '@/src/schema/values/json';
import type { FormState } from './editing/form-state';

export interface ArgumentEdit {
  formState: FormState;
  /** Arguments as read from the form. A field with invalid JSON is included as text. */
  args: JsonObject;
  /** True if every field could be read. */
  isReadable: boolean;
}

export interface CallState {
  isTicked: boolean;
  /** The user's reason for omitting the call. */
  note: string;
  /** The user's edit; null to run the call with the model's arguments. */
  edit: ArgumentEdit | null;
  /** Ids of the omitted rows. */
  leftOut: readonly string[];
}

/** The user's input on a card. */
export interface CardState {
  /** Input by execution id. A call that the user hasn't touched has no entry. */
  calls: ReadonlyMap<string, CallState>;
  /** Tools to allow without approval in this chat. */
  allowTools: readonly string[];
  /** Long quoted texts that the user unfolded. */
  readTexts: readonly string[];
  isRefusing: boolean;
  refusal: string;
}

export const INITIAL_CARD_STATE: CardState = {
  calls: new Map(),
  allowTools: [],
  readTexts: [],
  isRefusing: false,
  refusal: '',
};

const AS_PROPOSED: CallState = { isTicked: true, note: '', edit: null, leftOut: [] };

export type CardAction =
  | { type: 'change'; executionId: string; changes: Partial<Omit<CallState, 'leftOut'>> }
  | { type: 'leave-out'; executionId: string; rowIds: readonly string[]; isLeftOut: boolean }
  /** Restores the model's arguments and rows. */
  | { type: 'reset'; executionId: string }
  | { type: 'allow-tool'; tool: string; isAllowed: boolean }
  | { type: 'read'; text: string }
  | { type: 'form'; form: Partial<Pick<CardState, 'isRefusing' | 'refusal'>> };

/** Returns the state after one action of the user. */
export function reduceCardState(cardState: CardState, action: CardAction): CardState {
  switch (action.type) {
    case 'change':
      return changed(cardState, action.executionId, action.changes);
    case 'leave-out': {
      const rowIds = new Set(action.rowIds);
      const others = callStateOf(cardState, action.executionId).leftOut.filter((id) => !rowIds.has(id));
      const leftOut = action.isLeftOut ? [...others, ...action.rowIds] : others;
      return changed(cardState, action.executionId, { leftOut });
    }
    case 'reset':
      return changed(cardState, action.executionId, { edit: null, leftOut: [] });
    case 'allow-tool': {
      const others = cardState.allowTools.filter((tool) => tool !== action.tool);
      return { ...cardState, allowTools: action.isAllowed ? [...others, action.tool] : others };
    }
    case 'read':
      return { ...cardState, readTexts: [...cardState.readTexts, action.text] };
    case 'form':
      return { ...cardState, ...action.form };
    default:
      return assertNever(action);
  }
}

function changed(cardState: CardState, executionId: string, change: Partial<CallState>): CardState {
  const callState = { ...callStateOf(cardState, executionId), ...change };
  return { ...cardState, calls: new Map(cardState.calls).set(executionId, callState) };
}

/** The user's input for a call. For an untouched call, the input that approves it as proposed. */
export function callStateOf(cardState: CardState, executionId: string): CallState {
  return cardState.calls.get(executionId) ?? AS_PROPOSED;
}

/** True if the edited arguments differ from the model's. The order of members doesn't matter. */
export function isEdited(call: ApprovalCall, { edit }: CallState): boolean {
  return edit !== null && !isSameJson(edit.args, call.args);
}

/** The edited arguments, or the model's if there is no edit. */
export function shownArguments(call: ApprovalCall, { edit }: CallState): JsonObject {
  return edit?.args ?? call.args;
}

/** The user's choices for the open calls, in call order, in the format of the commands that preview or decide them. */
export function choicesFor(open: readonly ApprovalCall[], cardState: CardState): CallChoice[] {
  return open.map((call) => {
    const { executionId, isAsked } = call;
    const callState = callStateOf(cardState, executionId);
    if (isAsked && !callState.isTicked) return { executionId, verdict: 'reject', args: null, leftOut: [] };
    const args = callState.edit !== null && isEdited(call, callState) ? callState.edit.args : null;
    return { executionId, verdict: 'approve', args, leftOut: [...callState.leftOut] };
  });
}

/** True if the choices differ from the proposal. The preview stored with the request then doesn't apply. */
export function isModified(choices: readonly CallChoice[]): boolean {
  return choices.some(
    ({ verdict, args, leftOut }) => verdict === 'reject' || args !== null || leftOut.length > 0,
  );
}

/** Adds the user's reasons for omitting calls to the choices. */
export function withNotes(choices: readonly CallChoice[], cardState: CardState): NotedChoice[] {
  return choices.map((choice) => ({
    ...choice,
    note: choice.verdict === 'reject' ? callStateOf(cardState, choice.executionId).note.trim() : '',
  }));
}

/** Refuses all calls that need approval; `note` is the reason for calls without their own. */
export function refuseAll(open: readonly ApprovalCall[], cardState: CardState, note: string): NotedChoice[] {
  return open.map(({ executionId, isAsked }) => {
    const choice = { executionId, args: null, leftOut: [] };
    if (!isAsked) return { ...choice, verdict: 'approve', note: '' };
    const { isTicked, note: own } = callStateOf(cardState, executionId);
    const ownNote = isTicked ? '' : own.trim();
    return { ...choice, verdict: 'reject', note: ownNote === '' ? note.trim() : ownNote };
  });
}

/** The open calls up to the first one that needs approval, which can be decided before the rest. */
export function upToFirstAsked(open: readonly ApprovalCall[]): ApprovalCall[] {
  return open.slice(0, open.findIndex(({ isAsked }) => isAsked) + 1);
}

/** Tools to allow from now on: those that the user ticked, if at least one of their calls is approved. */
export function toolsToAllow(
  open: readonly ApprovalCall[],
  cardState: CardState,
  choices: readonly CallChoice[],
): string[] {
  const approved = new Set(
    choices.flatMap(({ executionId, verdict }) => (verdict === 'approve' ? [executionId] : [])),
  );
  const tools = open.filter(({ executionId }) => approved.has(executionId)).map(({ tool }) => tool);
  return cardState.allowTools.filter((tool) => tools.includes(tool));
}
