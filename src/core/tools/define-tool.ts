import type { Effect, Permission } from '@/src/schema/values/tool-effect';
import { StewardError } from '../errors';
import { namesInLine } from './call-words';
import { formsOf, type InputSchema, inputSchemaOf } from './input-schema';
import { DEFAULT_TOOL_TIMEOUT_MS, type ToolDefinition } from './tool-definition';

/**
 * Permissions in a new chat: effects that a checkpoint can undo run without approval; commits and messages need approval.
 */
const PERMISSION_BY_EFFECT: Readonly<Record<Effect, Permission>> = {
  read: 'allow',
  navigate: 'allow',
  write: 'allow',
  commit: 'ask',
  message: 'ask',
};

type Required = 'name' | 'description' | 'input' | 'effect';

/**
 * Creates a tool definition from its required fields. Defaults: it runs in the page, has no approval text and
 * no tool that reads what its results leave out, has a time limit of {@link DEFAULT_TOOL_TIMEOUT_MS}, and is
 * allowed unless its effect is `commit` or `message`, which need approval.
 *
 * Throws `internal` if JSON Schema can't express the input, or if an object in it accepts unknown members: a
 * misspelt parameter would then be dropped silently. Also throws it if the line names an unknown argument.
 */
export function defineTool(
  declared: Pick<ToolDefinition, Required> & Partial<Omit<ToolDefinition, Required>>,
): ToolDefinition {
  const open = openPart(schemaOf(declared), 'its input');
  if (open !== null) throw badDefinition(declared.name, `${open} has to be a z.strictObject`);
  const unknown = namesInLine(declared.line ?? '').find((name) => !(name in declared.input.shape));
  if (unknown !== undefined)
    throw badDefinition(declared.name, `its line names ${unknown}, which is no argument`);
  return {
    question: null,
    defaultPermission: PERMISSION_BY_EFFECT[declared.effect],
    executor: 'page',
    readWith: null,
    timeoutMs: DEFAULT_TOOL_TIMEOUT_MS,
    ...declared,
  };
}

function schemaOf({ name, input }: Pick<ToolDefinition, Required>): InputSchema {
  try {
    return inputSchemaOf(input);
  } catch (cause) {
    throw badDefinition(name, 'JSON Schema can’t express a part of its input', cause);
  }
}

/** The place of an object that accepts members it doesn't name; null if there is none. */
function openPart(schema: InputSchema, place: string): string | null {
  if (schema.properties !== undefined && schema.additionalProperties !== false) return place;
  const parts = [
    // JSON Schema: without `properties` none are described.
    ...Object.entries(schema.properties ?? {}),
    ...(formsOf(schema) ?? []).map((form) => [place, form] as const),
    ...[schema.items, schema.additionalProperties, ...(schema.prefixItems ?? [])].map(
      (part) => [place, part] as const,
    ),
  ];
  for (const [name, part] of parts) {
    const open = typeof part === 'object' && !Array.isArray(part) ? openPart(part, name) : null;
    if (open !== null) return open;
  }
  return null;
}

function badDefinition(name: string, what: string, cause?: unknown): StewardError {
  return new StewardError('internal', `The tool ${name} is declared incorrectly: ${what}.`, {
    remedy: 'Correct its definition.',
    cause,
  });
}
