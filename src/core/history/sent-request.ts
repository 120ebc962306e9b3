import type { SystemPrompt } from '../prompts/system-prompt';
import type { ApiMessage } from '../records/api-message';
import type { SentRequest } from '../records/sent-request';
import { estimateTokens } from '../text/estimate-tokens';

/** Describes a request by the data being sent, without further lookups. */
export function describeSentRequest(
  request: Omit<SentRequest, 'prompt' | 'tokens'> & { prompt: SystemPrompt },
): SentRequest {
  const { parts, problems } = request.prompt;
  const tokensOf = (messages: readonly ApiMessage[]) =>
    messages.reduce((sum, message) => sum + estimateTokens(textOf(message)), 0);
  const systemPrompt = tokensOf(request.messages.filter(({ role }) => role === 'system'));
  const messages = tokensOf(request.messages.filter(({ role }) => role !== 'system'));
  const tools = request.tools.reduce((sum, tool) => sum + estimateTokens(JSON.stringify(tool.function)), 0);
  return {
    ...request,
    prompt: { parts, problems },
    tokens: { systemPrompt, tools, messages, total: systemPrompt + tools + messages },
  };
}

/** The text of a message that counts for tokens: its content and its calls. */
function textOf(message: ApiMessage): string {
  if (message.role !== 'assistant') return message.content;
  const calls = (message.tool_calls ?? []).map((call) => call.function.name + call.function.arguments);
  return [message.content ?? '', ...calls].join('');
}
