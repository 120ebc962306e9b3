import type { JsonObject } from '../json';
import { callLabel } from '../tools/call-label';
import type { ToolDefinition } from '../tools/tool-definition';

/** What the person is asked, in words. `unsavedNote`: how the saved file differs now, or null. */
export function approvalSummary(tool: ToolDefinition, args: JsonObject, unsavedNote: string | null): string {
  const reach =
    tool.effect === 'commit'
      ? 'This leaves the page: Steward can’t take it back.'
      : 'A checkpoint is taken first, so it can be taken back.';
  return [`Run ${callLabel(tool.name, args)}?`, tool.purpose, unsavedNote, reach]
    .filter((part) => part !== null)
    .join(' ');
}
