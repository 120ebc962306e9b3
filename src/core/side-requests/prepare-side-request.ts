import type { ApiMessage } from '@/src/schema/api-message';
import type { Chat } from '@/src/schema/chat';
import type { SentRequest } from '@/src/schema/sent-request';
import type { RequestKind } from '@/src/schema/usage';
import { toolsFor } from '../adapter/adapter-of-chat';
import { promptOfChat } from '../adapter/prompt-of-chat';
import { buildMessagesForApi } from '../history/build-messages-for-api';
import { withUserMessage } from '../history/message-order';
import { describeSentRequest } from '../history/sent-request';
import type { AIRequest } from '../llm/ai-service';
import type { SystemPrompt } from '../prompts/system-prompt';
import { type Endpoint, requestTarget } from '../records/endpoint';
import type { ChatRecord } from '../records/record-access';
import { endpointToAsk } from '../usage/token-budget';
import type { SideDeps } from './side-deps';

/** A title or summary to request. */
export interface SideRequest {
  kind: Exclude<RequestKind, 'response'>;
  /** The id that the answer gets. */
  messageId: string;
  instruction: string;
  /** Messages to send in place of the chat's prompt, tools and messages. Null: the chat's. */
  excerpt: readonly ApiMessage[] | null;
}

export interface PreparedSideRequest extends SideRequest {
  chat: Chat;
  connectionId: string;
  endpoint: Endpoint;
  request: AIRequest;
  sentRequest: SentRequest;
}

/** The prompt of a request that has none. */
const NO_PROMPT: SystemPrompt = { text: '', parts: [], problems: [] };

/**
 * Builds a side request and stores its description. Without an excerpt it is the chat's next request with the instruction at its end: the
 * same prompt, tools and messages, with the cache marks where they were, so that the endpoint's cache is used and not extended.
 */
export async function prepareSideRequest(
  deps: SideDeps,
  record: ChatRecord,
  sideRequest: SideRequest,
): Promise<PreparedSideRequest> {
  const { chat } = record;
  const to = await endpointToAsk(deps, chat);
  const { connectionId, endpoint, model } = to;
  const { excerpt } = sideRequest;
  const prompt = excerpt === null ? promptOfChat(chat, deps.adapters, record.run) : NO_PROMPT;
  const traits = { ...(await deps.endpoints.traitsOf(chat)), ...requestTarget(to) };
  const tools = toolsFor(chat, deps.adapters);
  const built =
    excerpt === null
      ? buildMessagesForApi({ record, systemPrompt: prompt.text, tools }, traits, true)
      : { messages: [...excerpt], tools: [], cacheMarks: [], omissions: [] };
  const request: AIRequest = {
    chatId: chat.id,
    model,
    messages: withUserMessage(built.messages, sideRequest.instruction),
    cacheMarks: built.cacheMarks,
    tools: built.tools,
    toolChoice: 'none',
    streaming: chat.settings.streaming,
    parameters: chat.settings.parameters,
  };
  const sentRequest = describeSentRequest({
    id: deps.ids.newId(),
    chatId: chat.id,
    runId: null,
    kind: sideRequest.kind,
    messageId: sideRequest.messageId,
    atMs: deps.clock.now(),
    model,
    prompt,
    messages: request.messages,
    tools: request.tools,
    cacheMarks: request.cacheMarks,
    omissions: built.omissions,
    snapshot: null,
  });
  await deps.journal.keepSent(sentRequest);
  return { ...sideRequest, chat, connectionId, endpoint, request, sentRequest };
}
