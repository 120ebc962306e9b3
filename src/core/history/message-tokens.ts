import type { ApiMessage, ApiTool } from '@/src/schema/api-message';
import { imageTokens } from '../records/image';
import { estimateTokens } from '../text/estimate-tokens';

/** Estimated tokens of a message as it is sent: its content with its images, and its calls. */
export function messageTokens(message: ApiMessage): number {
  const images = message.role === 'user' ? (message.images ?? []) : [];
  return images.reduce((sum, image) => sum + imageTokens(image), estimateTokens(textOf(message)));
}

/** Estimated tokens of the declarations of tools. */
export function toolTokens(tools: readonly ApiTool[]): number {
  return tools.reduce((sum, tool) => sum + estimateTokens(JSON.stringify(tool.function)), 0);
}

function textOf(message: ApiMessage): string {
  if (message.role !== 'assistant') return message.content;
  const calls = (message.tool_calls ?? []).map((call) => call.function.name + call.function.arguments);
  return [message.content ?? '', ...calls].join('');
}
