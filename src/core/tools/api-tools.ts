import { z } from 'zod';
import type { JsonObject } from '../json';
import type { ApiTool } from '../llm/ai-service';
import type { ToolDefinition } from './tool-definition';

/** The tools as they are sent, in the adapter's order, which never changes within a build: the provider's cache holds. */
export function toApiTools(tools: readonly ToolDefinition[]): ApiTool[] {
  return tools.map((tool) => ({
    type: 'function',
    function: { name: tool.name, description: tool.description, parameters: jsonSchemaOf(tool) },
  }));
}

function jsonSchemaOf(tool: ToolDefinition): JsonObject {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(tool.input, { io: 'input' });
  return { required: [], ...(schema as JsonObject) };
}
