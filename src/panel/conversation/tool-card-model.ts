import type { PartialToolCall } from '@/src/core/records/live-tail';
import { callLine, cutLine, prettyArguments } from '@/src/panel/kit/text/call-line';
import type { Execution } from '@/src/schema/call';
import type { ToolCall, ToolMessage } from '@/src/schema/message';
import type { JsonObject } from '@/src/schema/values/json';
import { i18n } from '@/src/texts/i18n';
import { userDecisionText } from './user-decision-text';

/** `planned`: part of the run's plan in plan mode, not executed. */
export type ToolCardState = 'running' | 'awaiting-approval' | 'planned' | 'succeeded' | 'failed';

export interface ToolCardModel {
  /** The tool's name, cut after {@link MAX_NAME_LENGTH}. */
  name: string;
  /** The call as one line. */
  label: string;
  state: ToolCardState;
  /** The result's message or the state; null if there is none. */
  message: string | null;
  /** Null until the call is done, and for calls that never reached the page. */
  durationMs: number | null;
  /** Indented JSON; empty if there are no arguments. */
  argumentsText: string;
  data: JsonObject | null;
  /** Text for the user's refusal or edit of the call; null if there was none. */
  userDecision: string | null;
  /** Earlier failed calls that this one corrected, oldest first. */
  attempts: readonly ToolCardModel[];
}

export interface StoredCall {
  call: ToolCall;
  /** Null for a moment, between storing the response and its executions. */
  execution: Execution | null;
  /** Null until the result is stored. */
  result: ToolMessage | null;
  /** True if the run that made the call is active. */
  runIsActive: boolean;
  /** Earlier failed calls that this one corrected, oldest first. */
  attempts: readonly StoredCall[];
}

export function storedToolCard({
  call,
  execution,
  result,
  runIsActive,
  attempts,
}: StoredCall): ToolCardModel {
  const base = { ...callTexts(call), attempts: attempts.map(storedToolCard) };
  if (result !== null) {
    return {
      ...base,
      state: result.planned === true ? 'planned' : result.result.success ? 'succeeded' : 'failed',
      message: result.result.message,
      durationMs: result.durationMs === 0 ? null : result.durationMs,
      data: result.result.data ?? null,
      userDecision: userDecisionText(result.result),
    };
  }
  const open = { ...base, durationMs: null, data: null, userDecision: null };
  if (!runIsActive) return { ...open, state: 'failed', message: i18n.t('conversation.call.notCarriedOut') };
  if (execution?.state === 'awaiting-approval') {
    return { ...open, state: 'awaiting-approval', message: i18n.t('conversation.call.waitsForApproval') };
  }
  return { ...open, state: 'running', message: null };
}

export function streamingToolCard(call: PartialToolCall): ToolCardModel {
  return {
    ...callTexts(call),
    state: 'running',
    message: null,
    durationMs: null,
    data: null,
    userDecision: null,
    attempts: [],
  };
}

/** Maximum length of a tool's name on the card, in UTF-16 units; the OpenAI API allows 64. */
const MAX_NAME_LENGTH = 100;

function callTexts({ name, argumentsText }: { name: string; argumentsText: string }) {
  const shownName = cutLine(name, MAX_NAME_LENGTH);
  return {
    name: shownName,
    label: callLine(shownName, argumentsText),
    argumentsText: prettyArguments(argumentsText),
  };
}
