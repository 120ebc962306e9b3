import type { ApprovalCall } from '@/src/schema/approval';
import type { ToolResult } from '@/src/schema/tool-result';
import { isJsonObject } from '@/src/schema/values/json';
import { callLabel } from '../tools/call-label';

const CHANGED = 'The user changed this call; what ran is ';

const noteText = (note: string) => `The user’s note: ${note}`;

/**
 * Adds the user's edits and note to a call's result. The conversation keeps the call as the model wrote it, so the model
 * learns of the edits only from the result.
 */
export function withDecision(result: ToolResult, call: ApprovalCall | null): ToolResult {
  const decision = call?.decision ?? null;
  if (call === null || decision === null || (!decision.isEdited && decision.note === '')) return result;
  const { args, isEdited, note } = decision;
  const edited = isEdited ? [`${CHANGED}${callLabel(call.tool, args)}.`] : [];
  const noted = note === '' ? [] : [noteText(note)];
  return {
    ...result,
    message: [...edited, ...noted, result.message].join(' '),
    data: {
      ...result.data,
      ...(isEdited ? { proposed: call.args, ran_with: args } : {}),
      ...(note === '' ? {} : { user_note: note }),
    },
  };
}

/**
 * Splits a result of {@link withDecision} into its original message and the user's note; the note is null if they
 * wrote none.
 */
export function withoutDecision({ message, data }: ToolResult): { message: string; note: string | null } {
  if (data === undefined) return { message, note: null };
  const { ran_with: ran, user_note: note } = data;
  let rest = message;
  if (isJsonObject(ran) && rest.startsWith(CHANGED)) rest = textAfter(rest, `${callLabel('', ran)}. `);
  if (typeof note !== 'string') return { message: rest, note: null };
  const noted = `${noteText(note)} `;
  return { message: rest.startsWith(noted) ? rest.slice(noted.length) : rest, note };
}

function textAfter(text: string, end: string): string {
  const at = text.indexOf(end);
  return at === -1 ? text : text.slice(at + end.length);
}
