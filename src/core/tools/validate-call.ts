import type { JsonObject } from '../json';
import { describeIssue } from './describe-issue';
import { nearestName } from './nearest-name';
import type { ToolDefinition, ToolResult } from './tool-definition';

/** A call that can be run, or the failure that goes back to the model so that it can correct itself. */
export type ValidatedCall =
  | { kind: 'valid'; tool: ToolDefinition; args: JsonObject }
  | { kind: 'invalid'; result: ToolResult };

/**
 * Checks a call as the model wrote it. Arguments that are only mis-encoded (empty text, JSON inside a JSON string)
 * are mended; everything else that doesn't fit is told with the nearest valid name and a hint (ledger A-169).
 */
export function validateCall(
  tools: readonly ToolDefinition[],
  call: { name: string; argumentsText: string },
): ValidatedCall {
  const tool = tools.find((candidate) => candidate.name === call.name);
  if (tool === undefined) return unknownTool(tools, call.name);
  const parsed = parseArguments(call.argumentsText);
  if (parsed === undefined) {
    return invalid(
      `The arguments of ${tool.name} are no JSON object.`,
      `Send one JSON object with the parameters: ${parameterNames(tool).join(', ') || 'none'}.`,
    );
  }
  const checked = tool.input.safeParse(parsed);
  if (checked.success) return { kind: 'valid', tool, args: checked.data as JsonObject };
  return invalid(
    `${tool.name}: ${checked.error.issues.map((issue) => describeIssue(issue, parsed, parameterNames(tool))).join(' ')}`,
    `Read the schema of ${tool.name} again. Its parameters: ${parameterNames(tool).join(', ') || 'none'}.`,
  );
}

function unknownTool(tools: readonly ToolDefinition[], name: string): ValidatedCall {
  const names = tools.map((tool) => tool.name);
  const near = nearestName(name, names);
  return invalid(
    `There is no tool "${name}".${near === null ? '' : ` Did you mean "${near}"?`}`,
    `The tools are: ${names.join(', ')}.`,
  );
}

function parseArguments(text: string): unknown {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    const inner: unknown = typeof value === 'string' ? JSON.parse(value) : value;
    return typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? inner : undefined;
  } catch {
    return undefined;
  }
}

function parameterNames(tool: ToolDefinition): string[] {
  return Object.keys(tool.input.shape);
}

function invalid(error: string, hint: string): ValidatedCall {
  return {
    kind: 'invalid',
    result: { success: false, message: error, error_code: 'invalid_parameters', data: { hint } },
  };
}
