import type { ApiTool } from '@/src/schema/api-message';
import type { JsonObject } from '@/src/schema/values/json';
import { type InputSchema, sentSchemaOf } from '../tools/input-schema';
import type { ToolDefinition } from '../tools/tool-definition';

/** Cache of the schema of each definition. Definitions are immutable: a changed page tool has a new definition object. */
const schemas = new WeakMap<ToolDefinition, InputSchema>();

/**
 * The tools in the API's format. Their order never changes within a build, so that the provider's cache stays
 * valid. Each byte is part of each request, so what an earlier parameter of the same name says isn't said again.
 */
export function toApiTools(tools: readonly ToolDefinition[]): ApiTool[] {
  const described = new Set<string>();
  return tools.map((tool) => {
    const schema = schemas.get(tool) ?? sentSchemaOf(tool.input);
    schemas.set(tool, schema);
    // JSON Schema: without `properties` none are described.
    const parts = Object.entries(schema.properties ?? {}).map(([name, part]) => {
      if (typeof part === 'boolean' || part.description === undefined) return [name, part];
      const { description, ...rest } = part;
      const said = JSON.stringify([name, description]);
      if (described.has(said)) return [name, rest];
      described.add(said);
      return [name, part];
    });
    const parameters = { required: [], ...schema, properties: Object.fromEntries(parts) } as JsonObject;
    return { type: 'function', function: { name: tool.name, description: tool.description, parameters } };
  });
}
