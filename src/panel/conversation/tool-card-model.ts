import type { JsonObject } from '@/src/core/json';
import type { PartialToolCall } from '@/src/core/records/live-tail';
import type { ToolCall, ToolMessage } from '@/src/core/records/message';
import type { Execution } from '@/src/core/records/run';
import { callLine, cutLine, prettyArguments } from './call-line';
import { userWords } from './user-words';

/** `planned`: worked out for the run's plan, and not carried out. */
export type ToolCardState = 'running' | 'awaiting-approval' | 'planned' | 'succeeded' | 'failed';

/** What a tool card shows. */
export interface ToolCardModel {
  /** Cut where it is longer than any tool's. */
  name: string;
  /** The call as one line. */
  label: string;
  state: ToolCardState;
  /** What it came to, or where it stands; null while there is nothing to say. */
  message: string | null;
  /** Null until it is done, and for calls that never reached the page. */
  durationMs: number | null;
  /** Indented; empty where there are none. */
  argumentsText: string;
  data: JsonObject | null;
  /** What the user made of it before it ran; null if nothing. */
  user: string | null;
}

/** What the record says of one call. */
export interface RecordedCall {
  call: ToolCall;
  /** Null for a moment, between the response and its journal rows. */
  execution: Execution | null;
  /** Null until the result is in. */
  result: ToolMessage | null;
  /** Whether the run that made the call still goes on. */
  runIsActive: boolean;
}

/** The card of a call that is in the record. */
export function recordedToolCard({ call, execution, result, runIsActive }: RecordedCall): ToolCardModel {
  const base = callTexts(call);
  if (result !== null) {
    return {
      ...base,
      state: result.planned === true ? 'planned' : result.result.success ? 'succeeded' : 'failed',
      message: result.result.message,
      durationMs: result.durationMs === 0 ? null : result.durationMs,
      data: result.result.data ?? null,
      user: userWords(result.result),
    };
  }
  const open = { ...base, durationMs: null, data: null, user: null };
  if (!runIsActive) return { ...open, state: 'failed', message: 'Not carried out.' };
  if (execution?.state === 'awaiting-approval') {
    return { ...open, state: 'awaiting-approval', message: 'Waits for your approval.' };
  }
  return { ...open, state: 'running', message: null };
}

/** The card of a call that is still streaming in. */
export function streamingToolCard(call: PartialToolCall): ToolCardModel {
  return {
    ...callTexts(call),
    state: 'running',
    message: null,
    durationMs: null,
    data: null,
    user: null,
  };
}

/** UTF-16 units of a tool's name that are shown; the OpenAI API takes 64. */
const MAX_NAME_LENGTH = 100;

function callTexts({ name, argumentsText }: { name: string; argumentsText: string }) {
  const shownName = cutLine(name, MAX_NAME_LENGTH);
  return {
    name: shownName,
    label: callLine(shownName, argumentsText),
    argumentsText: prettyArguments(argumentsText),
  };
}
