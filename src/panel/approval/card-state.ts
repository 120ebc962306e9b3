import { assertNever } from '@/src/core/assert-never';
import { canonicalJson } from '@/src/core/hash';
import type { JsonObject } from '@/src/core/json';
import type { ApprovalCall, CallChoice, NotedChoice } from '@/src/core/records/approval';
import type { FormState } from './editing/form-state';

/** A call's arguments as the user has them in the form. */
export interface ArgumentEdit {
  formState: FormState;
  /** What the form reads as; while something in it can't be read, that part is its text. */
  args: JsonObject;
  /** Whether all of it can be read. */
  isReadable: boolean;
}

/** How the user would have one call. */
export interface CallState {
  isTicked: boolean;
  /** Why it is left out, in the user's words. */
  note: string;
  /** Null leaves the arguments of the model. */
  edit: ArgumentEdit | null;
  /** Ids of rows. */
  leftOut: readonly string[];
}

/** What the user said so far, by execution id; calls that they did not touch are not in it. */
export interface CardState {
  calls: ReadonlyMap<string, CallState>;
  /** Tools that are to run without a question in this chat. */
  allowTools: readonly string[];
}

export const INITIAL_CARD_STATE: CardState = { calls: new Map(), allowTools: [] };

const AS_PROPOSED: CallState = { isTicked: true, note: '', edit: null, leftOut: [] };

export type CardAction =
  | { type: 'tick'; executionId: string; isTicked: boolean }
  | { type: 'note'; executionId: string; note: string }
  | { type: 'edit'; executionId: string; edit: ArgumentEdit }
  | { type: 'leave-out'; executionId: string; rowIds: readonly string[]; isLeftOut: boolean }
  /** Arguments and rows as the assistant wrote them. */
  | { type: 'reset'; executionId: string }
  | { type: 'allow-tool'; tool: string; isAllowed: boolean };

/** One thing more that the user said. */
export function reduceCardState(cardState: CardState, action: CardAction): CardState {
  switch (action.type) {
    case 'tick':
      return changed(cardState, action.executionId, { isTicked: action.isTicked });
    case 'note':
      return changed(cardState, action.executionId, { note: action.note });
    case 'edit':
      return changed(cardState, action.executionId, { edit: action.edit });
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
    default:
      return assertNever(action);
  }
}

function changed(cardState: CardState, executionId: string, change: Partial<CallState>): CardState {
  const callState = { ...callStateOf(cardState, executionId), ...change };
  return { ...cardState, calls: new Map(cardState.calls).set(executionId, callState) };
}

/** What the user said of a call; as proposed if they said nothing. */
export function callStateOf(cardState: CardState, executionId: string): CallState {
  return cardState.calls.get(executionId) ?? AS_PROPOSED;
}

/** Whether arguments are others than the model wrote. Order of members is no difference. */
export function isEdited(call: ApprovalCall, { edit }: CallState): boolean {
  return edit !== null && canonicalJson(edit.args) !== canonicalJson(call.args);
}

/** The arguments as they stand on the card. */
export function shownArguments(call: ApprovalCall, { edit }: CallState): JsonObject {
  return edit?.args ?? call.args;
}

/** The open calls as the background is asked to plan or decide them, in their order. */
export function choicesFor(open: readonly ApprovalCall[], cardState: CardState): CallChoice[] {
  return open.map((call) => {
    const { executionId, isAsked } = call;
    const callState = callStateOf(cardState, executionId);
    if (isAsked && !callState.isTicked) return { executionId, verdict: 'reject', args: null, leftOut: [] };
    const args = callState.edit !== null && isEdited(call, callState) ? callState.edit.args : null;
    return { executionId, verdict: 'approve', args, leftOut: [...callState.leftOut] };
  });
}

/** Whether choices are other than "all of it, as the model wrote it": what the question's own preview shows. */
export function isModified(choices: readonly CallChoice[]): boolean {
  return choices.some(
    ({ verdict, args, leftOut }) => verdict === 'reject' || args !== null || leftOut.length > 0,
  );
}

/** The choices with the notes of the calls that are left out. */
export function withNotes(choices: readonly CallChoice[], cardState: CardState): NotedChoice[] {
  return choices.map((choice) => ({
    ...choice,
    note: choice.verdict === 'reject' ? callStateOf(cardState, choice.executionId).note.trim() : '',
  }));
}

/** All asked calls refused; `note` stands where a call has none of its own. */
export function refuseAll(open: readonly ApprovalCall[], cardState: CardState, note: string): NotedChoice[] {
  return open.map(({ executionId, isAsked }) => {
    const choice = { executionId, args: null, leftOut: [] };
    if (!isAsked) return { ...choice, verdict: 'approve', note: '' };
    const { isTicked, note: own } = callStateOf(cardState, executionId);
    const ownNote = isTicked ? '' : own.trim();
    return { ...choice, verdict: 'reject', note: ownNote === '' ? note.trim() : ownNote };
  });
}

/** The open calls up to the first one asked about, which can be decided by themselves. */
export function upToFirstAsked(open: readonly ApprovalCall[]): ApprovalCall[] {
  return open.slice(0, open.findIndex(({ isAsked }) => isAsked) + 1);
}

/** The tools to be allowed from now on: those marked of which a call is approved. */
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
