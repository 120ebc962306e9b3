import type { ApprovalCall } from '../records/approval';
import type { ToolResult } from '../records/tool-result';
import { callLabel } from '../tools/call-label';

/**
 * A call's result as the model is told of it: what it wrote stays in the conversation as it was, so where the user
 * changed it, the result says what ran instead, and what they said to it (ledger B-043).
 */
export function withDecision(result: ToolResult, asked: ApprovalCall | null): ToolResult {
  const decision = asked?.decision ?? null;
  if (asked === null || decision === null || (!decision.isEdited && decision.note === '')) return result;
  const { args, isEdited, note } = decision;
  const edited = isEdited ? [`The user changed this call; what ran is ${callLabel(asked.tool, args)}.`] : [];
  const noted = note === '' ? [] : [`The user’s note: ${note}`];
  return {
    ...result,
    message: [...edited, ...noted, result.message].join(' '),
    data: {
      ...result.data,
      ...(isEdited ? { proposed: asked.args, ran_with: args } : {}),
      ...(note === '' ? {} : { user_note: note }),
    },
  };
}
