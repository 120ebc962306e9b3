import type { ApiTool } from '@/src/schema/api-message';
import type { JsonObject } from '@/src/schema/values/json';
import { type InputSchema, sentSchemaOf } from '../tools/input-schema';
import type { ToolDefinition } from '../tools/tool-definition';

/** Cache of the schema of each definition. Definitions are immutable: a changed page tool has a new definition object. */
const schemas = new WeakMap<ToolDefinition, InputSchema>();

/**
 * The tools in the API's format. Their order never changes within a build, so that the provider's cache stays valid.
 * Every request contains all of this text, so a parameter's description is left out if an earlier tool has a parameter
 * with the same name and description.
 */
export function toApiTools(tools: readonly ToolDefinition[]): ApiTool[] {
  const described = new Set<string>();
  return tools.map((tool) => {
    const schema = schemas.get(tool) ?? sentSchemaOf(tool.input);
    schemas.set(tool, schema);
    // JSON Schema allows `properties` to be missing.
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
