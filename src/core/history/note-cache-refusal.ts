import type { Chat } from '@/src/schema/chat';
import type { Omission, SentRequest } from '@/src/schema/sent-request';
import type { EndpointPort } from '../llm/endpoint-port';
import type { UsageJournal } from '../ports/usage-journal';

/**
 * Stores that the chat's endpoint refuses cache marks, and that the request went out without them. Returns the new description
 * of the request.
 */
export async function noteCacheRefusal(
  deps: { endpoints: Pick<EndpointPort, 'noteCacheRefusal'>; journal: Pick<UsageJournal, 'keepSent'> },
  chat: Chat,
  sentRequest: SentRequest,
  reason: string,
): Promise<SentRequest> {
  await deps.endpoints.noteCacheRefusal(chat, reason);
  const refused: Omission = { what: 'cache-mark', reason: 'endpoint-refused', count: 1, tools: [] };
  const unmarked = { ...sentRequest, cacheMarks: [], omissions: [...sentRequest.omissions, refused] };
  await deps.journal.keepSent(unmarked);
  return unmarked;
}
