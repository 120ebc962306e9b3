import type { ApiMessage, ApiTool } from '@/src/schema/api-message';
import type { JsonObject } from '@/src/schema/values/json';
import { imageTokens } from '../records/image';
import { estimateTokens } from '../text/estimate-tokens';

/** Estimated tokens of a message as it is sent: its content with its images, its calls, and the members that its server gets back. */
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
  const { content, members, tool_calls: calls = [] } = message;
  const texts = calls.flatMap((call) => [call.function.name, call.function.arguments, sent(call.members)]);
  return [content ?? '', sent(members), ...texts].join('');
}

function sent(members: JsonObject | undefined): string {
  return members === undefined ? '' : JSON.stringify(members);
}
