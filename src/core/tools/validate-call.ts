import type { z } from 'zod';
import type { AssistantMessage, ToolCall } from '@/src/schema/message';
import type { ToolResult } from '@/src/schema/tool-result';
import type { JsonObject } from '@/src/schema/values/json';
import { bareToolName } from '../records/bare-tool-name';
import { isCutOff } from '../records/message';
import { failure } from '../records/tool-result';
import { KEY_REMOVED } from '../secrets/known-secrets';
import { cutOff } from './call-results';
import { describeIssues } from './describe-issues';
import { inputSchemaOf } from './input-schema';
import { nearestName } from './nearest-name';
import { quoted } from './quoted';
import { MAX_VALUES, readArguments } from './read-arguments';
import { repairArguments } from './repair-arguments';
import type { ToolDefinition } from './tool-definition';
import { toolNamed } from './tool-name';

declare const parsed: unique symbol;

/** Arguments that fit the input of their tool. Only this file makes them. */
export type ParsedArguments = JsonObject & { readonly [parsed]: true };

/** A call that can be run, or the failure that is returned to the model so that it can correct itself. */
export type ValidatedCall =
  | {
      kind: 'valid';
      /** The intended tool; its name can differ from the call's by a prefix. */
      tool: ToolDefinition;
      args: ParsedArguments;
      /** Repairs in sentences that contain no argument's value; normally none. */
      repairs: string[];
    }
  | { kind: 'invalid'; result: ToolResult };

/** A call of a response, and what it means. */
export type ParsedCall = ValidatedCall & { call: ToolCall };

/** The calls of a response, in call order. One that was cut off can't be run. */
export function parsedCalls(tools: readonly ToolDefinition[], response: AssistantMessage): ParsedCall[] {
  return response.toolCalls.map((call) => {
    const checked: ValidatedCall = isCutOff(response, call)
      ? { kind: 'invalid', result: cutOff() }
      : validateCall(tools, call);
    return { ...checked, call };
  });
}

type WrittenCall = Pick<ToolCall, 'name' | 'argumentsText'>;

/** The calls that were parsed in this worker, each for the tool and the text that it had. */
const known = new WeakMap<WrittenCall, { tool: ToolDefinition; text: string; checked: ValidatedCall }>();

/**
 * Validates a call as the model wrote it. Arguments that fit pass unchanged. Wrong encoding is repaired if
 * the tool's schema allows only one meaning. Anything else fails with the nearest valid name and a hint. A call that was
 * validated before for the same tool isn't parsed again.
 */
export function validateCall(tools: readonly ToolDefinition[], call: WrittenCall): ValidatedCall {
  const tool = toolNamed(tools, call.name);
  if (tool === undefined) return unknownTool(tools, call.name);
  const text = call.argumentsText;
  const before = known.get(call);
  if (before?.tool === tool && before.text === text) return before.checked;
  const checked = parse(tool, call);
  known.set(call, { tool, text, checked });
  return checked;
}

function parse(tool: ToolDefinition, call: WrittenCall): ValidatedCall {
  const renamed = tool.name === call.name ? [] : [`The tool was called by the name ${quoted(call.name)}.`];
  const read = readArguments(call.argumentsText);
  if (read === null) {
    return invalid(
      `The arguments of ${tool.name} are not a JSON object of at most ${MAX_VALUES} values.`,
      `Send one JSON object and nothing else, whole, with the parameters: ${parameterNames(tool)}.`,
      'invalid_parameters',
    );
  }
  // The original value is lost, and the placeholder must not be written to a page in its place.
  if (JSON.stringify(read.value).includes(KEY_REMOVED)) return keyRemoved(tool);
  const asWritten = tool.input.safeParse(read.value);
  if (asWritten.success) return valid(tool, asWritten.data, [...renamed, ...read.repairs]);

  const schema = inputSchemaOf(tool.input);
  const repaired = repairArguments(schema, read.value);
  const checked = tool.input.safeParse(repaired.value);
  if (checked.success) {
    return valid(tool, checked.data, [...renamed, ...read.repairs, ...repaired.repairs]);
  }
  return invalid(
    `${tool.name}: ${describeIssues(checked.error.issues, { value: repaired.value, schema })}`,
    `Read the schema of ${tool.name} again. Its parameters: ${parameterNames(tool)}.`,
    'invalid_parameters',
  );
}

function unknownTool(tools: readonly ToolDefinition[], name: string): ValidatedCall {
  const names = tools.map((tool) => tool.name);
  const near = nearestName(bareToolName(name), names);
  return invalid(
    `There is no tool ${quoted(name)}.${near === null ? '' : ` Did you mean ${quoted(near)}?`}`,
    `The tools are: ${names.join(', ')}.`,
    'unknown_tool',
  );
}

function keyRemoved(tool: ToolDefinition): ValidatedCall {
  return invalid(
    `The arguments of ${tool.name} held a key or another secret of the connection, or the placeholder ${KEY_REMOVED} of one. Nothing was done.`,
    'Call it again without the secret and without the placeholder, or tell the user that it is not possible.',
    'invalid_parameters',
  );
}

function parameterNames(tool: ToolDefinition): string {
  // An empty list would read as a sentence that was cut off.
  return Object.keys(tool.input.shape).join(', ') || 'none';
}

function valid(tool: ToolDefinition, args: unknown, repairs: string[]): ValidatedCall {
  return { kind: 'valid', tool, args: args as ParsedArguments, repairs };
}

function invalid(
  message: string,
  hint: string,
  errorCode: 'invalid_parameters' | 'unknown_tool',
): ValidatedCall {
  return { kind: 'invalid', result: failure(errorCode, message, { hint }) };
}

/** Arguments that the user edited, or the issues for which they don't fit the tool. */
export function parseEdited(
  { input }: Pick<ToolDefinition, 'input'>,
  args: JsonObject,
): ParsedArguments | z.core.$ZodIssue[] {
  const checked = input.safeParse(args);
  return checked.success ? (checked.data as ParsedArguments) : checked.error.issues;
}

/** A call's arguments as the model wrote them, validated and repaired; null if none of the tools accepts them. */
export function writtenArguments(
  tools: readonly ToolDefinition[],
  call: WrittenCall,
): ParsedArguments | null {
  const checked = validateCall(tools, call);
  return checked.kind === 'valid' ? checked.args : null;
}
