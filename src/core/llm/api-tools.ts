import type { ApiTool } from '@/src/schema/api-message';
import type { JsonObject } from '@/src/schema/values/json';
import { inputSchemaOf } from '../tools/input-schema';
import type { ToolDefinition } from '../tools/tool-definition';

/** Cache of the API's form of each definition. Definitions are immutable: a changed page tool has a new definition object. */
const built = new WeakMap<ToolDefinition, ApiTool>();

/**
 * The tools in the API's format. Their order never changes within a build, so that the provider's cache stays
 * valid.
 */
export function toApiTools(tools: readonly ToolDefinition[]): ApiTool[] {
  return tools.map((tool) => {
    const existing = built.get(tool);
    if (existing !== undefined) return existing;
    const parameters = { required: [], ...(inputSchemaOf(tool.input) as JsonObject) };
    const { name, description } = tool;
    const apiTool: ApiTool = { type: 'function', function: { name, description, parameters } };
    built.set(tool, apiTool);
    return apiTool;
  });
}
