import type { JsonObject } from '../json';
import { callLabel } from '../tools/call-label';
import type { ToolDefinition } from '../tools/tool-definition';
import type { Approval } from './run';

/** What the person is asked, in words. `unsavedNote`: how the saved file differs from the page now, or null. */
export function approvalText(
  tool: ToolDefinition,
  args: JsonObject,
  unsavedNote: string | null,
): Pick<Approval, 'question' | 'facts'> {
  const reach =
    tool.effect === 'commit'
      ? 'This leaves the page: Steward can’t take it back.'
      : 'A checkpoint is taken first, so it can be taken back.';
  return {
    question: tool.question ?? `Run ${callLabel(tool.name, args)}?`,
    facts: unsavedNote === null ? [reach] : [unsavedNote, reach],
  };
}
