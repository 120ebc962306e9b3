import type { ToolCall } from '@/src/schema/message';
import type { JsonObject } from '@/src/schema/values/json';
import type { ToolDefinition } from './tool-definition';
import { validateCall } from './validate-call';

/** A call's arguments as the model wrote them, validated and repaired; null if none of the tools accepts them. */
export function writtenArguments(
  tools: readonly ToolDefinition[],
  call: Pick<ToolCall, 'name' | 'argumentsText'>,
): JsonObject | null {
  const checked = validateCall(tools, call);
  return checked.kind === 'valid' ? checked.args : null;
}
