import type { ApiMessage } from '@/src/schema/api-message';
import type { SentRequest } from '@/src/schema/sent-request';
import type { SystemPrompt } from '../prompts/system-prompt';
import { messageTokens, toolTokens } from './message-tokens';

/** Makes the stored description of a request from the data being sent, with estimated token counts. */
export function describeSentRequest(
  request: Omit<SentRequest, 'prompt' | 'tokens'> & { prompt: SystemPrompt },
): SentRequest {
  const { parts, problems } = request.prompt;
  const tokensOf = (messages: readonly ApiMessage[]) =>
    messages.reduce((sum, message) => sum + messageTokens(message), 0);
  const systemPrompt = tokensOf(request.messages.filter(({ role }) => role === 'system'));
  const messages = tokensOf(request.messages.filter(({ role }) => role !== 'system'));
  const tools = toolTokens(request.tools);
  return {
    ...request,
    prompt: { parts, problems },
    tokens: { systemPrompt, tools, messages, total: systemPrompt + tools + messages },
  };
}
