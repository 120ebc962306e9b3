import type { Message, Messages } from '@/src/core/text/message';
import { formsOf, type InputSchema, inputSchemaOf } from '@/src/core/tools/input-schema';
import type { ToolDefinition } from '@/src/core/tools/tool-definition';

/**
 * The first problem of a tool's input: JSON Schema can't express it; an object in it accepts unknown members, so that a misspelt
 * parameter would be dropped silently; or the tool's line names an unknown argument. Null if there is none.
 */
export function toolInputProblem(
  { input, line }: { input: ToolDefinition['input']; line?: string },
  messages: Messages,
): string | null {
  let schema: InputSchema;
  try {
    schema = inputSchemaOf(input);
  } catch {
    return 'JSON Schema can’t express a part of its input';
  }
  const open = openPart(schema, 'its input');
  if (open !== null) return `${open} has to be a z.strictObject`;
  const text = line === undefined ? [] : messages[line];
  if (text === undefined) return `its line ${line} is no text of the catalogue`;
  const unknown = namesIn(text).find((name) => !(name in input.shape));
  return unknown === undefined ? null : `its line names ${unknown}, which is no argument`;
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

/** The arguments that a text inserts, or chooses its words by. */
function namesIn(message: Message): string[] {
  if (typeof message === 'string') return [];
  return message.flatMap((part) =>
    typeof part === 'object'
      ? [part[0].replace(/_given$/, ''), ...Object.values(part[2] ?? {}).flatMap(namesIn)]
      : [],
  );
}
