import type { ApprovalCall } from '@/src/schema/approval';
import type { ToolResult } from '@/src/schema/tool-result';
import { callLabel } from '../tools/call-label';

/**
 * Adds the user's edits and note to a call's result. The conversation keeps the call as the model wrote it, so the model
 * learns of the edits only from the result.
 */
export function withDecision(result: ToolResult, call: ApprovalCall | null): ToolResult {
  const decision = call?.decision ?? null;
  if (call === null || decision === null || (!decision.isEdited && decision.note === '')) return result;
  const { args, isEdited, note } = decision;
  const edited = isEdited ? [`The user changed this call; what ran is ${callLabel(call.tool, args)}.`] : [];
  const noted = note === '' ? [] : [`The user’s note: ${note}`];
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
