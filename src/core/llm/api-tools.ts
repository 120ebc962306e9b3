import type { JsonObject } from '../json';
import type { ApiTool } from '../records/api-message';
import { inputSchemaOf } from '../tools/input-schema';
import type { ToolDefinition } from '../tools/tool-definition';

/**
 * The tools in the API's format. Their order never changes within a build, so that the provider's cache stays
 * valid.
 */
export function toApiTools(tools: readonly ToolDefinition[]): ApiTool[] {
  return tools.map((tool) => ({
    type: 'function',
    function: { name: tool.name, description: tool.description, parameters: parametersOf(tool) },
  }));
}

function parametersOf(tool: ToolDefinition): JsonObject {
  return { required: [], ...(inputSchemaOf(tool.input) as JsonObject) };
}
